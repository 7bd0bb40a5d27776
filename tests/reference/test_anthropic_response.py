"""anthropic-response-to-chat-response and anthropic-response-to-responses-response."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.reference import AnswerError
from conformance.reference import anthropic_response_to_chat_response as to_chat
from conformance.reference import anthropic_response_to_responses_response as to_responses
from tests.formats.recorded import ANSWER, FOLDERS, REASON, recorded
from tests.reference.anthropic_answers import CALL, FOUND, HOSTED, PAGE, QUOTED, THOUGHT, Object, message, text

CHAT_CALL = {"id": "t1", "type": "function", "function": {"name": "f", "arguments": '{"n":9007199254740993}'}}


def said(*blocks: Object, **more: Any) -> Object:
    """The message of the Chat answer."""
    made: Object = to_chat(message(*blocks, **more))["choices"][0]["message"]
    return made


def test_a_whole_answer() -> None:
    usage = {"input_tokens": 4, "cache_creation_input_tokens": 6, "cache_read_input_tokens": 8845, "output_tokens": 193,
             "output_tokens_details": {"thinking_tokens": 50}, "service_tier": "standard"}  # fmt: skip
    assert to_chat(message(text("a"), text("b"), CALL, stop="tool_use", usage=usage)) == {
        "id": "msg_1",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": "ab", "tool_calls": [CHAT_CALL]},
                "finish_reason": "tool_calls",
            }
        ],
        "usage": {
            "prompt_tokens": 8855,
            "completion_tokens": 193,
            "total_tokens": 9048,
            "prompt_tokens_details": {"cached_tokens": 8845, "cache_write_tokens": 6},
            "completion_tokens_details": {"reasoning_tokens": 50},
        },
        "service_tier": "default",
    }


def test_responses_items_have_the_order_of_the_blocks() -> None:
    blocks = [THOUGHT, text("a"), CALL, text("b")]
    made = to_responses({"request": {"temperature": 1}, "response": message(*blocks, stop="tool_use")})
    assert [item["type"] for item in made["output"]] == ["reasoning", "message", "function_call", "message"]
    assert made["output"][0]["summary"] == [{"type": "summary_text", "text": "h"}]
    assert [part["text"] for item in made["output"][1::2] for part in item["content"]] == ["a", "b"]
    assert (made["output"][2]["call_id"], made["output"][2]["arguments"]) == ("t1", '{"n":9007199254740993}')
    assert (made["status"], made["temperature"]) == ("completed", 1)
    assert made["usage"]["total_tokens"] == 13


FINISHES = [
    ("end_turn", [text("a")], "stop"),
    ("end_turn", [CALL], "tool_calls"),
    ("stop_sequence", [text("a")], "stop"),
    ("tool_use", [CALL], "tool_calls"),
    ("max_tokens", [CALL], "length"),
    ("model_context_window_exceeded", [text("a")], "length"),
    ("refusal", [], "content_filter"),
    ("pause_turn", [text("a")], "length"),
]


@pytest.mark.parametrize(("stop", "blocks", "finish"), FINISHES)
def test_each_reason_to_stop_has_a_word(stop: str, blocks: list[Object], finish: str, caplog: Any) -> None:
    assert to_chat(message(*blocks, stop=stop))["choices"][0]["finish_reason"] == finish
    assert ("stop_reason" in caplog.text) is (stop == "pause_turn")
    made = to_responses({"response": message(*blocks, stop=stop)})
    reason = {"length": "max_output_tokens", "content_filter": "content_filter"}.get(finish)
    assert made["status"] == ("incomplete" if reason else "completed")
    assert made["incomplete_details"] == ({"reason": reason} if reason else None)


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
def test_recorded_answers_convert_and_say_the_same(caplog: Any) -> None:
    given = [
        source for source in recorded("anthropic") if source.form == ANSWER and source.value.get("type") == "message"
    ]
    assert len(given) > 50
    for element in given:
        caplog.clear()
        chat, responses = to_chat(element.value), to_responses({"response": element.value})
        assert not list(refusals_of("chat-response", chat)), element.where
        assert not list(refusals_of("responses-response", responses)), element.where
        blocks, made = element.value["content"], chat["choices"][0]["message"]
        texts = [block["text"] for block in blocks if block["type"] == "text"]
        assert (made["content"] or "") == "".join(texts), element.where
        ids = [block["id"] for block in blocks if block["type"] == "tool_use"]
        assert [call["id"] for call in made.get("tool_calls", ())] == ids, element.where
        assert [item["call_id"] for item in responses["output"] if "call_id" in item] == ids, element.where
        lost = [at for at, block in enumerate(blocks) if block["type"] not in ("text", "tool_use")]
        assert all(f"content[{at}]" in caplog.text for at in lost), element.where
