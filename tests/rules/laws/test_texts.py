"""The laws of texts: each arrives, unchanged, once and in order, and no others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.formats.model.answer import UNSAID, Answer, Candidate, End
from conformance.formats.model.conversation import USER, Citation, Hosted, Source, Turn
from conformance.formats.model.reading import PARTED, AnswerText, ParsedSide
from conformance.rules.laws import form, reasoning, texts
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.law import Breach
from conformance.rules.laws.terms import Terms
from tests.rules.laws.samples import answer, breaches, messages, refusal, text, thought

ONE, TWO = text("One. "), text("Two.")


@pytest.mark.parametrize(
    ("source", "got"),
    [
        (answer(ONE, TWO), answer(ONE, TWO)),
        (answer(ONE, TWO), answer(text("One. Two."))),
        (answer(text("One. Two.")), answer(ONE, text(""), TWO)),
        (answer(text("")), answer()),
        (answer(ONE, refusal("No.")), answer(text("One. No."))),
        (answer(ONE, refusal("No.")), answer(text("One. \nNo."))),
        (answer(refusal("No.")), answer(text("No."))),
    ],
)
def test_texts_may_be_divided_in_any_way_and_a_refusal_may_be_said_as_one(source: Answer, got: Answer) -> None:
    assert breaches(texts.kept_texts, source, got) == []


@pytest.mark.parametrize(
    ("source", "got", "found"),
    [
        (answer(ONE, TWO), answer(), ("kept/text", "text-lost")),
        (answer(ONE, TWO), answer(ONE), ("kept/text", "text-lost")),
        (answer(ONE), answer(text("ONE. ")), ("kept/text", "text-changed")),
        (answer(ONE, ONE), answer(ONE), ("kept/text", "text-lost")),
        (answer(ONE, TWO), answer(TWO, ONE), ("order/text", "text-order")),
        (answer(ONE, TWO), answer(ONE, text("\n"), TWO), ("joined/text", "joined")),
        (answer(ONE, TWO), answer(ONE, TWO, text("More?")), ("added/text/more", "added")),
        (answer(ONE), answer(ONE, ONE), ("added/text/more", "added")),
        (answer(), answer(text("(no content)")), ("added/text/nothing", "added")),
        (answer(refusal("No.")), answer(text("Sorry! No.")), ("added/text/refusal", "added")),
        (answer(ONE, refusal("No.")), answer(text("One. No. Sorry!")), ("added/text/more", "added")),
        (answer(ONE, refusal("No.")), answer(refusal("No.")), ("kept/text/beside-refusal", "text-lost")),
    ],
)
def test_a_text_that_is_lost_changed_moved_or_added_is_found(source: Answer, got: Answer, found: object) -> None:
    assert breaches(texts.kept_texts, source, got) == [found]


def test_a_text_that_came_too_seldom_is_not_called_missing() -> None:
    (found,) = messages(texts.kept_texts, answer(ONE, ONE), answer(ONE))
    assert found.startswith("text: wanted") and "is missing" not in found
    (found,) = messages(texts.kept_texts, answer(ONE, TWO), answer(ONE))
    assert "is missing" in found


def test_a_part_of_another_type_beside_two_texts_adds_no_text() -> None:
    value = [{"type": "web_search_call"}, {"type": "text", "text": "One. "}, {"type": "text", "text": "a"}]
    parts = (("web_search_call", None), ("text", "One. "), ("text", "a"))
    flow = AnswerText(value=value, text=f"One. {PARTED}a", parts=parts, is_known=False)
    compared = AnswerComparison(
        given=ParsedSide(answer=answer(ONE, text("a"))),
        got=ParsedSide(answer=answer(ONE, text("a")), flow=flow),
        terms=Terms(),
        reported=lambda *_words: False,
        failed=None,
        is_loose=False,
    )
    assert [
        (key, kept_text.kind) for key, kept_text in texts.kept_texts(compared) if isinstance(kept_text, Breach)
    ] == [("joined/text", "joined")]


def test_a_page_that_is_named_in_the_text_is_a_citation_in_another_place() -> None:
    cited = text("One. ", citations=(Citation(sources=(Source(kind="web", url="https://a.example/b"),)),))
    named = answer(text("One. [1] https://a.example/b"))
    assert breaches(texts.kept_texts, answer(cited), named) == [("added/text/more/shown", "joined")]
    assert breaches(texts.kept_texts, answer(cited), answer(text("One. [1]"))) == [("added/text/more", "added")]


def test_an_image_in_the_text_is_the_image_of_a_hosted_step_in_another_place() -> None:
    image = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA"
    made = Hosted(format="responses", word="image_generation_call", value={"result": image}, stage="both")
    shown = answer(text(f"One. ![]({image})"))
    assert breaches(texts.kept_texts, answer(made, ONE), shown) == [("added/text/more/shown", "joined")]
    assert breaches(texts.kept_texts, answer(made), answer(text(image))) == [("added/text/nothing/shown", "joined")]
    named = answer(text("image_generation_call"))
    assert breaches(texts.kept_texts, answer(made), named) == [("added/text/nothing", "added")]


def test_a_message_shows_what_was_owed_and_what_came() -> None:
    assert messages(texts.kept_texts, answer(ONE), answer(text("One"))) == ['text: wanted "One. ", got "One"']


def test_reasoning_in_the_text_is_said_by_the_law_of_reasoning_alone() -> None:
    assert breaches(texts.kept_texts, answer(thought("Hm."), ONE), answer(text("Hm.One. "))) == []


def test_what_becomes_of_a_malformed_answer_is_free() -> None:
    assert breaches(texts.kept_texts, answer(ONE), answer(TWO), is_loose=True) == []


def test_a_result_is_one_answer_that_the_model_gives() -> None:
    user = Candidate(turns=(Turn(speaker=USER, says=(ONE,)),), end=End(kind="done"))
    two = Answer(candidates=(Candidate(), Candidate()))
    assert breaches(form.form, answer(ONE), answer(ONE)) == []
    assert breaches(form.form, answer(ONE), None) == [("form", "no-answer")]
    assert breaches(form.form, answer(ONE), Answer()) == [("form", "no-answer")]
    assert breaches(form.form, answer(ONE), two) == [("form/candidates", "candidates")]
    second = replace(answer(ONE).candidates[0], index=-1)
    assert breaches(form.form, answer(ONE), Answer(candidates=(second,))) == [("form/candidates", "index")]
    assert breaches(form.form, answer(ONE), Answer(candidates=(user,))) == [("form/speaker", "role")]
    assert breaches(form.form, answer(ONE), None, error="refused") == []


@pytest.mark.parametrize("got", ["", "One", "One. ", "One. The connection was lost."])
def test_a_stream_that_broke_off_says_what_was_said_so_far(got: str) -> None:
    assert breaches(texts.so_far, answer(ONE, end=UNSAID), answer(text(got), end=UNSAID), is_stream=True) == []


@pytest.mark.parametrize("got", ["ONE", "Two.", "One. One. "])
def test_a_stream_that_broke_off_says_no_other_text(got: str) -> None:
    found = breaches(texts.so_far, answer(ONE, end=UNSAID), answer(text(got), end=UNSAID), is_stream=True)
    assert found == [("added/text/so-far", "added")]


def test_thoughts_in_the_text_of_a_stream_that_broke_off_are_another_matter() -> None:
    given, got = answer(thought("Hmmm."), ONE, end=UNSAID), answer(text("Hmmm.One."), end=UNSAID)
    assert breaches(texts.so_far, given, got, is_stream=True) == []
    assert breaches(reasoning.apart, given, got, is_stream=True) == [("apart/reasoning", "reasoning")]
