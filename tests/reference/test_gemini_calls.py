"""gemini-response-to-tool-calls and gemini-stream-to-tool-calls: streams, failures, and recorded answers."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.reference import ToolError
from conformance.reference import gemini_response_to_tool_calls as of_response
from conformance.reference import gemini_stream_to_tool_calls as of_stream
from tests.formats.recorded import ANSWER, FOLDERS, REASON, STREAM, recorded
from tests.reference.gemini_answers import call, response

TEXT = {"text": "a"}
OVERLOADED = {"error": {"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}}


@pytest.mark.parametrize("parts", [(TEXT,), (TEXT, call(args={"a": 1})), (call(id="f1"), call("g"))])
def test_a_stream_gives_what_its_response_gives(parts: Any) -> None:
    for reason in ("STOP", "MAX_TOKENS", "SAFETY"):
        begun = [response(part, reason=None) for part in parts]
        whole = of_response(response(*parts, reason=reason))
        assert of_stream([*begun, response({"text": ""}, reason=reason)]) == whole | {"done": True}


def test_calls_without_ids_get_ids_that_differ() -> None:
    first, second = of_response(response(call(args={"a": 1}), call(args={"a": 1})))["tool_calls"]
    assert first["id"] != second["id"]
    assert first["arguments"] == second["arguments"] == {"a": 1}


def test_a_cut_stream_is_not_done_and_has_no_calls() -> None:
    got = of_stream([response(TEXT, reason=None), response(call(), reason=None)])
    assert (got["content"], got["tool_calls"], got["done"]) == ("a", [], False)


def test_a_failure_is_reported_or_raised() -> None:
    story = [response(TEXT, reason=None), OVERLOADED]
    for got in (of_stream(story), of_response(OVERLOADED)):
        assert (got["tool_calls"], got["error"]["message"]) == ([], "The model is overloaded.")
    with pytest.raises(ToolError, match="overloaded"):
        of_stream(story, error_event="raise")
    with pytest.raises(ToolError, match="overloaded"):
        of_response(OVERLOADED, failed_response="raise")
    got = of_response(response(call(), reason="UNEXPECTED_TOOL_CALL"))
    assert (got["tool_calls"], got["finish_reason"]) == ([], "failed")


def test_a_blocked_request_is_filtered() -> None:
    got = of_response({"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 9}})
    assert (got["content"], got["finish_reason"], got["usage"]) == ("", "content_filter", {"promptTokenCount": 9})


@pytest.mark.parametrize("given", [None, 7, {}, [7]])
def test_what_is_no_answer_is_an_error(given: Any) -> None:
    for convert in (of_response, of_stream):
        with pytest.raises(ToolError):
            convert(given)


@pytest.mark.skipif(not FOLDERS, reason=REASON)
def test_recorded_answers_have_the_calls_of_their_parts() -> None:
    answers = [source for source in recorded("gemini") if source.form in (ANSWER, STREAM)]
    assert len(answers) > 50
    for answer in answers:
        got = of_stream(answer.value) if answer.form == STREAM else of_response(answer.value)
        if got.get("error"):
            continue
        responses = answer.value if answer.form == STREAM else [answer.value]
        contents = [each.get("content") or {} for held in responses for each in (held.get("candidates") or [])[:1]]
        parts = [part for content in contents for part in content.get("parts") or []]
        wanted = [
            (part["functionCall"]["name"], part["functionCall"].get("args") or {})
            for part in parts
            if "functionCall" in part
        ]
        assert [(found["name"], found["arguments"]) for found in got["tool_calls"]] == wanted, answer.where
