"""Tools that a source has in groups, or that its conversation offers, as a target that has neither is given them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from conformance.formats.model.conversation import FUNCTION, GROUP, Call, Turn, Utterance
from conformance.formats.model.fact import Other
from conformance.formats.model.request import Request, Tool
from conformance.rules.laws.call_identity import flat_names, is_flat_name
from conformance.rules.laws.grouped_names import GroupedTool, names_of, space_of

Offers: TypeAlias = Callable[[Other], Sequence[Tool] | None]  # of what has no place in the model; None for no offer


def as_offered(asked: Request, made: Request | None, offers: Offers) -> Request:
    """Return a request with its tools, and its calls of them, under the names that a target without groups has them by.

    made: what it became; None where nothing came. offers: the tools that an entry of the conversation offers. Functions
    that did not arrive stay in their group, and with the entry that offers them: a report says that they are left out.
    """
    spoken = [utterance for turn in asked.conversation.turns for utterance in turn.says]
    later = [tool for utterance in spoken if isinstance(utterance, Other) for tool in offers(utterance) or ()]
    flat = _Flat(asked, made, [*(asked.tools or ()), *later])
    tools = tuple(member for tool in asked.tools or () for member in flat.of(tool))
    tools += tuple(member for tool in later for member in flat.of(tool, is_later=True))
    turns = tuple(flat.spoken(turn, offers) for turn in asked.conversation.turns)
    conversation = replace(asked.conversation, turns=turns)
    return replace(asked, tools=tools or asked.tools, conversation=conversation)


class _Flat:
    """The names under which tools arrived. offered: all that were offered, in the order in which `of` is asked."""

    def __init__(self, asked: Request, made: Request | None, offered: Sequence[Tool]) -> None:
        self.own = {tool.name for tool in asked.tools or () if tool.kind != GROUP}
        self.made = None if made is None else {str(tool.name): tool for tool in made.tools or () if tool.name}
        self.lost: list[Tool] = []
        self.called = {} if made is None else {call.id: call.name for call in _calls_in(made)}
        members = [GroupedTool(group.name, tool) for group in offered if group.kind == GROUP for tool in group.tools]
        came = [tool for name, tool in (self.made or {}).items() if name not in self.own]
        calls = [(call.group, call.name, self.called.get(call.id)) for call in _calls_in(asked)]
        found = names_of(members, came, calls)
        self._names = [self._name(member, found.get(place)) for place, member in enumerate(members)]
        self.names = dict(zip(((member.group, member.tool.name) for member in members), self._names, strict=True))
        self._next = iter(self._names)

    def _name(self, member: GroupedTool, came: str | None) -> str | None:
        """Return the name of a tool of a group; None where it did not arrive. A custom tool has the usual one then."""
        usual = flat_names(member.space, member.tool.name)[0]
        if self.made is None:
            return usual
        return usual if came is None and member.tool.kind != FUNCTION and usual not in self.made else came

    def of(self, tool: Tool, *, is_later: bool = False) -> Iterator[Tool]:
        """Yield what may be called of a tool, and a group with what is lost. is_later: the conversation has it."""
        if tool.kind == GROUP:
            kept = [(tool, next(self._next)) for tool in tool.tools]
            yield from (self._under(member, name, tool) for member, name in kept if name is not None)
            if lost := tuple(tool for tool, name in kept if name is None):
                self.lost += lost
                yield replace(tool, tools=lost)
        elif not is_later:
            yield tool
        elif tool.name not in self.own:
            if self.made is None or tool.name in self.made:
                yield tool
            else:
                self.lost.append(tool)

    def _under(self, tool: Tool, name: str, group: Tool) -> Tool:
        """Return a tool under its name. What is said of its group may be said beside what is said of it."""
        got = (self.made or {}).get(name)
        said = (got.description if got is not None else None) or ""
        with_group = bool(group.description) and all((tool.description or "") in said for tool in (group, tool))
        return replace(tool, name=name, description=said if with_group else tool.description)

    def spoken(self, turn: Turn, offers: Offers) -> Turn:
        """Return a turn with the names of the calls, and without offers that arrived as tools."""
        says = tuple(self._called(utterance) for utterance in turn.says if not self._has_arrived(utterance, offers))
        return turn if says == turn.says else replace(turn, says=says)

    def _has_arrived(self, utterance: Utterance | Other, offers: Offers) -> bool:
        held = offers(utterance) if isinstance(utterance, Other) else None
        return held is not None and not any(tool in self.lost for each in held for tool in (each, *each.tools))

    def _called(self, utterance: Utterance | Other) -> Utterance | Other:
        if not isinstance(utterance, Call) or utterance.group is None:
            return utterance
        came = self.called.get(utterance.id)
        flat = self.names.get((utterance.group, utterance.name))
        if flat is None and is_flat_name(came, space_of(utterance.group), utterance.name):
            flat = came
        return replace(utterance, name=flat or utterance.name, group=None)


def _calls_in(request: Request) -> Iterator[Call]:
    return (utterance for turn in request.conversation.turns for utterance in turn.says if isinstance(utterance, Call))
