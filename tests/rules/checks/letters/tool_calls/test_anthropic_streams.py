from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.rules.alignment.alignment import MAY, MUST
from conformance.rules.checks.letters.tool_calls.anthropic_streams import read_message_stream, whole_message
from conformance.rules.checks.letters.tool_calls.arguments import MALFORMED, OBJECT, UNFINISHED
from conformance.rules.checks.letters.tool_calls.facts import COMPLETED, CUT, ERROR, INCOMPLETE
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.letters.tool_calls.samples import call, charged, failed, result

STREAM = "anthropic-stream-to-tool-calls"
HEAD = {
    "type": "message_start",
    "message": {"type": "message", "id": "m", "content": [], "usage": {"input_tokens": 9, "output_tokens": 1}},
}
STOP = {"type": "message_stop"}


def opened(index: int, **more: Any) -> dict[str, Any]:
    block = {"type": "tool_use", "id": f"call_{index + 1}", "name": "look", "input": {}, **more}
    return {"type": "content_block_start", "index": index, "content_block": block}


def piece(index: int, text: str) -> dict[str, Any]:
    delta = {"type": "input_json_delta", "partial_json": text}
    return {"type": "content_block_delta", "index": index, "delta": delta}


def closed(index: int) -> dict[str, Any]:
    return {"type": "content_block_stop", "index": index}


def ended(reason: str) -> list[Any]:
    return [{"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 5}}, STOP]


def calling(*pieces: str) -> list[Any]:
    return [opened(0), *(piece(0, other_piece) for other_piece in pieces), closed(0)]


WHOLE = [HEAD, *calling('{"city":', '"Paris"}'), *ended("tool_use")]
CUT_OFF = [HEAD, *calling('{"city":"Paris"}'), opened(1), piece(1, '{"city":"Ro')]
MIXED = [HEAD, opened(0), opened(1), piece(0, '{"a":'), piece(1, '{"b":'), piece(0, "1}"), piece(1, "2}"), closed(0),
         closed(1), *ended("tool_use")]  # fmt: skip
USED = {"usage": {"input_tokens": 9, "output_tokens": 5}}


def test_calls_have_the_pieces_of_their_blocks_and_the_last_counts() -> None:
    answer = read_message_stream(WHOLE, True)
    (one,) = answer.calls
    assert (one.fate, one.ids, one.names, one.at) == (MUST, ("call_1",), ("look",), (1, "content_block"))
    assert (one.arguments.kind, one.arguments.legal) == (OBJECT, ({"city": "Paris"},))
    assert (answer.ending, answer.finished, answer.usage) == (COMPLETED, True, USED["usage"])


@pytest.mark.parametrize(
    ("pieces", "reason", "kind", "legal"),
    [
        ([], "tool_use", OBJECT, ({},)),
        ([""], "tool_use", OBJECT, ({},)),
        (["[1]"], "tool_use", MALFORMED, (None,)),
        (['{"a": 1}'], "max_tokens", UNFINISHED, ({"a": 1}, {}, None)),
        (['{"a": 1'], "max_tokens", MALFORMED, (None, {})),
    ],
)
def test_arguments_are_read_by_how_the_answer_ends(pieces: list[str], reason: str, kind: str, legal: Any) -> None:
    (one,) = read_message_stream([HEAD, *calling(*pieces), *ended(reason)], True).calls
    assert (one.arguments.kind, one.arguments.legal) == (kind, legal)


def test_a_block_may_begin_with_its_whole_input() -> None:
    (one,) = read_message_stream([HEAD, opened(0, input={"a": 1}), closed(0), *ended("tool_use")], True).calls
    assert one.arguments.legal == ({"a": 1},)


def test_of_a_stream_that_broke_off_closed_calls_are_whole_and_open_ones_half() -> None:
    answer = read_message_stream(CUT_OFF, True)
    assert (answer.ending, answer.usage, answer.odd) == (CUT, ABSENT, False)
    assert [(other_call.fate, other_call.half) for other_call in answer.calls] == [(MAY, False), (MAY, True)]


def test_an_error_ends_a_stream_and_what_is_behind_the_end_is_not_read() -> None:
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    answer = read_message_stream([HEAD, error, *calling("{}")], True)
    assert (answer.ending, answer.error, answer.calls) == (ERROR, error["error"], ())
    assert read_message_stream([*WHOLE, *calling("{}")], True).odd is False


def test_whose_pieces_they_are_is_open_where_an_index_comes_again() -> None:
    assert read_message_stream([HEAD, *calling("{}"), *calling("{}"), *ended("tool_use")], True).unclear
    assert read_message_stream([HEAD, *calling("{}"), ended("tool_use")[0]], True).unclear
    assert read_message_stream([], True).unfit and read_message_stream({"content": []}, True).unfit


def test_an_answer_that_was_cut_is_incomplete() -> None:
    assert read_message_stream([HEAD, *ended("refusal")], True).ending == INCOMPLETE


def test_the_message_of_a_stream_is_one_that_the_api_would_send() -> None:
    message: Any = whole_message(WHOLE)
    assert message["content"][0]["input"] == {"city": "Paris"}
    assert whole_message(CUT_OFF) is ABSENT and whole_message(None) is ABSENT
    assert whole_message([HEAD, *calling("[1]"), *ended("tool_use")]) is ABSENT


@pytest.mark.parametrize(
    ("output", "rules"),
    [
        (result(call(), done=True, **USED), set()),
        (result(call(index=0), done=True, **USED), set()),
        (result(call(), done=False, **USED), {"PARSE-8"}),
        (result(done=True, **USED), {"PARSE-7"}),
        (result(call(arguments={}), done=True, **USED), {"PARSE-12"}),
        (result(call(), done=True), {"PARSE-17"}),
    ],
)
def test_a_whole_stream(output: Any, rules: set[str]) -> None:
    assert charged(STREAM, WHOLE, output) == rules


@pytest.mark.parametrize(
    ("output", "rules"),
    [
        (result(done=False), set()),
        (result(call(), done=False), set()),
        (result(call(), call(2, arguments=None), done=False), set()),
        (result(call(arguments={}), done=False), {"PARSE-10"}),
        (result(call(), call(2, arguments={}), done=False), {"PARSE-10"}),
        (result(call(), call(2, arguments={"city": "Ro"}), done=False), {"PARSE-15"}),
        (result(done=True), {"PARSE-10"}),
    ],
)
def test_a_stream_that_broke_off(output: Any, rules: set[str]) -> None:
    assert charged(STREAM, CUT_OFF, output) == rules


def test_an_error_that_says_of_a_stream_that_it_broke_off_is_right() -> None:
    assert charged(STREAM, CUT_OFF, failed("the stream ended without message_stop")) == set()


def test_interleaved_pieces_are_kept_apart() -> None:
    right = (call(1, arguments={"a": 1}), call(2, arguments={"b": 2}))
    assert charged(STREAM, MIXED, result(*right, done=True, **USED)) == set()
    assert charged(STREAM, MIXED, result(call(1, arguments=None), right[1], done=True, **USED)) == {"PARSE-14"}


@pytest.mark.parametrize("given", [WHOLE[:-1], [*WHOLE[:-2], STOP]])
def test_a_stream_with_one_of_its_two_ends_is_done_or_not(given: Any) -> None:
    for done in (True, False):
        assert charged(STREAM, given, result(call(), done=done)) == set()
    assert charged(STREAM, given, result(done=False)) == set()


def test_the_checks_find_their_view() -> None:
    trial = Trial(operation=STREAM, input=WHOLE, outcome=Outcome(output=result(call(), done=True, **USED)))
    assert view_of(trial).expected() == result(call(index=None), done=True, **USED)
    assert family(STREAM).chained_input(WHOLE) == whole_message(WHOLE)


@pytest.mark.parametrize(("said", "reason"), [("max_tokens", "max_tokens"), ("refusal", "content_filter")])
def test_a_stream_that_is_not_whole_says_why(said: str, reason: str) -> None:
    assert read_message_stream([HEAD, *calling("{}"), *ended(said)], True).reason == reason
