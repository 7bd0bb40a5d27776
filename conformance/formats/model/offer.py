"""A tool as an entry of a list has it, well formed or not."""

from __future__ import annotations

from typing import Final, NamedTuple

from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.model.fact import Path


class Offer(NamedTuple):  # quick to make: there are two for each tool
    """One tool. value: the entry. body: the object with its members, or what is in its place. at: its path in value.

    word: its type. name, description, schema, strict, format: what is in their places; ABSENT where nothing is.
    grammar: what a format says, an object with syntax and definition; None for free text, ABSENT for no known one.
    """

    value: JSON = None
    body: JSON = None
    at: Path = ()
    word: JSON | Absent = ABSENT
    name: JSON | Absent = ABSENT
    description: JSON | Absent = ABSENT
    schema: JSON | Absent = ABSENT
    strict: JSON | Absent = ABSENT
    format: JSON | Absent = ABSENT
    grammar: JSON | Absent = ABSENT


UNREAD: Final = Offer()
