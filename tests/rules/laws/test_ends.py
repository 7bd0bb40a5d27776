"""The laws of how an answer ended, what it cost, and what identifies it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.base.values import JSON, loose_numbers
from conformance.formats.model.answer import DONE, SEQUENCE, UNSAID, Answer, End, Usage
from conformance.formats.model.conversation import SYSTEM, TEXT, Conversation, Text, Turn
from conformance.formats.model.fact import Other
from conformance.formats.model.reading import NotOwed
from conformance.formats.model.request import AUTO, NONE, REQUIRED, Request, Setting, Tool, ToolChoice
from conformance.rules.laws import ends
from conformance.rules.laws.law import REACHED, UNSEEN, Breach
from tests.rules.laws.samples import answer, both, breaches, call, custom, failed, messages, refusal, text, thought

HI = text("Hi")


@pytest.mark.parametrize(
    ("owed", "got"),
    [("done", "done"), ("asks", "done"), ("length", "length"), ("filter", "filter"), ("sequence", "done")],
)
def test_an_end_that_is_said_as_it_was_is_right(owed: str, got: str) -> None:
    assert breaches(ends.end, answer(HI, end=owed), answer(HI, end=got)) == []


@pytest.mark.parametrize(
    ("owed", "got"),
    [("length", "done"), ("filter", "done"), ("length", "filter"), ("done", "length"), ("done", "failed"),
     ("done", "unsaid"), ("asks", "length")],
)  # fmt: skip
def test_an_end_that_is_said_otherwise_is_found(owed: str, got: str) -> None:
    assert breaches(ends.end, answer(HI, end=owed), answer(HI, end=got)) == [("end", "end")]


def test_an_end_without_its_reason_is_said_to_lack_it() -> None:
    got = answer(HI)
    bare = replace(got, candidates=(replace(got.candidates[0], end=End(kind="unknown", word="incomplete")),))
    (found,) = (element for _, element in ends.end(both(answer(HI, end="filter"), bare)) if isinstance(element, Breach))
    assert found.message == 'the result says "incomplete": a filter ended it, and the result does not say why'


def test_calls_make_no_other_end_and_a_filter_may_be_a_refusal() -> None:
    assert breaches(ends.end, answer(call()), answer(call(), end="asks")) == []
    assert breaches(ends.end, answer(end="filter"), answer(refusal("No."))) == []


def test_what_broke_off_or_ended_for_an_unknown_reason_is_never_whole() -> None:
    assert breaches(ends.end, answer(HI, end="unknown"), answer(HI)) == [("end/failed", "end")]
    cut = answer(HI, end="unsaid")
    assert breaches(ends.end, cut, answer(HI), is_stream=True) == [("end/failed", "cut-as-whole")]
    assert breaches(ends.end, cut, answer(HI), is_stream=True, ended="cut") == []
    assert breaches(ends.end, cut, answer(HI, end="failed"), is_stream=True) == []


def test_a_call_that_fails_says_nothing_of_an_end() -> None:
    assert list(ends.end(both(failed(), None, error="Overloaded."))) == [("end/failed", REACHED)]
    assert list(ends.end(both(answer(HI), None, error="Overloaded."))) == []


def test_a_pause_that_is_said_to_be_another_end_needs_a_report() -> None:
    paused = answer(HI, end="pause")
    assert breaches(ends.end, paused, answer(HI, end="length")) == []
    assert breaches(ends.end, paused, answer(HI)) == [("end", "end")]
    assert breaches(ends.end, paused, answer(HI), said=("stop_reason: pause_turn is said as stop",)) == []
    assert ("end", UNSEEN) in list(ends.end(both(paused, answer(HI), said=None)))


def test_a_failure_raises_or_is_named_as_the_choice_says() -> None:
    raises, names = {"failed-answer": "raise"}, {"failed-answer": "failed"}
    assert breaches(ends.failure, failed(), None, error="Overloaded.") == []
    assert breaches(ends.failure, failed(), failed()) == []
    assert breaches(ends.failure, failed(), None, error="Overloaded.", choices=names) == [("failure", "raised")]
    assert breaches(ends.failure, failed(), failed(), choices=raises) == [("failure", "not-raised")]
    assert breaches(ends.failure, failed(), failed("Error"), choices=names) == [("failure", "unnamed")]
    assert breaches(ends.failure, failed(), answer(), choices=names) == [("failure", "failure-hidden")]
    assert breaches(ends.failure, answer(HI), answer(HI)) == []


def test_a_request_that_was_blocked_may_be_refused_by_a_target_without_a_word_for_a_filter() -> None:
    blocked = replace(answer(), candidates=(), blocked=End(kind="filter", word="SAFETY"))
    assert breaches(ends.failure, blocked, answer(end="refused")) == []
    assert breaches(ends.failure, blocked, answer(end="filter")) == []
    assert breaches(ends.failure, blocked, answer()) == [("failure", "failure-hidden")]


def test_a_stream_that_broke_off_is_cut_or_failed() -> None:
    cut = answer(HI, end="unsaid")
    assert breaches(ends.failure, cut, answer(HI), is_stream=True) == [("failure", "failure-hidden")]
    assert breaches(ends.failure, cut, answer(HI), is_stream=True, ended="cut") == []


USAGE = Usage(input=9, output=2, total=11, cached=4, reasoning=1)


@pytest.mark.parametrize(("reasoning", "found"), [(2, []), (3, [("kept/usage", "usage")])])
def test_what_the_thoughts_took_may_be_estimated_where_it_is_not_said(
    reasoning: int, found: list[tuple[str, str]]
) -> None:
    owed, got = (Usage(input=9, output=2, total=11, reasoning=each) for each in (None, reasoning))
    thinks = answer(thought("Hm."), HI)
    assert breaches(ends.usage, replace(thinks, usage=owed), replace(thinks, usage=got)) == found
    assert breaches(ends.usage, replace(answer(HI), usage=owed), replace(answer(HI), usage=got)) != []


def test_a_call_that_nobody_asked_for_is_not_charged_for_the_end_too() -> None:
    got = answer(HI, call(), end="done")
    assert breaches(ends.end, answer(HI), got, ends_with_calls=True) == []
    assert breaches(ends.end, answer(HI, call()), got, ends_with_calls=True) == [("end", "end")]


def test_an_answer_with_a_custom_call_is_not_just_done() -> None:
    given, got = answer(replace(custom(), at=((0,),))), answer(custom(), end="done")
    found = both(given, got, ends_with_calls=True)
    found.given = replace(found.given, freedom=NotOwed(optional=frozenset({(0,)})))  # who knows no such tools loses it
    assert [element.kind for _key, element in ends.end(found) if isinstance(element, Breach)] == ["end"]


@pytest.mark.parametrize("got", [USAGE, Usage(input=9, output=2, cached=4, reasoning=1, written=0)])
def test_a_usage_that_says_the_same_is_right(got: Usage) -> None:
    assert breaches(ends.usage, answer(HI, usage=USAGE), answer(HI, usage=got)) == []


@pytest.mark.parametrize(
    "other", [{"input": 2}, {"output": 3}, {"total": 2}, {"cached": 0}, {"reasoning": 0}, {"cached": None}]
)
def test_a_count_that_changed_is_found(other: dict[str, Any]) -> None:
    counts = {"input": 9, "output": 2, "total": 11, "cached": 4, "reasoning": 1}
    got = answer(HI, usage=Usage(**(counts | other)))
    assert breaches(ends.usage, answer(HI, usage=USAGE), got) == [("kept/usage", "usage")]


def test_a_total_that_is_no_sum_may_become_the_sum() -> None:
    wrong, sum_ = Usage(input=9, output=2, total=20), Usage(input=9, output=2, total=11)
    assert breaches(ends.usage, answer(HI, usage=wrong), answer(HI, usage=sum_)) == []
    assert breaches(ends.usage, answer(HI, usage=wrong), answer(HI, usage=wrong)) == []
    assert breaches(ends.usage, answer(HI, usage=wrong), answer(HI, usage=replace(wrong, total=12))) != []
    assert breaches(ends.usage, answer(HI, usage=sum_), answer(HI, usage=wrong)) != []


def test_a_sum_that_was_made_of_doubles_is_one() -> None:
    """2**53 + 1 and 1 are 2**53 where a transport has nothing but doubles."""
    large = 2**53 + 1
    owed = answer(HI, usage=Usage(input=large, output=1, total=large + 1))
    got = answer(HI, usage=Usage(input=2**53, output=1, total=2**53))
    assert breaches(ends.usage, owed, got) != []
    assert breaches(ends.usage, owed, got, carried=loose_numbers) == []


@pytest.mark.parametrize(("output", "total", "found"), [(131, 140, []), (2, 140, []), (130, 140, ["usage"])])
def test_thoughts_that_a_host_counts_beside_the_output_may_be_in_it(output: int, total: int, found: list[str]) -> None:
    owed = Usage(input=9, output=2, total=140, reasoning=129)
    got = Usage(input=9, output=output, total=total, reasoning=129)
    broken = breaches(ends.usage, answer(HI, usage=owed), answer(HI, usage=got))
    assert [kind for _key, kind in broken] == found


def test_who_writes_the_usage_of_streams_loses_none() -> None:
    def found(got: Answer, answer_to: str | None = None) -> list[tuple[str, str]]:
        choices = {} if answer_to is None else {"stream-usage": answer_to}
        return breaches(ends.usage, answer(HI, usage=USAGE), got, is_stream=True, choices=choices)

    assert found(answer(HI)) == found(answer(HI), "omit") == []
    assert found(answer(HI), "write") == [("kept/usage", "usage-lost")]
    assert found(answer(HI, usage=USAGE), "write") == []


def test_a_usage_is_neither_lost_nor_invented() -> None:
    zeros = answer(HI, usage=Usage(input=0, output=0, total=0))
    assert breaches(ends.usage, answer(HI, usage=USAGE), answer(HI)) == [("kept/usage", "usage-lost")]
    assert breaches(ends.usage, answer(HI), answer(HI, usage=USAGE)) == [("added/usage", "invented")]
    assert breaches(ends.usage, answer(HI), zeros) == []


def test_tokens_that_a_cache_got_are_those_of_the_source() -> None:
    written = replace(USAGE, written=3)
    assert breaches(ends.usage, answer(HI, usage=USAGE), answer(HI, usage=written)) == [("kept/usage", "invented")]
    assert breaches(ends.usage, answer(HI, usage=written), answer(HI, usage=written)) == []
    assert breaches(ends.usage, answer(HI, usage=written), answer(HI, usage=USAGE)) == []
    assert breaches(ends.usage, answer(HI), answer(HI, usage=Usage(written=3))) == [("added/usage", "invented")]


def test_counts_of_a_source_that_says_zero_stay_zero() -> None:
    zeros = Usage(input=0, output=0)
    assert breaches(ends.usage, answer(HI, usage=zeros), answer(HI, usage=Usage(input=0, output=-1))) == [
        ("kept/usage", "invented")
    ]
    below = Usage(input=0, others=(Other(format="x", word="output_tokens", value=-1, place=("output_tokens",)),))
    assert breaches(ends.usage, answer(HI, usage=zeros), answer(HI, usage=below)) == [("kept/usage", "invented")]


def test_a_sequence_is_named_only_by_an_end_that_it_made() -> None:
    named = answer(HI, end=DONE)
    made = replace(named.candidates[0], end=End(kind=DONE, word="end_turn", sequence="null"))
    assert breaches(ends.end, answer(HI), replace(named, candidates=(made,))) == [("end", "end")]
    stopped = replace(named.candidates[0], end=End(kind=SEQUENCE, sequence="END"))
    assert breaches(ends.end, answer(HI), replace(named, candidates=(stopped,))) == []


def test_what_a_failure_says_of_the_model_is_true() -> None:
    broken = answer(HI, end=UNSAID)
    assert breaches(ends.identity, broken, answer(HI, end=UNSAID, model="other"), is_stream=True) == [
        ("same/model", "model")
    ]
    assert breaches(ends.identity, broken, answer(HI, end=UNSAID, model=None), is_stream=True) == []


def test_model_tier_and_id_are_those_of_the_answer() -> None:
    source = answer(HI, tier="default")
    assert breaches(ends.identity, source, answer(HI, id="b_1")) == []
    assert breaches(ends.identity, source, answer(HI, model="alias")) == [("same/model", "model")]
    assert breaches(ends.identity, source, answer(HI, tier="flex")) == [("same/tier", "tier")]
    assert breaches(ends.identity, source, answer(HI, id="")) == [("same/id", "no-id")]


def test_an_answer_is_created_when_its_source_was() -> None:
    assert breaches(ends.created, answer(HI), answer(HI, created=1.0)) == []
    assert breaches(ends.created, answer(HI), answer(HI, created=2)) == [("same/created", "created")]
    assert breaches(ends.created, answer(HI), answer(HI, created=None)) == [("same/created", "created")]


REPEATED: dict[str, tuple[JSON, ...]] = {"created": (1, 2), "model": ("alias", "m"), "tier": ("auto", "default")}


@pytest.mark.parametrize("other", [{}, {"created": 1}, {"model": "alias"}, {"tier": "auto"}])
def test_what_the_chunks_say_differently_may_be_any_of_it(other: dict[str, Any]) -> None:
    source = answer(HI, created=2, tier="default")
    for law in (ends.created, ends.identity):
        assert breaches(law, source, replace(source, **other), is_stream=True, repeated=REPEATED) == []
    if "model" in other:
        broken = replace(source, candidates=answer(HI, end=UNSAID).candidates)
        got = replace(broken, **other)
        assert breaches(ends.identity, broken, got, is_stream=True, repeated=REPEATED) == []


def test_what_no_chunk_says_is_found() -> None:
    source = answer(HI, created=2, tier="default")
    for law, other, found in (
        (ends.created, {"created": 3}, ("same/created", "created")),
        (ends.created, {"created": 0}, ("same/created", "created")),
        (ends.identity, {"model": "other"}, ("same/model", "model")),
        (ends.identity, {"tier": "flex"}, ("same/tier", "tier")),
    ):
        got = replace(source, **other)  # type: ignore[arg-type]
        assert breaches(law, source, got, is_stream=True, repeated=REPEATED) == [found]


def _asked(**members: Any) -> Request:
    pair = Turn(speaker=SYSTEM, is_apart=True, form=TEXT, says=(Text(value="Be brief."),))
    own: dict[str, Any] = {
        "conversation": Conversation(turns=(pair,)),
        "tools": (Tool(name="look"),),
        "choice": ToolChoice(mode=REQUIRED),
        "settings": (Setting(name="temperature", value=0.2),),
    }
    return Request(**(own | members))


def _settings(**values: Any) -> tuple[Setting, ...]:
    return tuple(Setting(name=name, value=value) for name, value in values.items())


SILENT = _settings(temperature=None, parallel=False)
DEFAULTS = _settings(temperature=0.2, top_p=1, metadata={}, store=True)  # all but one that the request does not have
NEUTRAL = Request(tools=(), choice=ToolChoice(mode=AUTO), settings=SILENT)
OTHERS = [
    _asked(settings=_settings(temperature=1)),
    _asked(settings=_settings(temperature=1.0)),
    _asked(settings=(Setting(name="temperature", value=0.7),)),
    _asked(choice=ToolChoice(mode=NONE)),
    _asked(choice=ToolChoice(mode=REQUIRED, names=(("function", "look"),))),
    _asked(tools=(Tool(name="other"),)),
    _asked(conversation=Conversation(turns=(Turn(speaker=SYSTEM, is_apart=True, says=(Text(value="Hello."),)),))),
]


@pytest.mark.parametrize("echo", [_asked(), NEUTRAL, None, _asked(tools=None), _asked(settings=DEFAULTS)])
def test_an_answer_repeats_the_request_or_what_says_nothing(echo: Request | None) -> None:
    assert breaches(ends.echo, answer(HI), answer(HI, echo=echo), request=_asked()) == []


@pytest.mark.parametrize("echo", OTHERS)
def test_an_answer_that_repeats_another_request_is_found(echo: Request) -> None:
    found = breaches(ends.echo, answer(HI), answer(HI, echo=echo), request=_asked())
    assert found == [("same/request", "request-changed")]


@pytest.mark.parametrize(
    ("name", "value", "other"), [("metadata", {"a": "b"}, {}), ("top_p", 0.5, 1), ("store", False, True)]
)
def test_a_default_in_the_place_of_what_was_asked_is_found(name: str, value: JSON, other: JSON) -> None:
    asked, echo = (_asked(settings=_settings(**{name: each})) for each in (value, other))
    assert breaches(ends.echo, answer(HI), answer(HI, echo=echo), request=asked) == [
        ("same/request", "request-changed")
    ]
    nothing = _asked(settings=_settings(**{name: None}))
    assert breaches(ends.echo, answer(HI), answer(HI, echo=echo), request=nothing) == []


def test_a_message_says_what_was_asked_and_what_is_repeated() -> None:
    choice = ToolChoice(mode=REQUIRED, names=(("function", "look"),))
    (said,) = messages(ends.echo, answer(HI), answer(HI, echo=_asked(choice=choice)), request=_asked())
    assert said == 'the request says tool choice required, but the answer repeats required of ["look"]'


@pytest.mark.parametrize(
    ("owed", "got", "is_true"),
    [
        (answer(call()), answer(call(), end="asks"), True),
        (answer(call()), answer(call()), False),
        (answer(call()), answer(end="asks"), True),
        (answer(HI), answer(HI, end="asks"), False),
        (answer(refusal("No.")), answer(refusal("No."), end="filter"), True),
        (answer(HI), answer(HI, end="filter"), False),
        (answer(call(), end="length"), answer(call(), end="asks"), False),
        (answer(call(), end="length"), answer(call(), end="length"), True),
    ],
)
def test_a_target_with_a_word_for_calls_uses_it_for_them_alone(owed: Any, got: Any, is_true: bool) -> None:
    assert breaches(ends.end, owed, got, ends_with_calls=True) == ([] if is_true else [("end", "end")])


@pytest.mark.parametrize(
    ("owed", "got", "why"),
    [
        (answer(call(), end="asks"), answer(call()), "it calls a tool"),
        (answer(HI), answer(HI, end="asks"), "it calls no tool"),
        (answer(HI), answer(HI, end="length"), "it is whole"),
        (answer(call(), end="length"), answer(call(), end="asks"), "it was cut at the limit of tokens"),
    ],
)
def test_where_calls_have_an_end_of_their_own_the_message_says_whether_there_are_calls(
    owed: Any, got: Any, why: str
) -> None:
    (said,) = messages(ends.end, owed, got, ends_with_calls=True)
    assert said == f"the result does not say how the answer ended: {why}"


def test_what_ended_for_an_unknown_reason_may_be_said_to_ask_by_another_key() -> None:
    assert breaches(ends.end, answer(HI, end="unknown"), answer(HI, end="asks")) == [("end/failed/asks", "end")]


def test_an_id_and_parts_of_seconds_that_the_source_has_not_are_another_matter() -> None:
    assert breaches(ends.identity, answer(HI, id=None), answer(HI, id=None)) == [("same/id/new", "no-id")]
    assert breaches(ends.created, answer(HI, created=1.6), answer(HI, created=2)) == []
    assert breaches(ends.created, answer(HI, created=1.6), answer(HI, created=1)) == []
    assert breaches(ends.created, answer(HI, created=1.6), answer(HI, created=1.6)) == [
        ("same/created/fraction", "created")
    ]


def test_of_a_usage_whose_details_exceed_its_input_no_input_is_owed() -> None:
    beside = answer(HI, usage=Usage(input=2, output=1, cached=64, written=3))
    lacks = {"lacks": lambda kind: kind == "usage/total"}
    for came in (2, 67, 64):
        got = answer(HI, usage=Usage(input=came, output=1, cached=64, written=3))
        assert breaches(ends.usage, beside, got, **lacks) == []
    lost = answer(HI, usage=Usage(input=2, output=1))
    assert breaches(ends.usage, beside, lost, **lacks) == [("kept/usage", "usage")]


def test_a_whole_answer_has_no_call_in_progress() -> None:
    source = answer(call())
    (candidate,) = source.candidates

    def found(state: str | None, end: str = "done") -> list[tuple[str, str]]:
        turns = tuple(replace(turn, state=state) for turn in candidate.turns)
        got = replace(source, candidates=(replace(candidate, turns=turns, end=End(kind=end)),))
        return breaches(ends.states, source, got)

    assert found("in_progress") == [("state", "call-in-progress")]
    assert found("completed") == found(None) == found("in_progress", "length") == []
