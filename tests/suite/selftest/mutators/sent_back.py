"""Defects that no client of an answer notices, and the API refuses when the answer comes back as history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

from conformance.formats.model.answer import ASKS, DONE, Answer
from conformance.formats.model.conversation import Call
from tests.suite.selftest.mutators.editing import candidate_of, with_candidate
from tests.suite.selftest.mutators.model import Mutator, of_answer, of_value

Block = dict[str, Any]
_START, _STOP = "content_block_start", "content_block_stop"


def _with_empty_texts(before: Callable[[int, Block], bool]) -> Callable[[Any], Any]:
    """Make a change that puts an empty text before blocks. before: whether before the block of a place."""

    def changed(value: Any) -> Any:
        if isinstance(value, list):
            return _in_events(value, before)
        if not isinstance(value, dict) or not isinstance(value.get("content"), list):
            return value
        blocks: list[Block] = []
        for place, block in enumerate(value["content"]):
            blocks += [{"type": "text", "text": ""}] * before(place, block) + [block]
        return {**value, "content": blocks}

    return changed


def _in_events(events: list[Any], before: Callable[[int, Block], bool]) -> list[Any]:
    made: list[Any] = []
    numbers, number, place = count(), -1, count()
    for event in events:
        if event.get("type") == _START:
            if before(next(place), event["content_block"]):
                empty = {"index": next(numbers)}
                made += [{"type": _START, **empty, "content_block": {"type": "text", "text": ""}}]
                made += [{"type": _STOP, **empty}]
            number = next(numbers)
        made.append({**event, "index": number} if "index" in event else event)
    return made


def _with_no_calls(value: Any) -> Any:
    for choice in value.get("choices") or () if isinstance(value, dict) else ():
        if not choice["message"].get("tool_calls"):
            choice["message"]["tool_calls"] = []
    return value


def _in_progress(answer: Answer) -> Answer:
    """Say of each call of a whole answer that it is still in progress."""
    turns = tuple(
        replace(turn, state="in_progress") if any(isinstance(utterance, Call) for utterance in turn.says) else turn
        for turn in candidate_of(answer).turns
    )
    return with_candidate(answer, turns=turns) if candidate_of(answer).end.kind in (DONE, ASKS) else answer


IN_ITEMS = (Mutator(name="leaves_calls_in_progress", check="end-true", change=of_answer(_in_progress)),)

_RULES = "api-rules"
IN_BLOCKS = (
    Mutator(
        name="begins_with_an_empty_text",
        check=_RULES,
        change=of_value(_with_empty_texts(lambda place, _block: not place)),
    ),
    Mutator(
        name="says_an_empty_text_before_each_call",
        check=_RULES,
        change=of_value(_with_empty_texts(lambda _place, block: block.get("type") == "tool_use")),
    ),
)
IN_MESSAGES = (Mutator(name="writes_an_empty_list_of_calls", check=_RULES, change=of_value(_with_no_calls)),)
