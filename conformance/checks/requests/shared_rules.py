"""What the rules of both operations on whole requests have in common."""

from __future__ import annotations

from collections.abc import Iterable

from conformance.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, output_at
from conformance.checks.requests.parts import Part, named_in
from conformance.checks.requests.whole import WholeRequest
from conformance.formats.members import is_idle
from conformance.values import ABSENT, JSON, Absent, equal


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
        Failure("silent", output_at(name), f"{name} {brief(plain(view.said(name)))} is left out without a report")
        for name in lost
        if not named_in(reports, name)
    )


def by_parts(view: WholeRequest, kind: str, *parts: Part | None) -> Findings:
    """Judge parts by the rules of a kind, as `Part.findings` does; None where there is neither a result nor a part."""
    found = [one.findings(kind) for one in parts if one is not None] if view.result is not None else []
    failures = tuple(failure for one in found if isinstance(one, tuple) for failure in one)
    return failures or next((one for one in found if one is not None), None)


def holds_idle_members(view: WholeRequest) -> Findings:
    """Judge whether a request with members that ask for nothing was converted: its contrast shows what fails on one."""
    if view.request is None or not view.answered:
        return None
    idle = any(
        key not in view.broken and is_idle(view.source, (key,), value, or_unasked=True)
        for key, value in view.given.items()
    )
    return OK if idle else None
