"""A request of a conversation says again what was said before: each text and call once, in order, and nothing new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any, Final, NamedTuple, Protocol

from conformance.base.values import JSON
from conformance.base.wording import brief, but_got
from conformance.formats.model.conversation import SYSTEM, TEXT
from conformance.formats.model.request import Tool
from conformance.formats.model.talk import CALL, RESULT, FlatConversation, FlatItem
from conformance.rules.laws.exchanges import CallExchange
from conformance.rules.laws.law import INPUT, OUTPUT, REACHED, Breach, Found, Place

CHANGED: Final = "tool-changed"  # the kind of a tool that is another one


class TextOrigin(NamedTuple):
    """A text of a request, the given texts that it is or is joined of, and the answer of the model that has it."""

    piece: FlatItem
    given: tuple[FlatItem, ...]
    turn: int | None


class Offering(Protocol):
    """What the law of tools asks for, as in History."""

    @property
    def owed_tools(self) -> Sequence[Tool]:
        """Those to be offered."""

    @property
    def tools(self) -> Sequence[Tool]:
        """Those that are."""

    @property
    def is_rewritten(self) -> Callable[[str, str], bool]:
        """Whether a text is another one, written differently."""

    @property
    def schema_changes(self) -> Callable[[JSON, JSON], Sequence[str]]:
        """The kinds in which a schema differs from another one."""


@dataclass(frozen=True, kw_only=True)
class LoopHistory:
    """What was said until a request is made, and what it says.

    given: what the conversation began with. answers: of each answer since, all of its texts in the ways in which they
    may be joined; None where it may have said anything. came: what the request says. exchanges: the calls of the
    answers in it. is_run: whether a call surely has a result. owed_tools, tools: those to be offered, and those that
    are; the last pointer of one of these is that of what has its members. is_rewritten: whether a text is another
    one, written differently. schema_changes: the kinds in which a schema differs from another one.
    """

    given: FlatConversation
    answers: Sequence[tuple[str | None, ...] | None]
    came: FlatConversation
    exchanges: tuple[CallExchange[Any], ...]
    is_run: Callable[[Any], bool]
    owed_tools: Sequence[Tool]
    tools: Sequence[Tool]
    is_rewritten: Callable[[str, str], bool]
    schema_changes: Callable[[JSON, JSON], Sequence[str]]

    @cached_property
    def found(self) -> tuple[Found, ...]:
        """What the laws find."""
        return tuple(
            pair
            for law in (kept_history, answers, exact, added_to_history, order, results, tools)
            for pair in law(self)
        )

    @cached_property
    def texts(self) -> list[FlatItem]:
        """The texts of the request."""
        return self.came.of_kind(TEXT)

    @cached_property
    def lost(self) -> tuple[FlatItem, ...]:
        """The given texts that are in no text of the request."""
        given = self.given.of_kind(TEXT)
        return tuple(item for item in given if not any(item.value in text.value for text in self.texts))

    @cached_property
    def said(self) -> tuple[TextOrigin, ...]:
        """The texts of the request that have words, each with who said it before."""
        left = [item for item in self.given.of_kind(TEXT) if item.value.strip()]
        used: set[tuple[int | None, str]] = set()  # the model may say a text in several answers
        found = []
        for piece in (text for text in self.texts if text.value.strip()):
            taken = self._taken(piece.value, left)
            left = [item for item in left if item not in taken]
            turns = [] if taken else self._turns(piece.value)
            turn = next((turn for turn in turns if (turn, piece.value) not in used), turns[-1] if turns else None)
            used.add((turn, piece.value))
            found.append(TextOrigin(piece, tuple(taken), turn))
        return tuple(found)

    def _taken(self, text: str, left: Sequence[FlatItem]) -> list[FlatItem]:
        """Return the given texts that a text is, or is joined of; none for another text. left: those not yet found."""
        for is_same in (str.__eq__, self.is_rewritten):
            for item in left:
                if is_same(item.value, text):
                    return [item]
        taken: list[FlatItem] = []
        end = 0
        for item in left:
            start = len(text) - len(text[end:].lstrip()) if taken else 0
            if text.startswith(item.value, start):
                taken.append(item)
                end = start + len(item.value)
        return taken if end == len(text) else []

    def _turns(self, text: str) -> list[int]:
        """Return the answers that have a text: a short one may be a part of many, so that one that is it is first."""
        whole = [turn for turn, said in enumerate(self.answers) if said is not None and text in said]
        return whole or [
            turn for turn, said in enumerate(self.answers)
            if said is None or any(text in name or self.is_rewritten(name, text) for name in said if name)
        ]  # fmt: skip


def kept_history(history: LoopHistory) -> Iterator[Found]:
    """Each given text is there. One that is written differently has its own key."""
    for item in history.lost:
        other = next((came for came in history.texts if history.is_rewritten(item.value, came.value)), None)
        if other is None:
            message = f"it does not carry the text of message {item.entry + 1}: {brief(item.value)}"
            yield "kept/text", Breach("message-lost", (INPUT, *item.at[:2]), message)
        else:
            yield "exact/text/lost", _changed_text(item, other)


def answers(history: LoopHistory) -> Iterator[Found]:
    """The texts of each answer that has calls are there too, whole or in parts."""
    said = _dense("".join(text.value for text in history.texts))
    for turn in dict.fromkeys(exchange.turn for exchange in history.exchanges):
        text = (history.answers[turn] or ("",))[0] or ""
        if not text.strip():
            continue
        yield "kept/answer", REACHED
        if _dense(text) not in said and not any(history.is_rewritten(text, item.value) for item in history.texts):
            message = f"it does not carry the text beside the calls of answer {turn + 1}: {brief(text)}"
            yield "kept/answer", Breach("answer-lost", (OUTPUT,), message)


def _dense(text: str) -> str:
    return "".join(text.split())


def exact(history: LoopHistory) -> Iterator[Found]:
    """A text that is a given one is it letter by letter."""
    for piece, given, _turn in history.said:
        if len(given) == 1 and given[0].value != piece.value:
            yield "exact/text", _changed_text(given[0], piece)


def _changed_text(item: FlatItem, other: FlatItem) -> Breach:
    return Breach("text-changed", (OUTPUT, *other.at), f"wanted the text {brief(item.value)}, {but_got(other.value)}")


def added_to_history(history: LoopHistory) -> Iterator[Found]:
    """No text is there that nobody said, no call that the model did not make, and none of them once more."""
    for piece, given, turn in history.said:
        if not given and turn is None:
            message = f"it has a text that is not in the conversation, or there again: {brief(piece.value)}"
            yield "added/text", Breach("text-added", (OUTPUT, *piece.at), message)
    said = {exchange.said.number for exchange in history.exchanges if exchange.said is not None}
    owed = Counter(
        [exchange.call.id for exchange in history.exchanges if exchange.said is None]
        + [item.id for item in history.given.of_kind(CALL)]
    )
    names = Counter(item.value[1] for item in history.given.of_kind(CALL))
    for item in history.came.of_kind(CALL):
        if item.number in said:
            continue
        known, key = (owed, item.id) if item.id else (names, item.value[1])  # which may be known by its name alone
        known[key] -= 1
        if known[key] == -1:
            which = f"{brief(item.id)} of " if item.id else ""
            message = f"it has a call that was not made, or there again: {which}{brief(item.value[1])}"
            yield "added/call", Breach("call-added", (OUTPUT, *item.at), message)


def order(history: LoopHistory) -> Iterator[Found]:
    """Nothing precedes what was said before it. Within an answer, calls and results may alternate."""
    ranks = dict(_ranks(history))
    calls = {
        exchange.result.number: exchange.said
        for exchange in history.exchanges
        if exchange.result is not None and exchange.words is None
    }
    seen: dict[str, tuple[int, int]] = {}
    for piece in history.came.all:
        rank = ranks.get(piece.number)
        if rank is None:
            continue
        call = calls.get(piece.number)
        is_early = call is not None and call.number > piece.number
        is_late = piece.number not in calls and rank < seen.get(piece.kind, rank)
        if is_early or is_late or rank[0] < max((turn for turn, _place in seen.values()), default=0):
            message = f"the {piece.kind} {brief(_shown(piece))} is behind what came after"
            yield "order/said", Breach("disorder", (OUTPUT, *piece.at), message)
            return
        seen[piece.kind] = max(rank, seen.get(piece.kind, rank))


def _shown(piece: FlatItem) -> JSON:
    """Return what a message says of a piece: a text, the id of a call, or its name where it has none."""
    return piece.value if piece.kind == TEXT else piece.id or getattr(piece.fact, "name", None)


def _ranks(history: LoopHistory) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield where in the conversation what a request says belongs: the turn, from 1, and the place in it."""
    for piece, given, turn in history.said:
        if given and given[-1].speaker != SYSTEM:
            yield piece.number, (0, given[-1].number)
        elif turn is not None:
            yield piece.number, (turn + 1, 0)
    for place, exchange in enumerate(history.exchanges):
        for said, rank in ((exchange.said, place), (exchange.result, 0)):
            if said is not None and said.kind in (CALL, RESULT):
                yield said.number, (exchange.turn + 1, rank)


def results(history: LoopHistory) -> Iterator[Found]:
    """Each call that was run has one result, in the order of the calls of an answer."""
    for _turn, group in groupby(history.exchanges, lambda exchange: exchange.turn):
        calls = list(group)
        found = [(call, call.result) for call in calls if call.result is not None]
        missing = [call.call for call in calls if call.result is None and history.is_run(call.call)]
        if len(calls) > 1 and any(history.is_run(call.call) for call in calls):
            yield "kept/result/parallel", REACHED
        if missing:
            message = f"it has no result for {missing[0]}" + (", and results of the same answer" if found else "")
            yield f"kept/result/{'parallel' if found else 'all'}", Breach("result-missing", (OUTPUT,), message)
        for (exchange, _result), (other, result) in pairwise(found):
            if other.order < exchange.order:
                message = f"the result of {other.call} precedes the one of {exchange.call}, which was called first"
                yield "order/result", Breach("order", (OUTPUT, *result.at), message)
        for exchange, result in found:
            if exchange.is_twice:
                yield (
                    "twice/result",
                    Breach("result-twice", (OUTPUT, *result.at), f"{exchange.call} has a second result"),
                )


def tools(offering: Offering) -> Iterator[Found]:
    """Each tool is offered as it is defined, once, in the form of the format, and no other one is."""
    left = list(offering.tools)
    for owed in offering.owed_tools:
        named = [tool for tool in left if tool.name == owed.name]
        found = next((tool for tool in named if tool.kind == owed.kind), named[0] if named else None)
        other = next((tool for tool in left if offering.is_rewritten(owed.name or "", tool.name or "")), None)
        if found is not None:
            left.remove(found)
            for breach in _changed_tool(offering, owed, found):
                yield f"exact/tool/{breach.kind}", breach
        elif other is not None:
            message = f"wanted a tool of the name {brief(owed.name)}, {but_got(other.name)}"
            yield "exact/tool/text-changed", Breach("text-changed", (OUTPUT, *other.at[0]), message)
        else:
            message = f"it does not offer the tool {brief(owed.name)}"
            yield "kept/tool", Breach("tool-lost", (INPUT, *owed.at[0]), message)
    names = {owed.name for owed in offering.owed_tools}
    for tool in left:
        kind, what = ("tool-twice", "once more") if tool.name in names else ("tool-invented", "that was not given")
        yield "added/tool", Breach(kind, (OUTPUT, *tool.at[0]), f"it offers a tool {what}: {brief(tool.name)}")


def _changed_tool(offering: Offering, owed: Tool, got: Tool) -> Iterator[Breach]:
    """Yield what a tool has not as its definition has it."""
    at: Place = (OUTPUT, *got.at[-1])
    if got.kind != owed.kind:
        yield Breach("tool-form", at, f"the tool {brief(owed.name)} has not the form of the API")
        return
    for other in got.others:
        message = f"{other.word} of {brief(owed.name)} is {brief(other.value)}, which it cannot be"
        yield Breach(CHANGED, (*at, other.word), message)
    said, came = owed.description, got.description
    if came != said if said is not None else came not in (None, "", owed.name):
        message = f"the description of {brief(owed.name)} is {brief(came)}; wanted {brief(said)}"
        if offering.is_rewritten(said or "", came or ""):
            yield Breach("text-changed", (OUTPUT, *got.at[0]), message)
        else:
            yield Breach(CHANGED, (*at, "description"), message)
    wanted, schema = (tool.schema.value if tool.schema is not None else None for tool in (owed, got))
    for kind in offering.schema_changes(wanted, schema):
        message = f"the parameters of {brief(owed.name)} are {brief(schema)}; wanted {brief(wanted)}"
        member = got.schema.at[0][-1] if got.schema is not None and got.schema.at else "parameters"
        yield Breach(kind, (*at, member), message)
    if got.strict not in ((None, True) if owed.strict else (None, False)):
        message = f"strict of {brief(owed.name)} is {brief(got.strict)}; the definition says {brief(owed.strict)}"
        yield Breach(CHANGED, (*at, "strict"), message)
