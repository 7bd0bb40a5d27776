"""Defects of the chunks of a Chat stream: each breaks the grammar of chunks, or loses an error or the usage."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from conformance.formats.exchanges import ANSWERS
from tests.suite.selftest.mutators.chunks import CUT_CALLS, MUTATORS
from tests.suite.selftest.mutators.model import Formats, Mutator

FORMATS = Formats(source="anthropic-stream", target="chat-stream")
FIRST = {"index": 0, "id": "t1", "type": "function", "function": {"name": "f", "arguments": ""}}
MORE = {"index": 0, "function": {"arguments": "{}"}}
OTHER = {"index": 1, "id": "t2", "type": "function", "function": {"name": "g", "arguments": "{}"}}


def chunks(*deltas: Any, finish: str | None = "tool_calls") -> list[Any]:
    around = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    ends: list[Any] = [{"index": 0, "delta": {}, "finish_reason": finish}] if finish else []
    pieces = [*({"index": 0, "delta": delta, "finish_reason": None} for delta in deltas), *ends]
    return [{**around, "choices": [copy.deepcopy(piece)]} for piece in pieces]


BEGUN = {"index": 0, "function": {"arguments": '{"a"'}}
CUT = chunks({"role": "assistant"}, {"tool_calls": [FIRST]}, {"tool_calls": [BEGUN]}, finish=None)
WHOLE = chunks({"role": "assistant", "content": "Hi"}, *({"tool_calls": [element]} for element in (FIRST, MORE, OTHER)))
FAILED = [*chunks({"role": "assistant", "content": "Hi"}, finish=None), {"error": {"message": "Overloaded"}}]


OF_USAGE = "usage-true"  # the check of what changes the usage alone


@pytest.mark.parametrize(
    "mutator",
    [mutator for mutator in MUTATORS if mutator.needs != CUT_CALLS and mutator.check != OF_USAGE],
    ids=lambda mutator: mutator.name,
)
def test_a_stream_with_the_defect_breaks_the_grammar_or_loses_its_error(mutator: Mutator) -> None:
    read = ANSWERS["chat-stream"]
    given = FAILED if mutator.answers else WHOLE
    before = copy.deepcopy(given)
    made = mutator.change(FORMATS)(None, given)
    assert given == before
    sound, changed = read(given), read(made)
    lost = sound.answer is not None and changed.answer is not None and sound.answer.failure != changed.answer.failure
    assert lost or set(changed.disorder) - set(sound.disorder)


@pytest.mark.parametrize(
    "mutator", [mutator for mutator in MUTATORS if mutator.check == OF_USAGE], ids=lambda mutator: mutator.name
)
def test_a_stream_of_calls_with_the_defect_has_no_usage(mutator: Mutator) -> None:
    usage = {"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}}
    assert not any("usage" in chunk for chunk in mutator.change(FORMATS)(None, [*copy.deepcopy(WHOLE), usage]))
    texts = [*chunks({"role": "assistant", "content": "Hi"}, finish="stop"), usage]
    assert mutator.change(FORMATS)(None, copy.deepcopy(texts)) == texts


@pytest.mark.parametrize(
    "mutator", [mutator for mutator in MUTATORS if mutator.needs == CUT_CALLS], ids=lambda mutator: mutator.name
)
def test_a_call_of_a_stream_that_broke_off_becomes_another(mutator: Mutator) -> None:
    assert mutator.change(FORMATS)(None, copy.deepcopy(CUT)) != CUT
    assert mutator.change(FORMATS)(None, copy.deepcopy(WHOLE)) == WHOLE


def test_a_sound_stream_breaks_nothing() -> None:
    assert ANSWERS["chat-stream"](WHOLE).disorder == ()
