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
from tests.reference.anthropic_answers import Object, gathered, text
from tests.reference.exchanges import BROKEN, CUT, EXCHANGES, TOOLS_END, called, chunk, more

FOLDER = Path(__file__).parents[2].parent / "shared" / "recordings"
CALL = {"id": "a", "type": "function", "function": {"name": "f", "arguments": '{"n": 9007199254740993}'}}
USE = {"type": "tool_use", "id": "a", "name": "f", "input": {"n": 9007199254740993}}
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


def test_a_whole_answer() -> None:
    usage = {"prompt_tokens": 100, "completion_tokens": 9, "prompt_tokens_details": {"cached_tokens": 75,
             "cache_write_tokens": 5}, "completion_tokens_details": {"reasoning_tokens": 4}}  # fmt: skip
    answer = chat(content="x", tool_calls=[CALL], finish="tool_calls", usage=usage, more={"service_tier": "default"})
    assert of_chat(answer) == {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [text("x"), USE],
        "stop_reason": "tool_use",
        "stop_sequence": None,
        "usage": {
            "input_tokens": 20,
            "output_tokens": 9,
            "cache_read_input_tokens": 75,
            "cache_creation_input_tokens": 5,
            "output_tokens_details": {"thinking_tokens": 4},
            "service_tier": "standard",
        },
    }


STOPS: list[tuple[str, Object, str]] = [
    ("stop", {"content": "x"}, "end_turn"),
    ("stop", {"tool_calls": [CALL]}, "tool_use"),
    ("tool_calls", {"tool_calls": [CALL]}, "tool_use"),
    ("length", {"content": "x"}, "max_tokens"),
    ("length", {"tool_calls": [CALL]}, "max_tokens"),
    ("content_filter", {"content": "x"}, "refusal"),
    ("stop", {"refusal": "No"}, "refusal"),
]


@pytest.mark.parametrize(("finish", "message", "stop"), STOPS)
def test_each_finish_reason_has_a_word(finish: str, message: Object, stop: str) -> None:
    assert of_chat(chat(finish, **message))["stop_reason"] == stop


def test_each_end_of_a_response_has_a_word(caplog: Any) -> None:
    assert of_responses(response(ITEM))["stop_reason"] == "tool_use"
    assert of_responses(response(spoken({"type": "refusal", "refusal": "No"})))["stop_reason"] == "refusal"
    for reason, stop in (("max_output_tokens", "max_tokens"), ("content_filter", "refusal"), ("bored", "max_tokens")):
        cut = response(ITEM, status="incomplete", incomplete_details={"reason": reason})
        assert of_responses(cut)["stop_reason"] == stop
    assert "bored" in caplog.text


def test_blocks_have_the_order_of_the_items() -> None:
    got = of_responses(response(spoken(output_text("x"), output_text("")), ITEM, spoken(output_text("y"))))
    assert got["content"] == [text("x"), USE, text("y")]


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


def test_thoughts_may_be_blocks_without_a_signature() -> None:
    thought = {"type": "thinking", "thinking": "h", "signature": ""}
    assert of_chat(chat(content="x", reasoning_content="h"), reasoning="unsigned")["content"] == [thought, text("x")]
    item = {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "h"}]}
    assert of_responses(response(item), reasoning="unsigned")["content"] == [thought]


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


def blocks(events: list[Object]) -> list[Object]:
    return [{key: value for key, value in block.items() if key != "citations"} for block in gathered(events)["content"]]


def in_sequence(events: list[Object]) -> bool:
    """Whether one block is open after the other, numbered from 0."""
    found = [(event["type"].removeprefix("content_block_"), event["index"]) for event in events if "index" in event]
    kinds = [finding for finding in found if finding[0] != "delta"]
    wanted = [(kind, index) for index in range(len(kinds) // 2) for kind in ("start", "stop")]
    inside = all(index == found[at - 1][1] for at, (kind, index) in enumerate(found) if kind != "start")
    return kinds == wanted and inside


@pytest.mark.parametrize("name", EXCHANGES)
def test_the_events_make_the_message(name: str) -> None:
    events = of_chunks(EXCHANGES[name]["chunks"])
    through = to_responses_stream({"chunks": EXCHANGES[name]["chunks"]})
    whole = of_responses(through[-1]["response"])
    assert in_sequence(events)
    assert not [refusal for event in events for refusal in refusals_of("anthropic-event", event)]
    assert not refusals_of("anthropic-response", whole)
    assert blocks(events) == whole["content"]
    assert [event["type"] for event in events[-2:]] == ["message_delta", "message_stop"]
    assert (events[-2]["delta"]["stop_reason"], events[-2]["usage"]) == (whole["stop_reason"], whole["usage"])
    again = of_events(through)
    assert in_sequence(again)
    assert (blocks(again), again[-2]) == (whole["content"], events[-2])


def test_calls_that_interleave_are_open_one_after_the_other() -> None:
    chunks = [
        chunk(tool_calls=[called(0, "a", "f", "")]),
        chunk(tool_calls=[called(1, "b", "g", '{"y"')]),
        chunk(tool_calls=[more(0, '{"x":1}')]),
        chunk(tool_calls=[more(1, ":2}")]),
        TOOLS_END,
    ]
    events = of_chunks(chunks)
    assert in_sequence(events)
    deltas = [
        (event["index"], event["delta"]["partial_json"]) for event in events if event["type"] == "content_block_delta"
    ]
    assert deltas == [(0, '{"x":1}'), (1, '{"y"'), (1, ":2}")]
    assert events[1]["content_block"] == {"type": "tool_use", "id": "a", "name": "f", "input": {}}


def test_texts_keep_their_pieces() -> None:
    events = of_chunks([chunk(content="He"), chunk(content="llo"), chunk("stop")])
    assert [event["delta"]["text"] for event in events if event["type"] == "content_block_delta"] == ["He", "llo"]
    again = of_events(to_responses_stream({"chunks": [chunk(content="He"), chunk(content="llo"), chunk("stop")]}))
    assert [element["delta"]["text"] for element in again if element["type"] == "content_block_delta"] == ["He", "llo"]


def test_counts_are_in_the_first_event_if_it_waits_for_them() -> None:
    usage = {"prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11}
    chunks = [*EXCHANGES["text"]["chunks"], {"id": "c", "choices": [], "usage": usage}]
    started = of_chunks(chunks)[0]["message"]["usage"]
    assert started == {"input_tokens": 0, "output_tokens": 0}
    assert of_chunks(chunks, prompt_usage="delayed")[0]["message"]["usage"] == {"input_tokens": 9, "output_tokens": 0}
    assert of_chunks(chunks)[-2]["usage"] == {"input_tokens": 9, "output_tokens": 2}


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
    for element in inputs["chat-response-to-responses-response"]:
        assert not refusals_of("anthropic-response", of_chat(element["response"]))
    for element in inputs["responses-response-to-chat-response"]:
        calls = [item["call_id"] for item in element["output"] if item["type"] == "function_call"]
        assert not refusals_of("anthropic-response", of_responses(element))
        assert [block["id"] for block in of_responses(element)["content"] if "id" in block] == calls
    for element in inputs["chat-stream-to-responses-stream"]:
        assert in_sequence(of_chunks(element["chunks"]))
        assert not [
            refusal for event in of_chunks(element["chunks"]) for refusal in refusals_of("anthropic-event", event)
        ]
    for element in filter(None, inputs["responses-stream-to-chat-stream"]):
        ends = (
            event["response"] for event in element if event["type"] in ("response.completed", "response.incomplete")
        )
        assert blocks(of_events(element)) == of_responses(next(ends))["content"]
