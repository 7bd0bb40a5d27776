"""The verdict of a whole run in words: every report takes them from here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conformance.running.engine.result import EXPECTED_FAILURE

CONFORMS, IN_PART, DOES_NOT, INCOMPLETE = "conforms", "conforms in part", "does not conform", "incomplete"
EXCUSED = "conforms but for expected failures"  # a certificate of it is a warning


def verdict_words(*, complete: bool, conforms: bool, partial: bool, excused: bool) -> str:
    """Return what a run says of its subject.

    partial: whether the user left only a part of it. excused: whether a MUST rule fails, as the user expects.
    """
    if not complete:
        return INCOMPLETE
    if not conforms:
        return DOES_NOT
    if partial:
        return IN_PART
    return EXCUSED if excused else CONFORMS


def verdict_of(report: Mapping[str, Any]) -> str:
    """Return what a whole report says of its subject."""
    return verdict_words(
        complete=report["run"]["complete"],
        conforms=report["summary"]["conforms"],
        partial=bool(partial_of(report)),
        excused=report["summary"]["MUST"][EXPECTED_FAILURE] > 0,
    )


def partial_of(report: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what the user left of a whole run, in words."""
    return tuple(report["run"].get("partial", ()))
