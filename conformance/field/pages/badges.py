"""The badge of a library's newest version: an image, and the JSON that shields.io reads from an address."""

from __future__ import annotations

from typing import Any

from conformance.field.pages.site import STATUSES, flaws, short
from conformance.field.pages.versions import LibraryHistory
from conformance.field.rows import JUDGED, SurveyRow
from conformance.field.scoreboard.badge import COLOURS, LABEL, LONGEST_SCOPE, endpoint_of, image
from conformance.field.scoreboard.write import file_name
from conformance.results import verdict
from conformance.results.requirement_sets import verdict_with_lacks
from conformance.results.text import counted
from conformance.running.engine.sets import CONFORMS


def badge_file(name: str, ending: str) -> str:
    """Return the address of a library's badge from the index."""
    return f"badges/{file_name(name)}.{ending}"


def badge_svg(history: LibraryHistory) -> str:
    """Return the badge as an image that needs nothing else."""
    return image(LABEL, *_message(history))


def badge_endpoint(history: LibraryHistory) -> dict[str, Any]:
    """Return the badge as the JSON of a shields.io endpoint (schema version 1)."""
    return endpoint_of(LABEL, *_message(history))


def _message(history: LibraryHistory) -> tuple[str, str]:
    """Return the text and the colour."""
    row = history.newest
    version = short(row.task.version)
    if row.status != JUDGED:
        return f"{version} {STATUSES.get(row.status, short(row.status))}", COLOURS[verdict.INCOMPLETE]
    found = len(flaws(row))
    if found:
        return _badge_message(f"{counted(found, 'defect')} in {version}", row), COLOURS[verdict.DOES_NOT]
    if row.sets and all(requirement_set.verdict == CONFORMS for requirement_set in row.sets.values()):
        return _badge_message(f"{version} conforms", row), COLOURS[verdict.CONFORMS]
    return _badge_message(f"no published defect in {version}", row), COLOURS[verdict.INCOMPLETE]


def _badge_message(message: str, row: SurveyRow) -> str:
    return verdict_with_lacks(message, row.without, LONGEST_SCOPE)
