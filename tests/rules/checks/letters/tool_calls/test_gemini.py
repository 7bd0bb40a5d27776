from __future__ import annotations

from typing import Any

import pytest

from conformance.base.values import ABSENT
from conformance.rules.alignment.alignment import MAY, MUST
from conformance.rules.checks.letters.tool_calls.arguments import OBJECT, UNFINISHED
from conformance.rules.checks.letters.tool_calls.facts import COMPLETED, CUT, ERROR, FAILED, INCOMPLETE, UNKNOWN
from conformance.rules.checks.letters.tool_calls.gemini import read_response, read_responses, whole_response
from tests.reference.gemini_answers import call, response

TEXT = {"text": "a"}
FAILURE = {"error": {"code": 503, "message": "a", "status": "UNAVAILABLE"}}


def test_calls_are_those_of_the_client() -> None:
    step = {"toolCall": {"id": "s1", "toolType": "FILE_SEARCH"}}
    answer = read_response(response(TEXT, step, call(id="f1", args={"a": 1}), {"text": "b", "thought": True}), True)
    (found,) = answer.calls
    at = ("candidates", 0, "content", "parts", 2)
    assert (found.fate, found.ids, found.names, found.at, found.made) == (MUST, ("f1",), ("f",), at, False)
    assert (found.arguments.kind, found.arguments.legal) == (OBJECT, ({"a": 1},))
    assert (answer.contents, answer.ending, answer.finished, answer.steps) == (("a",), COMPLETED, True, (1,))


def test_a_call_without_an_id_has_any() -> None:
    first, second = read_response(response(call(), call("g", id="")), True).calls
    assert [(found.ids, found.made, found.arguments.legal) for found in (first, second)] == [(None, True, ({},))] * 2


@pytest.mark.parametrize(
    ("end", "ending", "reason"),
    [
        ("STOP", COMPLETED, "STOP"),
        (1, COMPLETED, 1),
        ("MAX_TOKENS", INCOMPLETE, "max_tokens"),
        ("SAFETY", INCOMPLETE, "content_filter"),
        ("CONTINUATION", INCOMPLETE, "CONTINUATION"),
        ("UNEXPECTED_TOOL_CALL", FAILED, "UNEXPECTED_TOOL_CALL"),
        ("A_REASON_OF_NEXT_YEAR", FAILED, "A_REASON_OF_NEXT_YEAR"),
    ],
)
def test_an_answer_is_whole_or_not_by_its_reason(end: Any, ending: str, reason: Any) -> None:
    answer = read_response(response(TEXT, reason=end), True)
    assert (answer.ending, answer.reason, answer.odd, answer.refusable) == (ending, reason, False, ending == FAILED)


def test_calls_of_an_answer_that_failed_or_was_cut_are_free() -> None:
    (failed,) = read_response(response(call(args={"a": 1}), reason="UNEXPECTED_TOOL_CALL"), True).calls
    (cut,) = read_response(response(call(args={"a": 1}), {"text": ""}, reason="MAX_TOKENS"), True).calls
    assert (failed.fate, cut.fate) == (MAY, MUST)
    assert (cut.arguments.kind, cut.arguments.legal) == (UNFINISHED, ({"a": 1}, {}, None))


def test_a_blocked_request_is_filtered_or_refused() -> None:
    answer = read_response({"promptFeedback": {"blockReason": "SAFETY"}}, True)
    assert (answer.ending, answer.reason, answer.refusable) == (INCOMPLETE, "content_filter", True)


def test_an_error_in_the_place_of_a_response_is_a_failed_answer() -> None:
    answer = read_response(FAILURE, True)
    assert (answer.ending, answer.error, answer.refusable) == (FAILED, FAILURE["error"], False)
    assert all(read_response(given, True).unfit for given in (None, {}, {"candidates": []}, {"candidates": "a"}))


@pytest.mark.parametrize("parts", [7, ["a"], [{"text": 7}], [{"functionCall": "f"}]])
def test_what_has_another_form_is_odd(parts: Any) -> None:
    given = response()
    given["candidates"][0]["content"]["parts"] = parts
    answer = read_response(given, True)
    assert (answer.odd, answer.loose_text) == (True, True)
    assert read_response(response(TEXT, reason=None), True).odd
    (bare,) = read_response(response({"functionCall": {"args": "{"}}), True).calls
    assert (bare.fate, bare.names, bare.arguments.legal) == (MAY, (UNKNOWN,), None)


def test_counts_may_be_said_with_what_is_beside_them() -> None:
    usage = {"promptTokenCount": 20, "candidatesTokenCount": 198, "thoughtsTokenCount": 405, "totalTokenCount": 623}
    answer = read_response({**response(TEXT), "usageMetadata": usage}, True)
    assert answer.usage == usage
    outputs = {reading["candidatesTokenCount"] for reading in answer.counted if isinstance(reading, dict)}
    assert outputs == {198, 603}


def test_a_stream_owes_what_its_responses_say_together() -> None:
    answer = read_responses([response(TEXT, reason=None), response(call(), reason=None), response({"text": ""})], True)
    assert (answer.contents, answer.ending, len(answer.calls), answer.unclear) == (("a",), COMPLETED, 1, False)
    assert whole_response([response(TEXT, reason=None), response({"text": ""})]) != ABSENT


def test_a_stream_that_broke_off_or_failed_owes_no_call() -> None:
    usage = {"promptTokenCount": 9}
    begun = [{**response(TEXT, reason=None), "usageMetadata": usage}, response(call(), reason=None)]
    for events, ending in ((begun, CUT), ([*begun, FAILURE], ERROR)):
        answer = read_responses(events, True)
        assert (answer.ending, answer.calls[0].fate, answer.counts) == (ending, MAY, {("promptTokenCount",): (9,)})
        assert whole_response(events) is ABSENT
    half = response(call(willContinue=True), reason=None)
    (cut,) = read_responses([half], True).calls
    assert (cut.half, cut.arguments.legal) == (True, (None,))


def test_a_stream_in_disorder_is_unclear() -> None:
    assert read_responses([response(TEXT), response(TEXT)], True).unclear
    blocked = [response(TEXT, reason=None), {"promptFeedback": {"blockReason": "SAFETY"}}]
    assert read_responses(blocked, True).unclear
    assert all(read_responses(given, True).unfit for given in (None, {}, [], [7]))
