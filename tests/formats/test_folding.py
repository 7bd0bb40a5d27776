"""What the fold of any format notes of a stream."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conformance.formats.chat.stream import read_stream as chat
from conformance.formats.folding import Fold
from conformance.formats.model.answer import Answer, Candidate
from conformance.formats.model.conversation import MODEL, Text, Turn
from conformance.formats.model.growth import CLOSED, GREW, OPENED, StreamState
from conformance.formats.responses.stream import read_stream as responses

SAID = Text(value="Hi.", at=(("content", 0),))
ANSWER = Answer(candidates=(Candidate(turns=(Turn(speaker=MODEL, says=(SAID,)),)),))


def folded() -> Fold:
    fold = Fold()
    fold.where["content", 0] = [(0,), (1, "delta")]
    fold.step(0, OPENED, ("content", 0))
    fold.step(1, GREW, ("content", 0), 3)
    return fold


def test_what_was_opened_is_open_until_it_is_closed() -> None:
    fold = folded()
    assert fold.grown(ANSWER, "cut").open == (("content", 0),)
    fold.step(2, CLOSED, ("content", 0))
    grown = fold.grown(ANSWER, "whole")
    assert (grown.open, grown.ended) == ((), "whole")
    assert [(step.event, step.what, step.key, step.size) for step in grown.steps] == [
        (0, OPENED, ("content", 0), 0),
        (1, GREW, ("content", 0), 3),
        (2, CLOSED, ("content", 0), 0),
    ]


def test_a_fact_is_at_the_events_that_it_is_from() -> None:
    grown = folded().grown(ANSWER, "cut")
    assert grown.answer.candidates[0].turns[0].says[0].at == ((0,),)


@pytest.mark.parametrize(
    ("read", "events"),
    [
        (chat, [{"created": 0, "model": "", "choices": []}, {"created": 1, "model": "a", "service_tier": "auto"},
                {"created": 2, "model": "a", "service_tier": "default"}]),
        (responses, [{"type": "response.created", "response": {"created_at": 1, "model": "a", "service_tier": "auto"}},
                     {"type": "response.completed",
                      "response": {"created_at": 2, "model": "a", "service_tier": "default", "output": []}}]),
    ],
)  # fmt: skip
def test_each_value_that_events_repeat_is_noted(read: Callable[[list[Any]], StreamState], events: list[Any]) -> None:
    grown = read(events)
    assert grown.repeated == {"created": (1, 2), "model": ("a",), "tier": ("auto", "default")}
    assert (grown.answer.created, grown.answer.tier) == (2, "default")


def test_paths_of_the_fold_become_those_of_the_answer() -> None:
    moved = Text(value="Hi.", at=(("parts", 7),))
    answer = Answer(candidates=(Candidate(turns=(Turn(speaker=MODEL, says=(moved,)),)),))
    grown = folded().grown(answer, "cut", lambda at: ("parts", 7))
    assert grown.open == (("parts", 7),)
    assert {step.key for step in grown.steps} == {("parts", 7)}
    assert grown.answer.candidates[0].turns[0].says[0].at == ((0,),)
