from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.letters.tool_calls.samples import call, charged, failed, result

STREAM = "chat-stream-to-tool-calls"


def chunk(delta: Any, finish: str | None = None, **more: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}], **more}


def piece(number: int, arguments: str, **more: Any) -> dict[str, Any]:
    name = {"name": "look"} if "id" in more else {}
    return chunk({"tool_calls": [{"index": number - 1, **more, "function": {**name, "arguments": arguments}}]})


def begun(*numbers: int) -> list[Any]:
    return [piece(number, "", id=f"call_{number}", type="function") for number in numbers]


END = chunk({}, "tool_calls")
WHOLE = [*begun(1), piece(1, '{"city":'), piece(1, '"Paris"}'), END]
MIXED = [*begun(1, 2), piece(1, '{"a":'), piece(2, '{"b":'), piece(1, "1}"), piece(2, "2}"), END]
RIGHT = (call(1, arguments={"a": 1}), call(2, arguments={"b": 2}))


@pytest.mark.parametrize(
    ("output", "rules"),
    [
        (result(call(), done=True), set()),
        (result(call(index=0), done=True), set()),
        (result(call(), done=False), {"CALL-8"}),
        (result(done=True), {"CALL-7"}),
        (result(call(arguments={}), done=True), {"CALL-12"}),
        (result(call(arguments='{"city":"Paris"}'), done=True), {"CALL-3"}),
        (result(call(name="looklook"), done=True), {"CALL-7"}),
        (result(call(), done=True) | {"finish_reason": "stop"}, {"CALL-5"}),
        (failed(), {"CONV-1"}),
    ],
)
def test_a_stream_of_one_call(output: Any, rules: set[str]) -> None:
    assert charged(STREAM, WHOLE, output) == rules


def test_mixed_pieces_are_a_rule_of_their_own() -> None:
    swapped = result(call(1, arguments={"b": 2}), call(2, arguments={"a": 1}), done=True)
    assert charged(STREAM, MIXED, result(*RIGHT, done=True)) == set()
    assert charged(STREAM, MIXED, swapped) == {"CALL-14"}
    assert charged(STREAM, MIXED, result(*RIGHT[:1], done=True)) == {"CALL-7", "CALL-11"}


def test_one_index_for_two_ids_is_not_judged_and_either_order_of_indexes_is_accepted() -> None:
    twice = [*begun(1), piece(1, "{}", id="call_2"), END]
    assert charged(STREAM, twice, result(call(2, arguments={}), done=True)) == set()
    backwards = [*begun(2, 1), piece(1, '{"a":1}'), piece(2, '{"b":2}'), END]
    assert charged(STREAM, backwards, result(*RIGHT, done=True)) == set()
    assert charged(STREAM, backwards, result(*reversed(RIGHT), done=True)) == set()


@pytest.mark.parametrize("end", [(), ({"error": {"message": "Overloaded."}},)])
@pytest.mark.parametrize(
    ("output", "rules"),
    [
        ({"content": "", "done": False, "error": "Overloaded."}, set()),
        (result(call(arguments=None), done=False, error="Overloaded."), set()),
        (result(done=True, error="Overloaded."), {"CALL-10"}),
        (result(call(arguments={}), done=False, error="Overloaded."), {"CALL-10"}),
        (result(call(arguments={"city": "Paris"}), done=False, error="Overloaded."), {"CALL-15"}),
    ],
)
def test_half_a_call_is_no_call(end: tuple[Any, ...], output: Any, rules: set[str]) -> None:
    assert charged(STREAM, [*WHOLE[:2], *end], output) == rules


def test_an_error_is_named_or_raised() -> None:
    broken = [*WHOLE[:2], {"error": {"message": "Overloaded."}}]
    assert charged(STREAM, broken, {"content": "", "done": False}, error_event="report") == {"CALL-13"}
    assert charged(STREAM, broken, failed("Overloaded."), error_event="raise") == set()


def test_the_law_is_about_streams_that_ended() -> None:
    given = family(STREAM).chained_input
    assert given(WHOLE)["choices"][0]["message"]["tool_calls"][0]["id"] == "call_1"
    assert given(WHOLE[:2]) is ABSENT
    assert given([*WHOLE, {"error": {"message": "no"}}]) is ABSENT
    assert given(7) is ABSENT


@pytest.mark.parametrize(
    ("message", "is_right"),
    [
        ("calls of custom tools are not supported", True),
        ("choices.0.delta.tool_calls.0.type\n  Input should be 'function' [input_value='custom']", True),
        ("choices.0.delta.tool_calls.0.function\n  Field required", False),
        ("CustomToolCall", False),
    ],
)
def test_an_error_that_names_the_type_of_a_custom_call_refuses_it(message: str, is_right: bool) -> None:
    custom = {"index": 1, "id": "call_c", "type": "custom", "custom": {"name": "sql", "input": "SELECT 1"}}
    chunks = [*WHOLE[:-1], chunk({"tool_calls": [custom]}), END]
    view = view_of(Trial(operation=STREAM, input=chunks, outcome=failed(message)))
    assert view.is_refused_by_right is is_right


def test_an_answer_whose_sound_expires_may_be_done() -> None:
    spoken = [chunk({"audio": {"id": "audio_1", "transcript": "Hi"}}), chunk({"audio": {"expires_at": 1}})]
    for done in (True, False):
        assert charged(STREAM, spoken, result(done=done)) == set()
    assert charged(STREAM, spoken[:1], result(done=True)) == {"CALL-10"}


def test_a_call_must_not_fail_on_a_chunk_of_a_host() -> None:
    for more in ({"object": "chat.completion.chunk", "usage": None}, {"choices": [{"index": 0}], "object": ""}):
        assert charged(STREAM, [*WHOLE, more], failed("'choices'")) == {"CONV-1"}
    assert charged(STREAM, [*WHOLE, {"other": 1}], failed("'choices'")) == set()


@pytest.mark.parametrize("without", ["index", "id"])
def test_calls_of_a_stream_without_indexes_or_ids_are_not_lost_in_silence(without: str) -> None:
    pieces = [
        {"index": number, "id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": "{}"}}
        for number, name in enumerate(("look", "go"))
    ]
    given = [chunk({"tool_calls": [{key: piece[key] for key in piece if key != without} for piece in pieces]}), END]
    both = [call(number, name=name, arguments={}) for number, name in enumerate(("look", "go"))]
    both = both if without == "index" else [element | {"id": "unknown"} for element in both]
    unnamed = both[0] | {"name": {}}
    for calls, is_charged in ((both, False), (both[:1], True), ([merged(both[0])], True), ([unnamed, both[1]], True)):
        outcome = Outcome(output=result(*calls, done=True), diagnostics=())
        assert ("CALL-19" in charged(STREAM, given, outcome)) is is_charged


def merged(entry: dict[str, Any]) -> dict[str, Any]:
    return entry | {"arguments": None, "arguments_raw": "{}{}"}
