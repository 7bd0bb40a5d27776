"""Situations: what no single place of an input shows, such as the order of its entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby, pairwise

from conformance.base.values import JSON
from conformance.formats.exchange_parts import answer_format, answer_in
from conformance.formats.operations import source_format
from tests.suite.coverage import (
    anthropic_streams,
    chat_streams,
    definitions,
    exchanges,
    facts,
    handles,
    loops,
    members,
    said,
    streams,
    tool_lists,
)
from tests.suite.coverage.tool_lists import differ_in_case
from tests.suite.coverage.turns import CALL, RESULT, TurnStep, steps_of

# By source format: the kinds of steps of a conversation or an answer.
_KINDS_OF: Mapping[str, tuple[str, ...]] = {
    "chat-messages": ("system", "developer", "user", "assistant", CALL, RESULT),
    "responses-input": ("system", "developer", "user", "assistant", CALL, RESULT, "reasoning"),
    "responses-output": ("assistant", CALL, "reasoning"),
    "responses-response": ("assistant", CALL, "reasoning"),
    "chat-response": ("assistant", CALL),
    "chat-stream": ("assistant", CALL),
}
STREAM, CHAT_STREAM, ANTHROPIC_STREAM = "responses-stream", "chat-stream", "anthropic-stream"
LOOP, DEFINITION = "tool-loop", "tool-definition"
# Whether these rows count on inputs that no client sends too: servers differ from the API.
ANY_STANDING = streams.CARRIERS | chat_streams.OF_HOSTS


def rows(operation: str) -> Iterator[str]:
    """Yield the rows of an operation's situations."""
    source = answer_format(source_format(operation))
    if source != source_format(operation):
        yield from exchanges.rows(source)
    yield from facts.rows(source)
    yield from handles.rows(source)
    yield from said.rows(source)
    if source in _KINDS_OF:
        yield from _rows_of_conversations(_KINDS_OF[source])
    if source in members.FORMATS:
        yield from members.rows(operation)
    if source in tool_lists.FORMATS:
        yield from tool_lists.rows(source)
    elif source == STREAM:
        yield from streams.rows()
    elif source == CHAT_STREAM:
        yield from chat_streams.rows()
    elif source == ANTHROPIC_STREAM:
        yield from anthropic_streams.rows()
    elif source == DEFINITION:
        yield from definitions.rows()
    elif source == LOOP:
        yield from loops.rows()


def marks(operation: str, given: JSON) -> Iterator[str]:
    """Yield the rows of its situations that an input covers."""
    given_in, source = source_format(operation), answer_format(source_format(operation))
    yield from handles.marks(source, given)
    if source != given_in:
        yield from exchanges.marks(source, given)
        given = answer_in(given_in, given)
    yield from facts.marks(source, given)
    yield from said.marks(source, given)
    if source in _KINDS_OF:
        yield from _marks_of_conversation(list(steps_of(source, given)))
    if source in members.FORMATS:
        yield from members.marks(operation, given)
    if source in tool_lists.FORMATS:
        yield from tool_lists.marks(source, given.get("tools") if isinstance(given, dict) else given)
    elif source == STREAM:
        yield from streams.marks(given)
    elif source == CHAT_STREAM:
        yield from chat_streams.marks(given)
    elif source == ANTHROPIC_STREAM:
        yield from anthropic_streams.marks(given)
    elif source == DEFINITION:
        yield from definitions.marks(given)
    elif source == LOOP:
        yield from loops.marks(given)


def _rows_of_conversations(kinds: tuple[str, ...]) -> Iterator[str]:
    yield from (f"order: {kind} {place}" for kind in kinds for place in ("first", "last"))
    yield from (f"calls: {name}" for name in _OF_CALLS)
    if RESULT in kinds:
        yield from (f"calls: {name}" for name in _OF_RESULTS)


def _marks_of_conversation(steps: list[TurnStep]) -> Iterator[str]:
    kinds = [step.kind for step in steps]
    if kinds:
        yield f"order: {kinds[0]} first"
        yield f"order: {kinds[-1]} last"
    turns = [[step for _kind, step in group] for kind, group in _in_rows(steps) if kind == CALL]
    yield from (f"calls: {name}" for name, fits in _OF_CALLS.items() if fits(turns))
    yield from (f"calls: {name}" for name, fits in _OF_RESULTS.items() if fits(steps))


def _in_rows(steps: list[TurnStep]) -> Iterator[tuple[str, Iterator[tuple[str, TurnStep]]]]:
    return groupby(((step.kind, step) for step in steps), lambda pair: pair[0])


def _any_turn(fits: Callable[[list[TurnStep]], bool]) -> Callable[[list[list[TurnStep]]], bool]:
    return lambda turns: any(map(fits, turns))


_OF_CALLS: dict[str, Callable[[list[list[TurnStep]]], bool]] = {
    "one": _any_turn(lambda calls: len(calls) == 1),
    "several": _any_turn(lambda calls: len(calls) > 1),
    "more than 4": _any_turn(lambda calls: len(calls) > 4),
    "several of one tool": _any_turn(lambda calls: len({call.name for call in calls}) < len(calls)),
    "the same twice": _any_turn(lambda calls: len({(call.name, call.text) for call in calls}) < len(calls)),
    "the same arguments for two tools": _any_turn(
        lambda calls: any(a.text == b.text and a.name != b.name for a in calls for b in calls)
    ),
    "names that differ in case": lambda turns: differ_in_case([call.name for calls in turns for call in calls]),
    "ids in order": _any_turn(lambda calls: len(calls) > 1 and _ids(calls) == sorted(_ids(calls))),
    "ids out of order": _any_turn(lambda calls: _ids(calls) != sorted(_ids(calls))),
    "ids that differ in case": lambda turns: differ_in_case([call.id for calls in turns for call in calls]),
    "an id that begins like another": _any_turn(
        lambda calls: any(a.id != b.id and a.id.startswith(b.id) for a in calls for b in calls)
    ),
}


def _ids(calls: list[TurnStep]) -> list[str]:
    return [call.id for call in calls]


def _of(steps: list[TurnStep], kind: str) -> list[str]:
    return [step.id for step in steps if step.kind == kind]


_OF_RESULTS: dict[str, Callable[[list[TurnStep]], bool]] = {
    "results in their order": lambda steps: len(_of(steps, RESULT)) > 1 and _of(steps, CALL) == _of(steps, RESULT),
    "results in another order": lambda steps: (
        _of(steps, CALL) != _of(steps, RESULT) and sorted(_of(steps, CALL)) == sorted(_of(steps, RESULT))
    ),
    "an id again in a later turn": lambda steps: len(set(_of(steps, CALL))) < len(_of(steps, CALL)),
    "two turns with calls": lambda steps: sum(kind == CALL for kind, _group in _in_rows(steps)) == 2,
    "more than two turns with calls": lambda steps: sum(kind == CALL for kind, _group in _in_rows(steps)) > 2,
    "the same result twice": lambda steps: any(
        a.text == b.text and a.text for a, b in pairwise([step for step in steps if step.kind == RESULT])
    ),
    "a result without its call": lambda steps: not set(_of(steps, RESULT)) <= set(_of(steps, CALL)),
}
