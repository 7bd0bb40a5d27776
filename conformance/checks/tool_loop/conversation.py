"""The conversation in a request of a tool loop: each given text once and in order, and no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.checks.exact import is_rewritten
from conformance.checks.findings import Failure, brief
from conformance.checks.tool_loop.exchanges import Exchange
from conformance.checks.tool_loop.facts import WORDS, Fact, read
from conformance.checks.tool_loop.view import Asked, ToolLoop, requests_at
from conformance.emulator import CHAT
from conformance.formats.facts import CALL, TEXT

Place = tuple[str | int, ...]  # of a fact in the body

_SYSTEM = ("system", "developer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A text of a request, the given texts that it is or is joined of, and the answer of the model that has it.

    given: with the place of each in the conversation.
    """

    fact: Fact
    given: tuple[tuple[int, Fact], ...]
    turn: int | None


def conversation(view: ToolLoop, asked: Asked, carried: tuple[Exchange, ...] = ()) -> Iterator[Failure]:
    """Yield texts of a request that nobody said, or that are there again, and what is not in order.

    carried: the calls that the request owes. Where calls and results may be texts, nothing is known of these.
    """
    if _may_be_words(view, has_calls=bool(carried)):
        return
    ranks: dict[Place, tuple[int, int]] = {}
    for one in said(view, asked):
        if one.given:
            place, text = one.given[-1]
            if text.role not in _SYSTEM:
                ranks[one.fact.at] = 0, place
        elif one.turn is not None:
            ranks[one.fact.at] = one.turn + 1, 0
        else:
            message = f"request {asked.number + 1} has a text that is not in the conversation, or there again"
            yield Failure("text-added", requests_at(asked.number, *one.fact.at), f"{message}: {brief(one.fact.value)}")
    yield from _twice(asked, carried, _given_facts(view))
    yield from _disorder(asked, carried, ranks)


def rewritten(view: ToolLoop, asked: Asked) -> Iterator[tuple[str, Fact]]:
    """Yield the given texts that a request has in another writing."""
    if not _may_be_words(view, has_calls=bool(asked.number)):
        for one in said(view, asked):
            if len(one.given) == 1 and one.given[0][1].value != one.fact.value:
                yield one.given[0][1].value, one.fact


def said(view: ToolLoop, asked: Asked) -> Iterator[Said]:
    """Yield the texts of a request."""
    left = [(place, fact) for place, fact in enumerate(_given_facts(view)) if fact.kind == TEXT and fact.value.strip()]
    before = [turn for turn in view.heard if asked.turn is None or turn < asked.turn]
    used: set[tuple[int | None, str]] = set()  # the model may say a text in several answers
    for fact in asked.facts:
        if fact.kind == TEXT and fact.value.strip():
            taken = _taken(fact.value, left)
            left = [one for one in left if one not in taken]
            # A short text may be a part of many answers: one that it is all of comes first.
            turns = [turn for turn in before if fact.value in (view.turns[turn].answers or ())]
            turns = turns or [turn for turn in before if _is_said_in(view, turn, fact.value)]
            turn = next((turn for turn in turns if (turn, fact.value) not in used), turns[-1] if turns else None)
            if not taken:
                used.add((turn, fact.value))
            yield Said(fact=fact, given=tuple(taken), turn=turn)


def _given_facts(view: ToolLoop) -> tuple[Fact, ...]:
    return read(CHAT, {"messages": view.given["messages"]})


def _may_be_words(view: ToolLoop, *, has_calls: bool) -> bool:
    """Whether calls and results may be in a request as texts."""
    has_calls = has_calls or any(fact.kind != TEXT for fact in _given_facts(view))
    return view.api != CHAT and "text" in view.forms and has_calls


def _taken(text: str, left: list[tuple[int, Fact]]) -> list[tuple[int, Fact]]:
    """Return the given texts that a text is, or is joined of; none for another text. left: those not yet found."""
    for is_same in (str.__eq__, is_rewritten):
        for one in left:
            if is_same(one[1].value, text):
                return [one]
    taken: list[tuple[int, Fact]] = []
    end = 0
    for one in left:
        start = len(text) - len(text[end:].lstrip()) if taken else 0
        if text.startswith(one[1].value, start):
            taken.append(one)
            end = start + len(one[1].value)
    return taken if end == len(text) else []


def _is_said_in(view: ToolLoop, turn: int, text: str) -> bool:
    """Whether an answer of the model has a text, or a text that is not known."""
    if turn >= len(view.turns):
        return False
    answers = view.turns[turn].answers
    return answers is None or any(text in answer or is_rewritten(answer, text) for answer in answers if answer)


def _twice(asked: Asked, carried: tuple[Exchange, ...], given: tuple[Fact, ...]) -> Iterator[Failure]:
    owed = Counter([one.call.id for one in carried] + [fact.id for fact in given if fact.kind == CALL])
    for fact in asked.facts:
        if fact.kind == CALL and fact.form != WORDS:
            owed[fact.id] -= 1
            if fact.id in owed and owed[fact.id] == -1:
                message = f"request {asked.number + 1} has the call {brief(fact.id)} of {brief(fact.name)} once more"
                yield Failure("call-added", requests_at(asked.number, *fact.at), message)


def _disorder(asked: Asked, carried: tuple[Exchange, ...], ranks: dict[Place, tuple[int, int]]) -> Iterator[Failure]:
    """Yield what precedes something that was said before it. Within an answer, calls and results may alternate."""
    for place, one in enumerate(carried):
        for fact in (one.said, one.result):
            if fact is not None and fact.form != WORDS:
                ranks[fact.at] = one.turn + 1, (place if fact is one.said else 0)
    seen: dict[str, tuple[int, int]] = {}
    results = {one.result.at: one for one in carried if one.result is not None}
    for position, fact in enumerate(asked.facts):
        rank = ranks.get(fact.at)
        if rank is None:
            continue
        call = results[fact.at].said if fact.at in results else None
        early = call is not None and call in asked.facts[position:]
        highest = max((turn for turn, _place in seen.values()), default=0)
        if early or rank[0] < highest or (fact.at not in results and rank < seen.get(fact.kind, rank)):
            message = f"request {asked.number + 1} has {brief(fact.value)} behind what came after it"
            yield Failure("disorder", requests_at(asked.number, *fact.at), message)
            return
        seen[fact.kind] = max(rank, seen.get(fact.kind, rank))
