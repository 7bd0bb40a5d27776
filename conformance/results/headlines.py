"""Words what a defect does, in a line: a table of members, or the message of what shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from conformance.results.text import one_line
from conformance.running.engine.defects import LACKING, LOST_MEMBERS, PARTS, SILENT

MEMBERS_LISTED: Final = 7
# By the kind of a table, what happens to its members; {number} of them.
_SAYS: Final[Mapping[str, str]] = {
    SILENT: "{number} members are dropped without a report",
    LOST_MEMBERS: "{number} members that the target has a place for are lost",
    LACKING: "the result lacks {number} members that the API always sends",
    PARTS: "parts of contents do not arrive",
}


def of_table(kind: str, members: Sequence[str]) -> str:
    """Return what happens to the members of a table, in a line. kind: one of `defects.TABLES`."""
    shown = ", ".join(one_line(member, 60) for member in members[:MEMBERS_LISTED])
    more = f" and {len(members) - MEMBERS_LISTED} more" if len(members) > MEMBERS_LISTED else ""
    return f"{_SAYS[kind].format(number=len(members))}: {shown}{more}"
