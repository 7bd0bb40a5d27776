"""gemini-response-to-chat-response."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.reference import AnswerError
from conformance.reference import gemini_response_to_chat_response as to_chat
from conformance.reference import gemini_response_to_responses_response as to_responses
from tests.formats.recorded import ANSWER, FOLDERS, REASON, recorded
from tests.reference.gemini_answers import Object, call, response


def said(*parts: Object, **more: Any) -> Object:
    """The message of the Chat answer."""
    made: Object = to_chat(response(*parts, **more))["choices"][0]["message"]
    return made


def finish(*parts: Object, reason: Any = "STOP") -> Any:
    return to_chat(response(*parts, reason=reason))["choices"][0]["finish_reason"]


@pytest.mark.parametrize("reason", [None, "OTHER", "A_REASON_OF_NEXT_YEAR", "UNEXPECTED_TOOL_CALL", 7, ["STOP"]])
def test_what_did_not_end_well_is_an_error(reason: Any) -> None:
    with pytest.raises(AnswerError, match="finishReason"):
        to_chat(response({"text": "a"}, reason=reason))
    made = to_chat(response({"text": "a"}, reason=reason), failed_answer="report")
    assert list(made) == ["error"]


@pytest.mark.parametrize(
    "value", [None, 7, {}, {"candidates": {}}, {"candidates": [None]}, response(call(""), reason=1)]
)
def test_what_is_no_response_is_refused(value: Any) -> None:
    if value == response(call(""), reason=1):
        value["candidates"][0]["content"]["parts"][0]["functionCall"]["args"] = "text"
    with pytest.raises(AnswerError):
        to_chat(value)


def test_stop_asks_where_there_is_a_call() -> None:
    assert (finish({"text": "a"}), finish({"text": "a"}, call())) == ("stop", "tool_calls")
    assert (finish(call(), reason="MAX_TOKENS"), finish(reason="SAFETY")) == ("length", "content_filter")
    assert finish({"text": "a"}, reason=1) == "stop"


def test_calls_without_ids_get_ids_of_their_own() -> None:
    calls = said(call(args={"a": 1}), call(args={"a": 1}), call(id="own"))["tool_calls"]
    assert [element["id"] for element in calls] == ["call_r_0", "call_r_1", "own"]
    other = {**response(call()), "responseId": "s"}
    assert to_chat(other)["choices"][0]["message"]["tool_calls"][0]["id"] == "call_s_0"


def test_answers_without_an_id_get_ids_of_their_own() -> None:
    made = []
    for name in "fg":
        value = response(call(name))
        del value["responseId"]
        made.append(to_chat(value))
    assert made[0]["id"] != made[1]["id"] != ""
    assert len({answer["choices"][0]["message"]["tool_calls"][0]["id"] for answer in made}) == 2


def test_a_signature_stays_with_its_call(caplog: Any) -> None:
    signed = {**call(id="a"), "thoughtSignature": "S"}
    first, second = said(signed, call(id="b"))["tool_calls"]
    assert first["extra_content"] == {"google": {"thought_signature": "S"}}
    assert "extra_content" not in second
    assert caplog.records == []
    assert said({"text": "a", "thoughtSignature": "S"})["content"] == "a"
    assert "parts[0].thoughtSignature" in caplog.text


def test_thoughts_are_reported_or_members_of_a_dialect(caplog: Any) -> None:
    parts = ({"text": "h", "thought": True}, {"text": "a"})
    assert said(*parts) == {"role": "assistant", "content": "a"}
    assert "parts[0].thought" in caplog.text
    made = to_chat(response(*parts), reasoning="dialect")["choices"][0]["message"]
    assert made == {"role": "assistant", "content": "a", "reasoning_content": "h"}


def test_a_blocked_request_is_filtered_and_reported(caplog: Any) -> None:
    made = to_chat({"promptFeedback": {"blockReason": "SAFETY"}, "responseId": "r"})
    assert made["choices"] == [
        {"index": 0, "message": {"role": "assistant", "content": None}, "finish_reason": "content_filter"}
    ]
    assert "promptFeedback.blockReason" in caplog.text


def test_steps_of_the_host_and_media_are_reported(caplog: Any) -> None:
    parts = (
        {"executableCode": {"code": "1"}},
        {"inlineData": {"mimeType": "image/png", "data": "AAAA"}},
        {"text": "a"},
    )
    assert said(*parts) == {"role": "assistant", "content": "a"}
    assert ["executableCode" in caplog.text, "image/png" in caplog.text] == [True, True]


def test_thoughts_and_tools_count() -> None:
    usage = {
        "promptTokenCount": 20, "toolUsePromptTokenCount": 5, "candidatesTokenCount": 198, "thoughtsTokenCount": 405,
        "totalTokenCount": 628, "serviceTier": "standard",
    }  # fmt: skip
    made = to_chat({**response({"text": "a"}), "usageMetadata": usage})
    assert made["usage"] == {
        "prompt_tokens": 25, "completion_tokens": 603, "total_tokens": 628,
        "completion_tokens_details": {"reasoning_tokens": 405},
    }  # fmt: skip
    assert made["service_tier"] == "default"
    assert "usage" not in to_chat(response({"text": "a"}))


def test_the_first_candidate_is_converted_and_the_others_are_reported(caplog: Any) -> None:
    value = response({"text": "a"})
    value["candidates"] += [{**response({"text": "b"})["candidates"][0], "index": 1}]
    assert to_chat(value)["choices"][0]["message"]["content"] == "a"
    assert "candidates[1]" in caplog.text


@pytest.mark.skipif(not FOLDERS, reason=REASON)
def test_recorded_answers_become_answers_that_the_types_have() -> None:
    count = 0
    for form, value, where in recorded("gemini"):
        if form != ANSWER or not isinstance(value, dict) or "candidates" not in value:
            continue
        made = to_chat(value, failed_answer="report")
        assert "error" in made or refusals_of("chat-response", made) == (), where
        count += 1
    assert count > 50


def test_a_response_of_responses_has_the_order_of_the_parts_and_the_signatures() -> None:
    given = response({"text": "Hm.", "thought": True}, call("f", id="f1") | {"thoughtSignature": "S"}, {"text": "A"})
    made = to_responses({"request": {"temperature": 0.5}, "response": given})
    assert [item["type"] for item in made["output"]] == ["reasoning", "function_call", "message"]
    assert made["output"][1]["extra_content"] == {"google": {"thought_signature": "S"}}
    assert (made["id"], made["status"], made["temperature"]) == ("resp_r", "completed", 0.5)
    with pytest.raises(AnswerError, match=r"response\.candidates"):
        to_responses({"response": response(reason="OTHER")})
    failed = to_responses({"response": response(reason="OTHER")}, failed_answer="failed")
    assert failed["status"] == "failed"
