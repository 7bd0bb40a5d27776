"""anthropic-response-to-chat-response and anthropic-response-to-responses-response."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.reference import AnswerError
from conformance.reference import anthropic_response_to_chat_response as to_chat
from conformance.reference import anthropic_response_to_responses_response as to_responses
from tests.formats.recorded import ANSWER, FOLDERS, REASON, recorded
from tests.reference.anthropic_answers import FOUND, HOSTED, PAGE, QUOTED, THOUGHT, Object, message, text


def said(*blocks: Object, **more: Any) -> Object:
    """The message of the Chat answer."""
    made: Object = to_chat(message(*blocks, **more))["choices"][0]["message"]
    return made


@pytest.mark.parametrize(("stop", "choice"), [(None, "report"), ("bored", "report"), ("pause_turn", "raise")])
def test_what_did_not_end_is_an_error(stop: str | None, choice: Any) -> None:
    with pytest.raises(AnswerError, match="stop_reason"):
        to_chat(message(text("a"), stop=stop), unfinished=choice)
    with pytest.raises(AnswerError, match=r"response\.stop_reason"):
        to_responses({"response": message(text("a"), stop=stop)}, unfinished=choice)


def test_a_refusal_says_why(caplog: Any) -> None:
    details = {"type": "refusal", "category": "cyber", "explanation": "W"}
    assert said(stop="refusal", stop_details=details) == {"role": "assistant", "content": None, "refusal": "W"}
    assert "stop_details.category" in caplog.text
    made = to_responses({"response": message(stop="refusal", stop_details=details)})
    assert made["output"][0]["content"] == [{"type": "refusal", "refusal": "W"}]


def test_thoughts_are_reported_or_members_of_a_dialect(caplog: Any) -> None:
    assert said(THOUGHT, text("a")) == {"role": "assistant", "content": "a"}
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == ["content[0].thinking",
                                                                             "content[0].signature"]  # fmt: skip
    made = to_chat(message(THOUGHT, text("a")), reasoning="dialect")
    assert made["choices"][0]["message"] == {"role": "assistant", "content": "a", "reasoning_content": "h"}
    caplog.clear()
    assert len(to_responses({"response": message(THOUGHT, text("a"))}, reasoning="omit")["output"]) == 1
    assert "response.content[0].thinking" in caplog.text


def test_hosted_steps_are_no_calls(caplog: Any) -> None:
    assert said(HOSTED, FOUND, text("t")) == {"role": "assistant", "content": "t"}
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == ["content[0]", "content[1]"]


def test_pages_are_cited_and_other_citations_are_reported(caplog: Any) -> None:
    assert said(text("ab"), text("cde", PAGE, QUOTED))["annotations"] == [
        {"type": "url_citation", "url_citation": {"url": "https://x/", "title": "T", "start_index": 2, "end_index": 5}}
    ]
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == ["content[1].citations[1]"]
    made = to_responses({"response": message(text("ab"), text("cde", PAGE))})
    (part,) = made["output"][0]["content"]
    assert part["text"][slice(part["annotations"][0]["start_index"], part["annotations"][0]["end_index"])] == "cde"


def test_what_else_has_no_place_is_reported(caplog: Any) -> None:
    usage = {"input_tokens": 1, "output_tokens": 1, "server_tool_use": {"web_search_requests": 1}, "cache_creation":
             {"ephemeral_5m_input_tokens": 0}, "inference_geo": "not_available", "service_tier": "batch"}  # fmt: skip
    to_chat(message(text("a"), stop="stop_sequence", stop_sequence="X", container={"id": "c"}, usage=usage))
    places = {record.getMessage().partition(":")[0] for record in caplog.records}
    assert places == {"stop_sequence", "container", "usage.server_tool_use", "usage.service_tier"}


def test_a_failure_is_raised_or_reported() -> None:
    failed = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}, "request_id": "req_1"}
    with pytest.raises(AnswerError, match="Overloaded"):
        to_chat(failed)
    with pytest.raises(AnswerError, match="Overloaded"):
        to_responses({"response": failed})
    assert to_chat(failed, failed_answer="report")["error"]["message"] == "Overloaded"
    made = to_responses({"response": failed}, failed_answer="failed")
    assert (made["status"], made["error"]["message"]) == ("failed", "Overloaded")


@pytest.mark.parametrize("given", [None, 7, {}, {"content": "a"}])
def test_what_is_no_message_is_an_error(given: Any) -> None:
    with pytest.raises(AnswerError):
        to_chat(given)
    with pytest.raises(AnswerError):
        to_responses({"response": given})
    with pytest.raises(AnswerError):
        to_responses(given)


@pytest.mark.skipif(not FOLDERS, reason=REASON)
def test_recorded_answers_convert_and_report_what_they_leave_out(caplog: Any) -> None:
    given = [
        source for source in recorded("anthropic") if source.form == ANSWER and source.value.get("type") == "message"
    ]
    assert len(given) > 50
    for element in given:
        caplog.clear()
        assert not list(refusals_of("chat-response", to_chat(element.value))), element.where
        assert not list(refusals_of("responses-response", to_responses({"response": element.value}))), element.where
        lost = [at for at, block in enumerate(element.value["content"]) if block["type"] not in ("text", "tool_use")]
        assert all(f"content[{at}]" in caplog.text for at in lost), element.where
