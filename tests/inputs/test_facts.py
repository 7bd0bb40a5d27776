"""What is said in walks over the kinds of facts."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from conformance.formats.model.conversation import MODEL, TOOL, USER, Call, Hosted, Result
from conformance.formats.neighbours import ANSWER, CALL, REFUSAL, STEP, TEXT, SpokenKind, follows, own_steps, pairs
from conformance.inputs.choices import Dealing
from conformance.inputs.facts import Facts, answers, journeys


def made(journey, format="chat", seed=1):
    return list(Facts(Dealing(Random(seed)), format, "call_").turns(journey))


@pytest.mark.parametrize("format", ["chat", "responses"])
def test_journeys_have_each_pair_and_nothing_that_cannot_follow(format):
    found = journeys(format)
    assert {pair for journey in found for pair in itertools.pairwise(journey)} >= set(pairs(format))
    assert all(follows(format, journey[:at], step) for journey in found for at, step in enumerate(journey))
    assert len(found) <= 50  # a default run has so many conversations that get one


@pytest.mark.parametrize(("format", "place"), [("responses", ANSWER), ("responses", MODEL), ("anthropic", ANSWER)])
def test_answers_have_each_step_alone_and_each_pair(format, place):
    found, own = answers(format, place), own_steps(format, place)
    assert {(element,) for element in own} <= set(found)
    assert {pair for answer in found for pair in itertools.pairwise(answer)} == set(pairs(format, own))
    assert all(follows(format, answer[:at], step) for answer in found for at, step in enumerate(answer) if at)
    assert len(found) <= 24  # a default run has so many


def test_an_answer_is_as_the_api_returns_it():
    steps = [SpokenKind(ANSWER, kind) for kind in ("reasoning/summary", CALL, TEXT, REFUSAL)]
    turns = list(Facts(Dealing(Random(1)), "responses", "call_").answer(tuple(steps)))
    assert len(turns) == len(steps)  # open calls stay open
    assert {turn.speaker for turn in turns} == {MODEL}
    assert len({turn.id for turn in turns} - {None}) == len(steps)


def test_open_calls_are_answered():
    turns = made((SpokenKind(USER, TEXT), SpokenKind(MODEL, CALL)))
    calls = [utterance.id for turn in turns for utterance in turn.says if isinstance(utterance, Call)]
    assert calls == [utterance.id for turn in turns for utterance in turn.says if isinstance(utterance, Result)] != []
    assert turns[-1].speaker == TOOL


def test_a_message_that_ends_a_journey_has_calls_too():
    (said, *_results) = made((SpokenKind(MODEL, TEXT),))
    assert isinstance(said.says[-1], Call)


def test_thoughts_at_the_end_get_an_item_that_they_are_of():
    *_before, last = made((SpokenKind(USER, TEXT), SpokenKind(MODEL, "reasoning/summary")), "responses")
    assert last.form


def test_items_of_the_host_have_ids_of_their_own():
    steps = [turn.says[0] for turn in made((SpokenKind(MODEL, STEP), SpokenKind(MODEL, STEP)), "responses")]
    assert all(isinstance(step, Hosted) for step in steps)
    assert len({step.value["id"] for step in steps}) == 2
