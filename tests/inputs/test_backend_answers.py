"""Answers to clients of Anthropic's API are real and hold what backends give; one with a fault has one fault."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from conformance.apis.input_validity import DOCUMENTED, MALFORMED, REAL, standing_of
from conformance.formats.chat.read import read_answer
from conformance.formats.chat.stream import read_stream
from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import Reasoning
from conformance.inputs.backend_answers import (
    make_malformed_response,
    make_malformed_stream,
    make_response,
    make_stream,
)
from conformance.inputs.choices import Choices, Dealing

WHOLE, STREAM = "chat-response-to-anthropic-response", "chat-stream-to-anthropic-stream"
UNASKED = {"several choices", "an old call", "sound"}
OF_SERVERS = {"empty arguments", "calls that begin at 1", "chunks without choices", "results without a delta"}


def drawn(make: Callable[[Choices], Any], count: int = 100) -> list[Any]:
    choices = Dealing(Random(1))
    return [make(choices) for _ in range(count)]


@pytest.mark.parametrize(("operation", "make"), [(WHOLE, make_response), (STREAM, make_stream)])
def test_answers_are_real(operation: str, make: Callable[[Choices], Any]) -> None:
    for choices in (Dealing(Random(1)), Choices(Random(2).randrange)):
        found = [standing_of(operation, make(choices)) for _ in range(100)]
        assert [finding.reasons for finding in found if finding.kind != REAL] == []


@pytest.mark.parametrize(
    ("make", "read"), [(make_response, read_answer), (make_stream, lambda chunks: read_stream(chunks).answer)]
)
def test_answers_hold_thoughts_and_details_of_the_usage(
    make: Callable[[Choices], Any], read: Callable[[Any], Answer]
) -> None:
    answers = [read(value) for value in drawn(make)]
    usages = [answer.usage for answer in answers if answer.usage is not None]
    facts = [fact for answer in answers for each in answer.candidates for turn in each.turns for fact in turn.says]
    assert any(isinstance(fact, Reasoning) for fact in facts)
    assert any(usage.cached for usage in usages)
    assert any(usage.written for usage in usages)
    assert any(usage.reasoning for usage in usages)


@pytest.mark.parametrize(("operation", "make"), [(WHOLE, make_malformed_response), (STREAM, make_malformed_stream)])
def test_what_nobody_asks_for_is_documented_and_a_fault_is_malformed(
    operation: str, make: Callable[[Choices], tuple[str, Any]]
) -> None:
    kinds: dict[str, set[str]] = {}
    for name, value in drawn(make, 200):
        kinds.setdefault(name, set()).add(standing_of(operation, value).kind)
    assert {name for name, found in kinds.items() if DOCUMENTED in found} - OF_SERVERS == UNASKED
    assert all(found == {MALFORMED} for name, found in kinds.items() if name not in UNASKED | OF_SERVERS)
