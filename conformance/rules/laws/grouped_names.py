"""Which name that arrived is that of which tool of a group, where the target has no groups."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from itertools import combinations
from operator import add
from typing import Final, NamedTuple

from conformance.base.values import same
from conformance.formats.model.conversation import FUNCTION
from conformance.formats.model.request import Tool
from conformance.rules.laws.call_identity import SEPARATORS, flat_name_pattern, flat_names

_LONG: Final = 64  # characters; a name that has more may arrive cut, in front, behind, or both
_LEAST: Final = 40  # of those that a name which was cut has in common with the whole one
_ODD: Final = re.compile(r"[^a-zA-Z0-9_-]")
_UNIQUE: Final = r"(?:_?\d+|[_-][0-9a-f]{4,})"  # a number or a hash behind a name that is taken
# The last of the ways in which a name may be written: with its group, with more around that, alone, and cut.
_CUT: Final = 3


class GroupedTool(NamedTuple):
    """A tool of a group. group: its name."""

    group: str | None
    tool: Tool

    @property
    def space(self) -> str:
        """The name of the group in the letters that names of tools have."""
        return space_of(self.group)


def space_of(group: str | None) -> str:
    """Return the name of a group in the letters that names of tools have."""
    return _ODD.sub("_", str(group))


def names_of(
    members: Sequence[GroupedTool], came: Sequence[Tool], calls: Sequence[tuple[str | None, str | None, str | None]]
) -> Mapping[int, str]:
    """Return under which name each tool arrived, by its position.

    came: the tools of the result. calls: the group and the name of the tool of each call, and the name in the result.

    A name that may be that of several tools is that of the one in whose way of writing it is most surely; of equals
    that of the one that has most in common with what arrived, so that as little as possible differs.
    """
    called = Counter(calls)
    ranks = {}
    for place, member in enumerate(members):
        ways = _Spellings(member)
        for position, got in enumerate(came):
            name = str(got.name)
            way = ways.of(name)
            if way is not None:
                likeness = (_common(name, member) if way == _CUT else 0, _likeness(member.tool, got))
                is_called = called[member.group, member.tool.name, name] > 0
                ranks[place, position] = (-way, *likeness, int(is_called), int(member.tool.kind == FUNCTION))
    found: dict[int, int] = {}
    for place, position in sorted(ranks, key=lambda rank: (tuple(-rank for rank in ranks[rank]), rank)):
        if place not in found and position not in found.values():
            found[place] = position
    _exchange(found, ranks)
    return {place: str(came[position].name) for place, position in found.items()}


def _exchange(found: dict[int, int], ranks: Mapping[tuple[int, int], tuple[int, ...]]) -> None:
    """Exchange the names of two tools where less differs then."""
    for number, other in combinations(found, 2):
        first, second = found[number], found[other]
        crossed = [ranks[pair] for pair in ((number, second), (other, first)) if pair in ranks]
        if len(crossed) == 2 and _sum(*crossed) > _sum(ranks[number, first], ranks[other, second]):
            found[number], found[other] = second, first


def _sum(entry: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(add, entry, other))


class _Spellings:
    """The ways in which the name of a tool of a group may be written."""

    def __init__(self, member: GroupedTool) -> None:
        self._member, self._name = member, str(member.tool.name)
        name = re.escape(self._name)
        self._with_group = flat_name_pattern(member.space, self._name)
        self._with_more = re.compile(rf"(?:.+{SEPARATORS})?{self._with_group.pattern}{_UNIQUE}?")
        self._alone = re.compile(rf"{name}{_UNIQUE}?")

    def of(self, flat: str) -> int | None:
        """Return in which way a name is that of the tool; None where it is not."""
        if self._name in flat:
            for way, pattern in enumerate((self._with_group, self._with_more, self._alone)):
                if pattern.fullmatch(flat):
                    return way
        return _CUT if _common(flat, self._member) >= _LEAST else None


def _common(flat: str, member: GroupedTool) -> int:
    """Return how many characters of a name that may be cut are alike at one place; 0 for one that is short enough."""
    whole = flat_names(member.space, member.tool.name)[0]
    if len(whole) <= _LONG:
        return 0
    return SequenceMatcher(None, flat, whole, autojunk=False).find_longest_match().size


def _likeness(tool: Tool, got: Tool) -> int:
    """Return how much a tool and one that arrived have in common: the description, some of it, and the schema."""
    said, came = tool.description or "", got.description or ""
    schemas = [tool.schema.value if tool.schema is not None else None for tool in (tool, got)]
    return (2 if said == came else int(bool(said) and said in came)) + 2 * same(*schemas)
