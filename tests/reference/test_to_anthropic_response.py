"""Answers and streams of Chat Completions and Responses as Anthropic's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.apis.recordings import read_folder
from conformance.apis.recordings.inputs import harvest
from conformance.reference import AnswerError
from conformance.reference import chat_response_to_anthropic_response as of_chat
from conformance.reference import chat_stream_to_anthropic_stream as of_chunks
from conformance.reference import chat_stream_to_responses_stream as to_responses_stream
from conformance.reference import responses_response_to_anthropic_response as of_responses
from conformance.reference import responses_stream_to_anthropic_stream as of_events
from tests.reference.anthropic_answers import Object, text
from tests.reference.exchanges import BROKEN, CUT

FOLDER = Path(__file__).parents[2].parent / "shared" / "recordings"
CALL = {"id": "a", "type": "function", "function": {"name": "f", "arguments": '{"n": 9007199254740993}'}}
ITEM = {"type": "function_call", "id": "fc_1", "call_id": "a", "name": "f", "arguments": '{"n": 9007199254740993}'}
CUSTOM = {"id": "b", "type": "custom", "custom": {"name": "g", "input": "ls"}}


def chat(finish: str | None = "stop", usage: Any = None, more: Object | None = None, **message: Any) -> Object:
    choice = {"index": 0, "message": {"role": "assistant", "content": None, **message}, "finish_reason": finish}
    head = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m"}
    return head | {"choices": [choice], "usage": usage or {"prompt_tokens": 1, "completion_tokens": 2}} | (more or {})


def response(*items: Object, **more: Any) -> Object:
    usage = {"input_tokens": 1, "output_tokens": 2}
    head = {"id": "resp_1", "object": "response", "model": "m", "status": "completed", "usage": usage}
    return head | {"output": list(items)} | more


def spoken(*parts: Object) -> Object:
    return {"type": "message", "id": "msg_1", "role": "assistant", "content": list(parts)}


def output_text(value: str, **more: Any) -> Object:
    return {"type": "output_text", "text": value, "annotations": [], "logprobs": [], **more}


def test_what_has_no_block_is_reported_by_its_path(caplog: Any) -> None:
    thought = {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "h"}]}
    note = {"type": "url_citation", "url": "https://x/", "start_index": 0, "end_index": 1, "title": ""}
    custom = {"type": "custom_tool_call", "call_id": "b", "name": "g", "input": "ls"}
    said = spoken(output_text("x", annotations=[note], logprobs=[{"token": "x"}]))
    got = of_responses(response(thought, said, custom, {**ITEM, "call_id": None}, metadata={"a": "b"}))
    assert got["content"] == [text("x")]
    places = [record.getMessage().partition(":")[0] for record in caplog.records]
    assert places == ["output[0]", "output[1].content[0].annotations", "output[1].content[0].logprobs", "output[2]",
                      "output[3]", "metadata"]  # fmt: skip


def test_what_a_chat_answer_has_beside_is_reported_by_its_path(caplog: Any) -> None:
    notes = [{"type": "url_citation", "url_citation": {"url": "https://x/", "start_index": 0, "end_index": 1}}]
    of_chat(chat(content="x", annotations=notes, reasoning_content="h", tool_calls=[CUSTOM]))
    message = "response.choices[0].message"
    places = {record.getMessage().partition(":")[0] for record in caplog.records}
    assert places == {"choices[0].message.annotations", f"{message}.reasoning_content", f"{message}.tool_calls[0]"}


@pytest.mark.parametrize("arguments", ['{"a":1', "[]", "null"])
def test_arguments_that_are_no_object_are_refused_or_reported(arguments: str, caplog: Any) -> None:
    broken = {**CALL, "function": {"name": "f", "arguments": arguments}}
    with pytest.raises(AnswerError, match="arguments"):
        of_chat(chat(tool_calls=[broken]))
    (wrapped,) = of_chat(chat(tool_calls=[broken]), malformed_arguments="wrap")["content"]
    assert wrapped["input"] == {"arguments": arguments}
    assert of_chat(chat(tool_calls=[broken]), malformed_arguments="empty")["content"][0]["input"] == {}
    assert of_chat(chat("length", tool_calls=[broken]))["content"][0]["input"] == {}
    assert len(caplog.records) == 3


def test_a_failure_is_raised_or_reported() -> None:
    failed = {"error": {"message": "Overloaded", "type": "server_error"}}
    broken = response(status="failed", error={"code": "server_error", "message": "Overloaded"})
    for convert, given in ((of_chat, failed), (of_responses, broken)):
        with pytest.raises(AnswerError, match="Overloaded"):
            convert(given)
        reported = convert(given, failed_answer="report")
        assert (reported["type"], reported["error"]["type"]) == ("error", "api_error")
        assert "Overloaded" in reported["error"]["message"]


@pytest.mark.parametrize("given", [None, 7, {}, {"choices": 7}, chat(finish=None), chat(finish="bored")])
def test_what_is_no_chat_answer_is_an_error(given: Any) -> None:
    with pytest.raises(AnswerError):
        of_chat(given)


@pytest.mark.parametrize("given", [None, {}, {"output": 7}, response(status="in_progress")])
def test_what_is_no_response_is_an_error(given: Any) -> None:
    with pytest.raises(AnswerError):
        of_responses(given)


def test_usage_is_there_in_any_case(caplog: Any) -> None:
    assert of_responses(response(usage=None))["usage"] == {"input_tokens": 0, "output_tokens": 0}
    assert "usage" in caplog.text
    more_cached = {"input_tokens": 5, "output_tokens": 1, "input_tokens_details": {"cached_tokens": 9}}
    assert of_responses(response(usage=more_cached))["usage"]["input_tokens"] == 0


@pytest.mark.parametrize("given", [CUT, BROKEN], ids=["cut", "broken"])
def test_a_stream_without_an_end_is_an_error(given: Object) -> None:
    with pytest.raises(AnswerError):
        of_chunks(given["chunks"])
    events = of_chunks(given["chunks"], failed_answer="report")
    assert [event["type"] for event in events] == [
        "message_start",
        "content_block_start",
        "content_block_delta",
        "error",
    ]
    through = to_responses_stream({"chunks": given["chunks"]}, failed_answer="failed")
    for story in (through, through[:-1]):
        with pytest.raises(AnswerError):
            of_events(story)
        assert of_events(story, failed_answer="report")[-1]["type"] == "error"
    error = [*through[:-1], {"type": "error", "message": "x", "code": "c", "param": None}]
    assert "x" in of_events(error, failed_answer="report")[-1]["error"]["message"]


def test_what_is_no_stream_is_an_error() -> None:
    for convert in (of_chunks, of_events):
        for given in (None, {}, "data: {}"):
            with pytest.raises(AnswerError):
                convert(given)
    with pytest.raises(AnswerError):
        of_events([7])


@pytest.mark.skipif(not FOLDER.is_dir(), reason="there is no ../shared/recordings")
def test_recorded_answers_and_streams_convert() -> None:
    inputs = harvest(read_folder(str(FOLDER)).interactions).inputs
    answers = [of_chat(element["response"]) for element in inputs["chat-response-to-responses-response"]]
    answers += [of_responses(element) for element in inputs["responses-response-to-chat-response"]]
    streams = [of_chunks(element["chunks"]) for element in inputs["chat-stream-to-responses-stream"]]
    streams += [of_events(element) for element in filter(None, inputs["responses-stream-to-chat-stream"])]
    assert answers and not [refusal for answer in answers for refusal in refusals_of("anthropic-response", answer)]
    events = [event for story in streams for event in story]
    assert events and not [refusal for event in events for refusal in refusals_of("anthropic-event", event)]
