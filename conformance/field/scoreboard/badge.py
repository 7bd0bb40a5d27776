"""A subject's badge: an SVG image, and the JSON that shields.io reads from an address."""

from __future__ import annotations

import os
from typing import Any

from conformance.field.scoreboard.runs import ReportedRun
from conformance.results.requirement_sets import verdict_with_lacks
from conformance.results.templates import templates
from conformance.results.text import counted
from conformance.results.verdict import CONFORMS, DOES_NOT, EXCUSED, IN_PART, INCOMPLETE

LABEL = "conformance"
EVERY = "every MUST"  # what a run without a requirement set is judged against
COLOURS = {
    CONFORMS: "2a7a4b",
    EXCUSED: "7a6200",
    IN_PART: "7a6200",
    DOES_NOT: "b3261e",
    INCOMPLETE: "7a6200",
}  # white text is legible on each
HEIGHT, PADDING = 20, 6  # pixels
LONGEST_SCOPE = 40  # characters
# Pixels that a character takes in the type of badges; the SVG stretches the text to the sum, so it always fits.
NARROW, WIDE, USUAL = "fijlrt.,:;!'|()[]1 ", "mwMW@%&", 6.9


def texts(run: ReportedRun) -> tuple[str, str]:
    """Return the two texts of a badge: what is measured, and what came of it."""
    label = LABEL if run.requirements == EVERY else f"{LABEL} {run.requirements}"
    missed = run.verdict == DOES_NOT and run.missed
    return label, verdict_with_lacks(
        f"{counted(run.missed, 'rule')} not met" if missed else run.verdict, run.without, LONGEST_SCOPE
    )


def svg(run: ReportedRun) -> str:
    """Return the badge as an image that needs nothing else."""
    return image(*texts(run), COLOURS[run.verdict])


def endpoint(run: ReportedRun) -> dict[str, Any]:
    """Return the badge as the JSON of a shields.io endpoint (schema version 1)."""
    return endpoint_of(*texts(run), COLOURS[run.verdict])


def image(label: str, message: str, colour: str) -> str:
    """Return a badge with two texts as an image. colour: of COLOURS."""
    widths = [_width(text) for text in (label, message)]
    return templates(os.path.dirname(__file__), "badge.svg.jinja").render_template(
        "badge.svg.jinja",
        label=label,
        message=message,
        left=widths[0] + 2 * PADDING,
        right=widths[1] + 2 * PADDING,
        widths=widths,
        height=HEIGHT,
        colour=colour,
    )


def endpoint_of(label: str, message: str, colour: str) -> dict[str, Any]:
    """Return a badge with two texts as the JSON of a shields.io endpoint."""
    return {"schemaVersion": 1, "label": label, "message": message, "color": colour}


def _width(text: str) -> int:
    return round(sum(3.9 if char in NARROW else 10.4 if char in WIDE else USUAL for char in text))
