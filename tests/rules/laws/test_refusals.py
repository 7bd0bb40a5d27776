"""The laws of refusals: each arrives, also beside a text, and none is invented."""

from __future__ import annotations

from conformance.formats.model.answer import REFUSED
from conformance.rules.laws import refusals
from tests.rules.laws.samples import answer, breaches, refusal, text

NO, ONE = refusal("No."), text("One.")


def test_a_refusal_arrives_as_one_or_as_text() -> None:
    assert breaches(refusals.kept_refusals, answer(NO), answer(NO)) == []
    assert breaches(refusals.kept_refusals, answer(NO), answer(text("No."))) == []


def test_a_refusal_that_is_lost_or_changed_is_found() -> None:
    assert breaches(refusals.kept_refusals, answer(NO), answer()) == [("kept/refusal", "refusal-lost")]
    assert breaches(refusals.kept_refusals, answer(NO), answer(refusal("Never."))) == [("kept/refusal", "refusal-lost")]


def test_a_refusal_beside_a_text_is_another_matter() -> None:
    assert breaches(refusals.kept_refusals, answer(ONE, NO), answer(ONE)) == [
        ("kept/refusal/beside-text", "refusal-lost")
    ]


def test_a_refusal_that_the_source_does_not_have_is_found_once() -> None:
    found = breaches(refusals.added_refusals, answer(ONE), answer(ONE, refusal("None"), refusal("None")))
    assert found == [("added/refusal", "invented")]
    assert breaches(refusals.added_refusals, answer(NO), answer(NO)) == []
    assert breaches(refusals.added_refusals, answer(ONE), answer(ONE, refusal(""))) == []


def test_what_a_filter_ended_may_be_said_to_be_refused() -> None:
    found = breaches(refusals.added_refusals, answer(end="filter"), answer(refusal("Filtered.")))
    assert found == [("added/refusal/filtered", "invented")]


def test_a_refusal_is_said_once() -> None:
    twice = [("added/refusal", "refusal-twice")]
    assert breaches(refusals.added_refusals, answer(NO), answer(NO, NO)) == twice
    assert breaches(refusals.added_refusals, answer(NO), answer(refusal("No.No."))) == twice
    assert breaches(refusals.added_refusals, answer(NO), answer(refusal("Sorry. No.\nNo."))) == twice
    assert breaches(refusals.added_refusals, answer(NO), answer(refusal("Sorry. No."))) == []
    assert breaches(refusals.added_refusals, answer(refusal("No.No.")), answer(refusal("No.No."))) == []
    assert breaches(refusals.added_refusals, answer(text("No."), NO), answer(refusal("No.No."))) == []


def test_the_explanation_of_an_answer_that_refuses_is_there_once() -> None:
    given = answer(end=REFUSED)
    assert ("added/refusal", "refusal-twice") not in breaches(refusals.added_refusals, given, answer(refusal("No.")))
    twice = answer(refusal("No."), refusal("No."))
    assert breaches(refusals.added_refusals, given, twice) == [("added/refusal", "refusal-twice")]


def test_a_refusal_that_is_said_behind_the_texts_is_not_before_them() -> None:
    behind, before = answer(text("One. No.")), answer(text("No. One."))
    assert breaches(refusals.kept_refusals, answer(ONE, NO), behind) == []
    assert breaches(refusals.kept_refusals, answer(ONE, NO), before) == [("kept/refusal/beside-text", "refusal-order")]
    assert breaches(refusals.kept_refusals, answer(NO, ONE), behind) == []
