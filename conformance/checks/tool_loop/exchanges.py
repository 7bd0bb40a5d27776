"""Which call and which result of the model's turns a request carries."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from conformance.checks.tool_loop.facts import WORDS, Fact
from conformance.checks.tool_loop.script import Call
from conformance.formats.facts import CALL, RESULT, TEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One call that a request owes the API, and what the request says of it.

    turn: which answer of the script called. said: the call in the request. result: its result. further: how many
    results of the same call came beyond it. known: whether the API has the call already, by the response's id.
    order: the position of the result.
    """

    turn: int
    call: Call
    said: Fact | None
    result: Fact | None
    further: int = 0
    known: bool = False
    order: tuple[int, int] = (0, 0)


def exchanges(
    facts: Sequence[Fact], owed: Sequence[tuple[int, Call]], known: frozenset[int], answered: frozenset[int]
) -> tuple[Exchange, ...]:
    """Pair the calls that are owed with the facts of a request, by id, and by order where an id comes again.

    owed: (turn, call) in order. known: turns whose calls the API has already; answered: those whose results too.
    """
    calls, results = _by_id(facts, CALL), _by_id(facts, RESULT)
    texts = [(position, fact) for position, fact in enumerate(facts) if fact.kind == TEXT]
    need: dict[str, int] = defaultdict(int)
    for turn, call in owed:
        need[call.id] += turn not in answered
    paired: list[Exchange] = []
    for turn, call in owed:
        if turn in answered:
            continue
        need[call.id] -= 1
        said = result = None
        order = (0, 0)
        if turn not in known and calls[call.id]:
            said = calls[call.id].popleft()[1]
        if results[call.id] and not _is_of_a_later_call(results[call.id], calls[call.id], need[call.id]):
            position, result = results[call.id].popleft()
            order = (position, 0)
        further = 0 if need[call.id] else len(results[call.id])
        if result is None:
            order, result = _in_words(texts, call, paired)
            if said is None and turn not in known:
                said = _named(texts, call)
        paired.append(
            Exchange(turn=turn, call=call, said=said, result=result, further=further, known=turn in known, order=order)
        )
    return tuple(paired)


def _is_of_a_later_call(results: deque[tuple[int, Fact]], calls: deque[tuple[int, Fact]], later: int) -> bool:
    """Whether the next result of an id comes after the next call of that id, and there are too few for both.

    calls: those of the id that come later in the request. later: how many calls of the id are owed a result after this.
    """
    return bool(calls) and len(results) <= later and calls[0][0] < results[0][0]


def _by_id(facts: Sequence[Fact], kind: str) -> defaultdict[str, deque[tuple[int, Fact]]]:
    queues: defaultdict[str, deque[tuple[int, Fact]]] = defaultdict(deque)
    for position, fact in enumerate(facts):
        if fact.kind == kind:
            queues[fact.id].append((position, fact))
    return queues


def _in_words(
    texts: Sequence[tuple[int, Fact]], call: Call, paired: Sequence[Exchange]
) -> tuple[tuple[int, int], Fact | None]:
    """Find a result in a user's text, which names the call's id. A text may hold several."""
    for position, fact in texts:
        if fact.role == "user" and call.id and call.id in fact.value:
            found = re.search(rf"(?<![\w-]){re.escape(call.id)}(?![\w-])", fact.value)
            if found and not any(one.result and one.result.at == fact.at and one.call.id == call.id for one in paired):
                result = replace(fact, kind=RESULT, form=WORDS, id=call.id, value=fact.value[found.end() :])
                return (position, found.start()), result
    return (0, 0), None


def _named(texts: Sequence[tuple[int, Fact]], call: Call) -> Fact | None:
    """Find an assistant's text that names the function that was called."""
    for _position, fact in texts:
        if fact.role == "assistant" and call.name and call.name in fact.value:
            return replace(fact, kind=CALL, form=WORDS)
    return None
