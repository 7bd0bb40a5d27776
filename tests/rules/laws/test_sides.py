"""Two readings of one conversion: what is owed, what may be left out, what failed, and where each thing is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.formats.model.answer import DONE, FAILED, UNSAID, Answer, Candidate, End
from conformance.formats.model.conversation import CUSTOM, IMAGE, MODEL, Media, Text, Turn, Utterance
from conformance.formats.model.fact import Fact, Other
from conformance.formats.model.growth import CUT, StreamState
from conformance.formats.model.reading import NotOwed, ParsedSide
from conformance.formats.model.request import Request, Tool
from conformance.rules.laws.law import INPUT, OUTPUT
from conformance.rules.laws.sides import Comparison, SourceText, first_place, is_word
from conformance.rules.laws.terms import Terms
from tests.rules.laws.samples import answer, call, failed, page, refusal, text, thought


def sides(given: Answer | None, got: Answer | None = None, terms: Terms | None = None, **more: Any) -> Comparison:
    return Comparison(
        given=ParsedSide(answer=given, **more),
        got=None if got is None else ParsedSide(answer=got),
        terms=terms or Terms(),
    )


def stream(ended: str) -> StreamState:
    return StreamState(answer=Answer(), steps=(), open=(), ended=ended)


def placed(*says: Utterance) -> Answer:
    """An answer of one turn, each fact at its number."""
    facts = tuple(replace(utterance, at=((number,),)) for number, utterance in enumerate(says))
    turn = Turn(speaker=MODEL, says=facts, at=(("turn",),))
    return Answer(candidates=(Candidate(turns=(turn,), end=End(kind=DONE)),))


def test_the_first_candidate_is_converted() -> None:
    second, first = (replace(answer(text(word)).candidates[0], index=index) for word, index in (("B", 1), ("A", 0)))
    pair = sides(Answer(candidates=(second, first)))
    assert pair.owed_texts == ("A",)
    assert sides(Answer()).candidate == Candidate()


def test_a_call_of_another_candidate_is_not_one_of_the_source() -> None:
    first, second = (answer(call(name=name)).candidates[0] for name in "ab")
    pair = sides(Answer(candidates=(first, second)))
    assert pair.is_of_another_choice(call(id="new", name="b"))
    assert not pair.is_of_another_choice(call(name="a"))


@pytest.mark.parametrize(
    ("given", "growth", "has_failed"),
    [
        (answer(text("A")), None, False),
        (failed(), None, True),
        (Answer(), None, True),
        (None, None, True),
        (answer(text("A"), end=UNSAID), None, False),
        (answer(text("A"), end=UNSAID), stream(CUT), True),
        (answer(text("A")), stream("whole"), False),
    ],
    ids=["an answer", "a failure", "nobody answers", "no answer", "without an end", "a cut stream", "a whole stream"],
)
def test_what_is_no_answer_has_failed(given: Answer | None, growth: StreamState | None, has_failed: bool) -> None:
    assert sides(given, growth=growth).has_failed is has_failed


def test_only_an_answer_that_did_not_fail_can_be_refused() -> None:
    assert sides(answer(text("A")), failed()).is_refused
    assert sides(answer(text("A")), answer(end=FAILED)).is_refused
    assert not sides(failed(), failed()).is_refused
    assert not sides(answer(text("A")), answer(text("A"))).is_refused
    assert not sides(answer(text("A"))).is_refused


def test_empty_and_optional_texts_are_not_owed() -> None:
    given = placed(text("A"), text(""), text("B"))
    pair = sides(given, freedom=NotOwed(optional=frozenset({(2,)})))
    assert pair.owed_texts == ("A",)
    assert [other_text.value for other_text in pair.all_texts] == ["A", "", "B"]
    assert not pair.has_empty_text


def test_an_answer_whose_only_text_is_empty_owes_an_empty_text() -> None:
    assert sides(placed(text(""))).has_empty_text
    assert not sides(placed(text("")), freedom=NotOwed(optional=frozenset({(0,)}))).has_empty_text
    assert not sides(placed()).has_empty_text


def test_texts_of_several_turns_may_be_joined_otherwise_only_by_a_choice() -> None:
    given = answer(text("A"), text("B"))
    assert sides(given).pieces == [SourceText("A", 0, False), SourceText("B", 0, False)]
    assert sides(given, terms=Terms(join="text-join")).pieces == [SourceText("A", 0, False), SourceText("B", 1, False)]
    assert sides(given).wanted_text == "AB"
    assert sides(given, terms=Terms(join="text-join", choices={"text-join": "newline"})).wanted_text == "A\nB"


def test_refusals_and_thoughts_without_words_are_not_owed() -> None:
    pair = sides(answer(refusal(""), refusal("No."), thought("", "Hm.", content=("so", ""))))
    assert [other_refusal.value for other_refusal in pair.refusals] == ["No."]
    assert [other_thought.value for other_thought in pair.thoughts] == ["Hm.", "so"]
    assert pair.has_reasoning and not pair.is_silent
    assert sides(answer(thought())).is_silent
    assert not sides(answer(text("A"))).has_reasoning


def test_calls_are_those_that_who_asked_knows() -> None:
    request = Request(tools=(Tool(kind=CUSTOM, name="patch"),))
    pair = sides(answer(call(name="patch", arguments='{"input": "x"}')), request=request)
    assert [(other_call.kind, other_call.arguments.text) for other_call in pair.calls] == [(CUSTOM, "x")]
    assert pair.owed_calls == pair.calls


def test_an_item_of_a_call_has_an_id_of_its_own() -> None:
    turn = Turn(speaker=MODEL, says=(replace(call(), at=((0,),)),), id="fc_1", at=((0,),))
    other = Turn(speaker=MODEL, says=(replace(call(), at=((1, "calls", 0),)),), id="msg_1", at=((1,),))
    assert sides(Answer(candidates=(Candidate(turns=(turn, other)),))).own_ids == {(0,): "fc_1"}


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (text("A", citations=(page(url="https://a.example/page"),)), "see https://a.example/page"),
        (Media(kind=IMAGE, url="https://a.example/cat.png"), "![](https://a.example/cat.png)"),
    ],
    ids=["a citation", "an image"],
)
def test_a_text_shows_what_is_said_elsewhere(said: Utterance, shown: str) -> None:
    assert sides(answer(said)).shows(shown)
    assert not sides(answer(text("A"))).shows(shown)


def test_a_short_word_is_in_a_text_by_chance() -> None:
    step = Other(format="responses", word="step", value={"state": "done", "answer": "twelve signs"})
    pair = sides(answer(text("A")), freedom=NotOwed(unknown=(step,)))
    assert not pair.shows("it is done")
    assert pair.shows("it has twelve signs")


def test_a_fact_is_where_its_side_has_it() -> None:
    fact = Fact(at=(("choices", 0),))
    pair = Comparison(
        given=ParsedSide(answer=Answer(), at=("response",)),
        got=ParsedSide(answer=Answer(), at=("body",)),
        terms=Terms(),
    )
    assert pair.in_input(fact, "text") == (INPUT, "response", "choices", 0, "text")
    assert pair.in_output(fact) == (OUTPUT, "body", "choices", 0)
    assert pair.in_output(Fact()) == (OUTPUT, "body")
    assert (pair.has_place("text"), pair.missing("text", fact)) == (False, pair.in_input(fact))


def test_a_format_with_one_place_for_a_kind_has_it_there() -> None:
    arrived = ParsedSide(answer=answer(text("A")), places={"refusal": ("message", "refusal")})
    pair = Comparison(given=ParsedSide(answer=Answer()), got=arrived, terms=Terms())
    assert pair.place_of("refusal") == pair.missing("refusal", Fact()) == (OUTPUT, "message", "refusal")
    assert (pair.name_of("refusal"), pair.name_of("text")) == ("refusal", "text")


def test_only_a_stream_without_an_end_is_cut() -> None:
    got = ParsedSide(answer=answer(text("A")), growth=stream(CUT))
    assert Comparison(given=ParsedSide(answer=Answer()), got=got, terms=Terms()).is_cut
    assert not sides(Answer(), answer(text("A"))).is_cut
    assert not sides(Answer()).is_cut


def test_how_a_text_that_arrived_is_divided_says_nothing() -> None:
    pair = sides(Answer(), answer(text("A"), text(""), text("B")))
    assert (pair.got_text, pair.flow.text, pair.flow.value) == ("AB", "AB", "AB")
    assert [other_text.value for other_text in pair.got_texts] == ["A", "B"]


def test_the_first_of_some_facts_has_the_place() -> None:
    facts = [Text(value="A", at=((1,),)), Text(value="B")]
    assert (first_place(facts), first_place([])) == (facts[0], Fact())
    assert [is_word(value) for value in ("a", "", None, 1)] == [True, False, False, False]
