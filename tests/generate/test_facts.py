"""What is said in walks over the kinds of facts."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from conformance.formats.neighbours import CALL, TEXT, Step, follows, pairs
from conformance.generate.choices import Dealing
from conformance.generate.facts import Facts, journeys
from conformance.model.conversation import MODEL, TOOL, USER, Call, Result


def made(journey, format="chat", seed=1):
    return list(Facts(Dealing(Random(seed)), format, "call_").turns(journey))


@pytest.mark.parametrize("format", ["chat"])
def test_journeys_have_each_pair_and_nothing_that_cannot_follow(format):
    found = journeys(format)
    assert {pair for journey in found for pair in itertools.pairwise(journey)} >= set(pairs(format))
    assert all(follows(format, journey[:at], step) for journey in found for at, step in enumerate(journey))
    assert len(found) <= 56  # a default run has so many conversations that get one


def test_open_calls_are_answered():
    turns = made((Step(USER, TEXT), Step(MODEL, CALL)))
    calls = [one.id for turn in turns for one in turn.says if isinstance(one, Call)]
    assert calls == [one.id for turn in turns for one in turn.says if isinstance(one, Result)] != []
    assert turns[-1].speaker == TOOL


def test_a_message_that_ends_a_journey_has_calls_too():
    (said, *_results) = made((Step(MODEL, TEXT),))
    assert isinstance(said.says[-1], Call)
