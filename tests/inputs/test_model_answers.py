"""Answers of the model: what a format's habits say is in them, and nothing that contradicts itself."""

from __future__ import annotations

import random
from dataclasses import replace

from conformance.formats.model.answer import ASKS, LENGTH, PAUSE, Answer, End
from conformance.formats.model.conversation import Call, Hosted, Reasoning, Text
from conformance.formats.neighbours import TEXT
from conformance.inputs.choices import Dealing, DealtOptions
from conformance.inputs.model_answers import Habits, make_answer, stories_of

_STEP = Hosted(format="anthropic", word="run", value={"n": 1}, stage="called")
_HABITS = Habits(
    stories=stories_of("anthropic"),
    ids=DealtOptions(("call-{}",)),
    models=DealtOptions(("model-1",)),
    tiers=DealtOptions((None, "fast")),
    at_window=End(kind=LENGTH, word="full"),
    step=lambda _choices, _number: (_STEP, _STEP),
    beside_pages=(),
)


def _drawn(habits: Habits, count: int = 200) -> list[Answer]:
    choices = Dealing(random.Random(7))
    return [make_answer(choices, habits) for _ in range(count)]


def test_answers_say_all_kinds_of_facts_with_the_ids_models_and_words_of_the_format() -> None:
    drawn = _drawn(_HABITS)
    says = [fact for element in drawn for turn in element.candidates[0].turns for fact in turn.says]
    assert {type(utterance) for utterance in says} == {Call, Hosted, Reasoning, Text}
    assert all(str(utterance.id).casefold().startswith("call-") for utterance in says if isinstance(utterance, Call))
    assert {element.model for element in drawn} == {"model-1"}
    assert {element.tier for element in drawn} == {None, "fast"}
    assert "full" in {element.candidates[0].end.word for element in drawn}
    assert {len(utterance.citations) for utterance in says if isinstance(utterance, Text)} == {0, 1, 2}


def test_the_end_of_an_answer_is_one_that_what_it_says_allows() -> None:
    for element in _drawn(_HABITS):
        (turn,), end = element.candidates[0].turns, element.candidates[0].end
        calls = any(isinstance(fact, Call) for fact in turn.says)
        assert calls is (end.kind == ASKS) or end.kind == LENGTH
        assert end.kind != PAUSE or isinstance(turn.says[-1], Hosted | Text)


def test_counts_of_a_cache_and_of_thoughts_are_among_the_others() -> None:
    for element in _drawn(_HABITS):
        assert element.usage is not None
        assert (element.usage.input or 0) >= (element.usage.written or 0) + (element.usage.cached or 0)
        assert (element.usage.output or 0) >= (element.usage.reasoning or 0)


def test_a_format_chooses_what_is_said() -> None:
    habits = replace(_HABITS, stories=DealtOptions(((TEXT,),)))
    assert {len(element.candidates[0].turns[0].says) for element in _drawn(habits, 20)} == {1}
