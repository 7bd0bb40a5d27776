"""What several rules of whole requests have in common."""

from __future__ import annotations

from collections.abc import Iterable

from conformance.base.values import ABSENT, JSON, Absent, equal
from conformance.rules.checks.exact import differences
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, output_at
from conformance.rules.checks.letters.requests.parts import RequestPart, named_in
from conformance.rules.checks.letters.requests.view import WholeRequest


def plain(value: JSON | Absent) -> JSON:
    """Return a value for a message: null in place of ABSENT."""
    return None if value is ABSENT else value


def lost_at(view: WholeRequest, name: str, *path: str) -> str:
    """Return the place of what is lost: where it would be, or under its old name if it is still there."""
    return output_at(name) if name in (view.result or ()) else output_at(*path)


def reported(view: WholeRequest, names: Iterable[str]) -> Findings:
    """Judge whether members of the source that are lost are named in reports."""
    lost = [name for name in names if not equal((view.result or {}).get(name, ABSENT), view.said(name))]
    if not lost:
        return OK  # sent all the same: the API's own rules say it
    if view.reports is None:
        return NOT_OBSERVABLE
    reports = view.reports
    return tuple(
        Failure("silent", output_at(name), f"{name} {brief(plain(view.said(name)))} is dropped without a report")
        for name in lost
        if not named_in(reports, name)
    )


def by_parts(view: WholeRequest, kind: str, *parts: RequestPart | None) -> Findings:
    """Judge parts by the rules of a kind (`RequestPart.findings`); None where there is neither a result nor a part."""
    found = [part.findings(kind) for part in parts if part is not None] if view.result is not None else []
    failures = tuple(failure for entry in found if isinstance(entry, tuple) for failure in entry)
    return failures or next((entry for entry in found if entry is not None), None)


def is_exact_alone(owed: JSON, got: JSON) -> bool:
    """Whether two values differ in the form of numbers and texts alone: the rules about those say it."""
    return all(difference.kind is not None for difference in differences(owed, got))
