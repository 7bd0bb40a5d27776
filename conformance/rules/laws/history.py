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
            one for law in (kept_history, answers, exact, added_to_history, order, results, tools) for one in law(self)
        )

    @cached_property
    def texts(self) -> list[FlatItem]:
        """The texts of the request."""
        return self.came.of_kind(TEXT)

    @cached_property
    def lost(self) -> tuple[FlatItem, ...]:
        """The given texts that are in no text of the request."""
        given = self.given.of_kind(TEXT)
        return tuple(one for one in given if not any(one.value in text.value for text in self.texts))

    @cached_property
    def said(self) -> tuple[TextOrigin, ...]:
        """The texts of the request that have words, each with who said it before."""
        left = [one for one in self.given.of_kind(TEXT) if one.value.strip()]
        used: set[tuple[int | None, str]] = set()  # the model may say a text in several answers
        found = []
        for piece in (one for one in self.texts if one.value.strip()):
            taken = self._taken(piece.value, left)
            left = [one for one in left if one not in taken]
            turns = [] if taken else self._turns(piece.value)
            turn = next((turn for turn in turns if (turn, piece.value) not in used), turns[-1] if turns else None)
            used.add((turn, piece.value))
            found.append(TextOrigin(piece, tuple(taken), turn))
        return tuple(found)

    def _taken(self, text: str, left: Sequence[FlatItem]) -> list[FlatItem]:
        """Return the given texts that a text is, or is joined of; none for another text. left: those not yet found."""
        for is_same in (str.__eq__, self.is_rewritten):
            for one in left:
                if is_same(one.value, text):
                    return [one]
        taken: list[FlatItem] = []
        end = 0
        for one in left:
            start = len(text) - len(text[end:].lstrip()) if taken else 0
            if text.startswith(one.value, start):
                taken.append(one)
                end = start + len(one.value)
        return taken if end == len(text) else []

    def _turns(self, text: str) -> list[int]:
        """Return the answers that have a text: a short one may be a part of many, so that one that is it is first."""
        whole = [turn for turn, said in enumerate(self.answers) if said is not None and text in said]
        return whole or [
            turn for turn, said in enumerate(self.answers)
            if said is None or any(text in one or self.is_rewritten(one, text) for one in said if one)
        ]  # fmt: skip


def kept_history(both: LoopHistory) -> Iterator[Found]:
    """Each given text is there. One that is written differently has its own key."""
    for one in both.lost:
        other = next((came for came in both.texts if both.is_rewritten(one.value, came.value)), None)
        if other is None:
            message = f"it does not carry the text of message {one.entry + 1}: {brief(one.value)}"
            yield "kept/text", Breach("message-lost", (INPUT, *one.at[:2]), message)
        else:
            yield "exact/text/lost", _changed_text(one, other)


def answers(both: LoopHistory) -> Iterator[Found]:
    """The texts of each answer that has calls are there too, whole or in parts."""
    said = _dense("".join(one.value for one in both.texts))
    for turn in dict.fromkeys(one.turn for one in both.exchanges):
        text = (both.answers[turn] or ("",))[0] or ""
        if not text.strip():
            continue
        yield "kept/answer", REACHED
        if _dense(text) not in said and not any(both.is_rewritten(text, one.value) for one in both.texts):
            message = f"it does not carry the text beside the calls of answer {turn + 1}: {brief(text)}"
            yield "kept/answer", Breach("answer-lost", (OUTPUT,), message)


def _dense(text: str) -> str:
    return "".join(text.split())


def exact(both: LoopHistory) -> Iterator[Found]:
    """A text that is a given one is it letter by letter."""
    for piece, given, _turn in both.said:
        if len(given) == 1 and given[0].value != piece.value:
            yield "exact/text", _changed_text(given[0], piece)


def _changed_text(one: FlatItem, other: FlatItem) -> Breach:
    return Breach("text-changed", (OUTPUT, *other.at), f"wanted the text {brief(one.value)}, {but_got(other.value)}")


def added_to_history(both: LoopHistory) -> Iterator[Found]:
    """No text is there that nobody said, no call that the model did not make, and none of them once more."""
    for piece, given, turn in both.said:
        if not given and turn is None:
            message = f"it has a text that is not in the conversation, or there again: {brief(piece.value)}"
            yield "added/text", Breach("text-added", (OUTPUT, *piece.at), message)
    owed = Counter([one.call.id for one in both.exchanges] + [one.id for one in both.given.of_kind(CALL)])
    for one in both.came.of_kind(CALL):
        owed[one.id] -= 1
        if owed[one.id] == -1:
            message = f"it has a call that was not made, or there again: {brief(one.id)} of {brief(one.value[1])}"
            yield "added/call", Breach("call-added", (OUTPUT, *one.at), message)


def order(both: LoopHistory) -> Iterator[Found]:
    """Nothing precedes what was said before it. Within an answer, calls and results may alternate."""
    ranks = dict(_ranks(both))
    calls = {one.result.number: one.said for one in both.exchanges if one.result is not None and one.words is None}
    seen: dict[str, tuple[int, int]] = {}
    for piece in both.came.all:
        rank = ranks.get(piece.number)
        if rank is None:
            continue
        call = calls.get(piece.number)
        is_early = call is not None and call.number > piece.number
        is_late = piece.number not in calls and rank < seen.get(piece.kind, rank)
        if is_early or is_late or rank[0] < max((turn for turn, _place in seen.values()), default=0):
            message = (
                f"the {piece.kind} {brief(piece.value if piece.kind == TEXT else piece.id)} is behind what came after"
            )
            yield "order/said", Breach("disorder", (OUTPUT, *piece.at), message)
            return
        seen[piece.kind] = max(rank, seen.get(piece.kind, rank))


def _ranks(both: LoopHistory) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield where in the conversation what a request says belongs: the turn, from 1, and the place in it."""
    for piece, given, turn in both.said:
        if given and given[-1].speaker != SYSTEM:
            yield piece.number, (0, given[-1].number)
        elif turn is not None:
            yield piece.number, (turn + 1, 0)
    for place, one in enumerate(both.exchanges):
        for said, rank in ((one.said, place), (one.result, 0)):
            if said is not None and said.kind in (CALL, RESULT):
                yield said.number, (one.turn + 1, rank)


def results(both: LoopHistory) -> Iterator[Found]:
    """Each call that was run has one result, in the order of the calls of an answer."""
    for _turn, group in groupby(both.exchanges, lambda one: one.turn):
        calls = list(group)
        found = [(one, one.result) for one in calls if one.result is not None]
        missing = [one.call for one in calls if one.result is None and both.is_run(one.call)]
        if len(calls) > 1 and any(both.is_run(one.call) for one in calls):
            yield "kept/result/parallel", REACHED
        if missing:
            message = f"it has no result for {missing[0]}" + (", and results of the same answer" if found else "")
            yield f"kept/result/{'parallel' if found else 'all'}", Breach("result-missing", (OUTPUT,), message)
        for (one, _result), (other, result) in pairwise(found):
            if other.order < one.order:
                message = f"the result of {other.call} precedes the one of {one.call}, which was called first"
                yield "order/result", Breach("order", (OUTPUT, *result.at), message)
        for one, result in found:
            if one.is_twice:
                yield "twice/result", Breach("result-twice", (OUTPUT, *result.at), f"{one.call} has a second result")


def tools(both: Offering) -> Iterator[Found]:
    """Each tool is offered as it is defined, once, in the form of the format, and no other one is."""
    left = list(both.tools)
    for owed in both.owed_tools:
        named = [one for one in left if one.name == owed.name]
        found = next((one for one in named if one.kind == owed.kind), named[0] if named else None)
        other = next((one for one in left if both.is_rewritten(owed.name or "", one.name or "")), None)
        if found is not None:
            left.remove(found)
            for breach in _changed_tool(both, owed, found):
                yield f"exact/tool/{breach.kind}", breach
        elif other is not None:
            message = f"wanted a tool of the name {brief(owed.name)}, {but_got(other.name)}"
            yield "exact/tool/text-changed", Breach("text-changed", (OUTPUT, *other.at[0]), message)
        else:
            message = f"it does not offer the tool {brief(owed.name)}"
            yield "kept/tool", Breach("tool-lost", (INPUT, *owed.at[0]), message)
    names = {owed.name for owed in both.owed_tools}
    for one in left:
        kind, what = ("tool-twice", "once more") if one.name in names else ("tool-invented", "that was not given")
        yield "added/tool", Breach(kind, (OUTPUT, *one.at[0]), f"it offers a tool {what}: {brief(one.name)}")


def _changed_tool(both: Offering, owed: Tool, got: Tool) -> Iterator[Breach]:
    """Yield what a tool has not as its definition has it."""
    at: Place = (OUTPUT, *got.at[-1])
    if got.kind != owed.kind:
        yield Breach("tool-form", at, f"the tool {brief(owed.name)} has not the form of the API")
        return
    for one in got.others:
        message = f"{one.word} of {brief(owed.name)} is {brief(one.value)}, which it cannot be"
        yield Breach(CHANGED, (*at, one.word), message)
    said, came = owed.description, got.description
    if came != said if said is not None else came not in (None, "", owed.name):
        message = f"the description of {brief(owed.name)} is {brief(came)}; wanted {brief(said)}"
        if both.is_rewritten(said or "", came or ""):
            yield Breach("text-changed", (OUTPUT, *got.at[0]), message)
        else:
            yield Breach(CHANGED, (*at, "description"), message)
    wanted, schema = (one.schema.value if one.schema is not None else None for one in (owed, got))
    for kind in both.schema_changes(wanted, schema):
        message = f"the parameters of {brief(owed.name)} are {brief(schema)}; wanted {brief(wanted)}"
        yield Breach(kind, (*at, "parameters"), message)
    if got.strict not in ((None, True) if owed.strict else (None, False)):
        message = f"strict of {brief(owed.name)} is {brief(got.strict)}; the definition says {brief(owed.strict)}"
        yield Breach(CHANGED, (*at, "strict"), message)
