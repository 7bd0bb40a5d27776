"""Tools that a source has in groups, or that its conversation offers, as a target that has neither is given them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Final, TypeAlias

from conformance.laws.asked import flat_names, is_flat_name
from conformance.model.conversation import FUNCTION, GROUP, Call, Said, Turn
from conformance.model.fact import Other
from conformance.model.request import Request, Tool

Offers: TypeAlias = Callable[[Other], Sequence[Tool] | None]  # of what has no place in the model; None for no offer

_LONG: Final = 64  # characters; a name that has more may arrive cut, in front, behind, or both
_LEAST: Final = 40  # of those that a name which was cut has in common with the whole one
_ODD: Final = re.compile(r"[^a-zA-Z0-9_-]")


def as_offered(asked: Request, made: Request | None, offers: Offers) -> Request:
    """Return a request with its tools, and its calls of them, under the names that a target without groups has them by.

    made: what it became; None where nothing came. offers: the tools that an entry of the conversation offers. Functions
    that did not arrive stay in their group, and with the entry that offers them: a report says that they are left out.
    """
    spoken = [one for turn in asked.conversation.turns for one in turn.says]
    later = [tool for one in spoken if isinstance(one, Other) for tool in offers(one) or ()]
    flat = _Flat(asked, made)
    tools = tuple(one for tool in asked.tools or () for one in flat.of(tool))
    tools += tuple(one for tool in later for one in flat.of(tool, is_later=True))
    turns = tuple(flat.spoken(turn, offers) for turn in asked.conversation.turns)
    conversation = replace(asked.conversation, turns=turns)
    return replace(asked, tools=tools or asked.tools, conversation=conversation)


class _Flat:
    """The names under which tools arrived, while they are found."""

    def __init__(self, asked: Request, made: Request | None) -> None:
        self.own = {one.name for one in asked.tools or () if one.kind != GROUP}
        self.made = None if made is None else {str(one.name): one for one in made.tools or () if one.name}
        self.left = [name for name in self.made or () if name not in self.own]
        self.names: dict[tuple[str | None, str | None], str] = {}
        self.lost: list[Tool] = []
        turns = made.conversation.turns if made is not None else ()
        self.called = {one.id: one.name for turn in turns for one in turn.says if isinstance(one, Call)}

    def of(self, tool: Tool, *, is_later: bool = False) -> Iterator[Tool]:
        """Yield what may be called of a tool, and a group with what is lost. is_later: the conversation has it."""
        if tool.kind == GROUP:
            kept = [(one, self._name(tool, one)) for one in tool.tools]
            yield from (self._under(one, name, tool) for one, name in kept if name is not None)
            if lost := tuple(one for one, name in kept if name is None):
                self.lost += lost
                yield replace(tool, tools=lost)
        elif not is_later:
            yield tool
        elif tool.name not in self.own:
            if self.made is None or tool.name in self.made:
                yield tool
            else:
                self.lost.append(tool)

    def _name(self, group: Tool, tool: Tool) -> str | None:
        """Return the name that a tool of a group arrived under; None where it did not. A custom tool has one anyway."""
        space = _ODD.sub("_", str(group.name))
        plain = flat_names(space, tool.name)[0]
        found = plain if self.made is None else next(self._candidates(space, str(tool.name)), None)
        if found in self.left:
            self.left.remove(found)
        if found is not None:
            self.names[group.name, tool.name] = found
        return found if found is not None or tool.kind == FUNCTION else plain

    def _candidates(self, space: str, name: str) -> Iterator[str]:
        """Yield the names that lead back to a tool, the surest first."""
        whole = flat_names(space, name)[0]
        yield from (one for one in self.left if is_flat_name(one, space, name))
        yield from (one for one in self.left if one == name)
        yield from (one for one in self.left if len(whole) > _LONG and _common(one, whole) >= _LEAST)
        yield from (one for one in self.left if name in one)

    def _under(self, tool: Tool, name: str, group: Tool) -> Tool:
        """Return a tool under its name. What is said of its group may be said beside what is said of it."""
        got = (self.made or {}).get(name)
        said = (got.description if got is not None else None) or ""
        with_group = bool(group.description) and all((one.description or "") in said for one in (group, tool))
        return replace(tool, name=name, description=said if with_group else tool.description)

    def spoken(self, turn: Turn, offers: Offers) -> Turn:
        """Return a turn with the names of the calls, and without offers that arrived as tools."""
        says = tuple(self._called(one) for one in turn.says if not self._has_arrived(one, offers))
        return turn if says == turn.says else replace(turn, says=says)

    def _has_arrived(self, one: Said | Other, offers: Offers) -> bool:
        held = offers(one) if isinstance(one, Other) else None
        return held is not None and not any(tool in self.lost for each in held for tool in (each, *each.tools))

    def _called(self, one: Said | Other) -> Said | Other:
        if not isinstance(one, Call) or one.group is None:
            return one
        came = self.called.get(one.id)
        flat = self.names.get((one.group, one.name))
        if flat is None and is_flat_name(came, _ODD.sub("_", one.group), one.name):
            flat = came
        return replace(one, name=flat or one.name, group=None)


def _common(one: str, other: str) -> int:
    """Return how many characters of two texts are alike at one place."""
    return SequenceMatcher(None, one, other, autojunk=False).find_longest_match().size
