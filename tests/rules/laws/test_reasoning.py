"""The laws of reasoning: apart from the text, kept or reported, and never invented."""

from __future__ import annotations

from dataclasses import replace

from conformance.formats.model.answer import REFUSED, End
from conformance.rules.laws import reasoning
from conformance.rules.laws.law import UNSEEN
from tests.rules.laws.samples import answer, both, breaches, call, text, thought

SOURCE = answer(thought("Two and two."), text("Four."))


def test_reasoning_arrives_as_summary_as_content_or_as_both() -> None:
    for got in (thought("Two and two."), thought(content=("Two and two.",)), thought("Two and ", "two."),
                thought("Two and two.", content=("Two and two.",))):  # fmt: skip
        assert breaches(reasoning.kept_reasoning, SOURCE, answer(got, text("Four."))) == []


def test_line_ends_between_thoughts_that_become_one_are_free() -> None:
    source = answer(thought("Two and two.\n"), thought(""), thought("Four.\nOr five."))
    for joint in ("", "\n", "\n\n"):
        assert breaches(reasoning.kept_reasoning, source, answer(thought(f"Two and two.{joint}Four.\nOr five."))) == []
    for got in ("Two and two. Four.\nOr five.", "Two and two.\nFour.Or five.", "Two and two.\nFour."):
        assert breaches(reasoning.kept_reasoning, source, answer(thought(got))) == [
            ("kept/reasoning", "reasoning-changed")
        ]


def test_reasoning_that_is_changed_or_comes_twice_is_found() -> None:
    for got in (thought("Two."), thought("Two and two.", "Two and two."), thought("TWO AND TWO."),
                thought("Two and two.", content=("Two.",))):  # fmt: skip
        assert breaches(reasoning.kept_reasoning, SOURCE, answer(got)) == [("kept/reasoning", "reasoning-changed")]
    twice = answer(thought("Two and two."), thought("Two and two."))
    assert breaches(reasoning.kept_reasoning, SOURCE, twice) == [("kept/reasoning", "reasoning-changed")]


def test_reasoning_that_is_left_out_is_reported() -> None:
    got = answer(text("Four."))
    assert breaches(reasoning.kept_reasoning, SOURCE, got) == [("kept/reasoning", "silent")]
    assert breaches(reasoning.kept_reasoning, SOURCE, got, said=("reasoning: left out",)) == []
    assert list(reasoning.kept_reasoning(both(SOURCE, got, said=None))) == [("kept/reasoning", UNSEEN)]


def test_reasoning_in_the_text_is_found() -> None:
    got = answer(text("Two and two.\n\nFour."))
    assert breaches(reasoning.apart, SOURCE, got) == [("apart/reasoning", "reasoning")]
    assert breaches(reasoning.apart, SOURCE, SOURCE) == []
    said = answer(thought("Four."), text("Four."))
    assert breaches(reasoning.apart, said, said) == []


def test_reasoning_from_nothing_is_found() -> None:
    source, got = answer(text("Four.")), answer(thought("Thinking..."), text("Four."))
    assert breaches(reasoning.added_reasoning, source, got) == [("added/reasoning", "invented")]
    assert breaches(reasoning.added_reasoning, SOURCE, SOURCE) == []
    assert breaches(reasoning.added_reasoning, source, answer(thought(), text("Four."))) == []


def test_what_was_thought_before_a_text_or_a_call_is_not_behind_it() -> None:
    first, then, said, asked = thought(content=("So?",)), thought(content=("Well.",)), text("Four."), call()
    given = answer(first, said, then, asked)
    moved = [("order/reasoning", "reasoning-moved")]
    for got, kinds in (
        (answer(first, said, then, asked), []),
        (answer(first, then, said, asked), []),  # a format with one place for thoughts has them first
        (answer(said, first, then, asked), moved),
        (answer(first, said, asked, then), moved),
        (answer(said, asked), []),  # that thoughts are lost is another rule's
    ):
        assert breaches(reasoning.order, given, got) == kinds


def test_why_an_answer_ended_may_be_said_in_the_text_and_hold_a_thought() -> None:
    said = answer(thought("k"))
    end = End(kind=REFUSED, about="It asks for what is harmful.")
    source = replace(said, candidates=(replace(said.candidates[0], end=end),))
    assert breaches(reasoning.apart, source, answer(text("It asks for what is harmful."))) == []
    assert breaches(reasoning.apart, source, answer(text("k"))) == [("apart/reasoning", "reasoning")]
