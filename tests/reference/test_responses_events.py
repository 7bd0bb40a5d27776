"""The reference of chat-stream-to-responses-stream: its events are in order, and hold what the chunks say."""

from __future__ import annotations

import copy
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conformance.apis.input_validity import REAL, standing_of
from conformance.formats.chat.chunks import joined
from conformance.inputs import draw
from conformance.reference import (
    AnswerError,
    chat_response_to_responses_response,
    chat_stream_to_responses_stream,
    responses_stream_to_chat_stream,
)
from tests.reference.drawn_exchanges import exchanges
from tests.reference.exchanges import (
    BROKEN,
    CUT,
    EXCHANGES,
    Object,
    chunk,
    read_by_the_package,
    refused,
    said,
    without_ids,
)

CHOICES = {
    "reasoning": ("summary", "content", "omit"),
    "text_after_call": ("new-item", "hold"),
    "interleaved_calls": ("hold", "overlap"),
    "custom_calls": ("both", "custom", "function"),
    "usage_when_absent": ("null", "zeros"),
}
AT_ANY_SPEED = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
ALL_ANSWERS = [dict(zip(CHOICES, answers, strict=True)) for answers in product(*CHOICES.values())]


def stream(name: str, **answers: Any) -> list[Object]:
    return chat_stream_to_responses_stream(EXCHANGES[name], **answers)


def output(name: str, **answers: Any) -> list[Object]:
    found: list[Object] = without_ids(stream(name, **answers)[-1]["response"]["output"])
    return found


def kinds(events: list[Object]) -> list[str]:
    return [event["type"].removeprefix("response.") for event in events]


def test_a_text_has_nine_events() -> None:
    events = stream("text")
    assert kinds(events) == [
        "created", "in_progress", "output_item.added", "content_part.added", "output_text.delta", "output_text.done",
        "content_part.done", "output_item.done", "completed",
    ]  # fmt: skip
    assert [event["sequence_number"] for event in events] == list(range(9))
    assert events[-1]["response"]["id"] == "resp_1"
    assert events[-1]["response"]["output"][0]["id"] == "msg_1_0"


@pytest.mark.parametrize("name", EXCHANGES)
def test_the_items_are_those_of_the_whole_answer(name: str) -> None:
    exchange = EXCHANGES[name]
    whole = chat_response_to_responses_response({**exchange, "response": joined(exchange["chunks"])})
    for answers in ALL_ANSWERS:
        if [answers[key] for key in ("reasoning", "custom_calls", "usage_when_absent")] == ["summary", "both", "null"]:
            last = chat_stream_to_responses_stream(exchange, **answers)[-1]["response"]
            assert said(last) == said(whole)
            if answers["text_after_call"] == "hold":
                assert last == whole


@AT_ANY_SPEED
@given(exchanges(in_order=True), st.sampled_from(ALL_ANSWERS))
@pytest.mark.expensive("converts many drawn inputs")
def test_however_an_answer_is_cut_the_response_is_that_of_the_whole(exchange: Object, answers: dict[str, Any]) -> None:
    last = chat_stream_to_responses_stream(exchange, **answers)[-1]["response"]
    assert without_ids(last) == without_ids(converted_whole(exchange, answers))


@AT_ANY_SPEED
@given(exchanges(in_order=False), st.sampled_from(ALL_ANSWERS))
@pytest.mark.expensive("converts many drawn inputs")
def test_in_whatever_order_an_answer_comes_all_of_it_is_said(exchange: Object, answers: dict[str, Any]) -> None:
    events = chat_stream_to_responses_stream(exchange, **answers)
    assert said(events[-1]["response"]) == said(converted_whole(exchange, answers))
    assert refused(events) == []
    assert grown(events) == events[-1]["response"]["output"]


def converted_whole(exchange: Object, answers: dict[str, Any]) -> Object:
    """What the joined chunks become."""
    shared = {key: answers[key] for key in ("reasoning", "custom_calls", "usage_when_absent")}
    return chat_response_to_responses_response({**exchange, "response": joined(exchange["chunks"])}, **shared)


def grown(events: list[Object]) -> list[Object]:
    """The items that a client has which reads openings, pieces and ends, each of which must fit what is open."""
    items: list[Object] = []
    opened: set[int] = set()
    for event in events:
        stem, _dot, step = event["type"].removeprefix("response.").rpartition(".")
        index = event.get("output_index")
        if stem == "output_item" and step == "added":
            assert index == len(items)
            items.append(copy.deepcopy(event["item"]))
            opened.add(index)
        elif stem == "output_item":
            assert without_state(items[index]) == without_state(event["item"])
            items[index] = event["item"]
            opened.remove(index)
        elif index is not None:
            assert index in opened
            assert items[index]["id"] == event["item_id"]
            _grow(items[index], stem, step, event)
    assert not opened
    return items


def without_state(item: Object) -> Object:
    return {key: value for key, value in item.items() if key != "status"}


def _grow(item: Object, stem: str, step: str, event: Object) -> None:
    summary = event.get("summary_index")
    if summary is None and "content_index" not in event:
        holder, member = item, "arguments" if "arguments" in item else "input"
    else:
        parts = item["content"] if summary is None else item["summary"]
        number = event["content_index"] if summary is None else summary
        if stem.endswith("_part") and step == "added":
            assert number == len(parts)
            parts.append(copy.deepcopy(event["part"]))
            return
        holder = parts[number]
        assert holder is parts[-1]
        if stem.endswith("_part"):
            assert holder == event["part"]
            return
        member = "refusal" if "refusal" in holder else "text"
    if "annotation" in event:
        assert event["annotation_index"] == len(holder["annotations"])
        holder["annotations"].append(event["annotation"])
        return
    if step == "delta":
        holder[member] += event["delta"]
        holder.get("logprobs", []).extend(event.get("logprobs", ()))
    assert step == "delta" or holder[member] == event[member]
    assert step == "delta" or holder.get("logprobs") == event.get("logprobs")


@pytest.mark.parametrize("name", EXCHANGES)
def test_the_schemas_accept_every_event_of_all_choices(name: str) -> None:
    assert [refused(stream(name, **answers)) for answers in ALL_ANSWERS] == [[]] * len(ALL_ANSWERS)


@pytest.mark.parametrize("name", EXCHANGES)
def test_pieces_make_the_items_that_are_opened_and_closed_in_turn(name: str) -> None:
    for answers in ALL_ANSWERS:
        events = stream(name, **answers)
        assert grown(events) == events[-1]["response"]["output"]
        assert [event["sequence_number"] for event in events] == list(range(len(events)))
        assert all(event["delta"] for event in events if "delta" in event)
        if answers["interleaved_calls"] == "hold":
            states = [event["type"].rpartition(".")[2] for event in events if "output_item" in event["type"]]
            assert states == ["added", "done"] * (len(states) // 2)


@pytest.mark.parametrize("name", EXCHANGES)
def test_the_package_of_openai_reads_the_same_items(name: str) -> None:
    for answers in ALL_ANSWERS:
        events = stream(name, **answers)
        read, made = read_by_the_package(events), events[-1]["response"]["output"]
        for own, item in zip(read, made, strict=True):
            assert (own["type"], own["id"]) == (item["type"], item["id"])
            assert own.get("arguments") == item.get("arguments")
            texts = [[part.get("text") for part in element.get("content") or []] for element in (own, item)]
            assert item["type"] != "message" or texts[0] == texts[1]


def test_calls_whose_pieces_alternate_are_whole() -> None:
    calls = [(item["call_id"], item["name"], item["arguments"]) for item in output("two calls in one chunk")]
    assert calls == [("a", "f", '{"x":1}'), ("b", "g", '{"y":2}')]


def test_calls_overlap_where_that_is_chosen() -> None:
    held = [event["output_index"] for event in stream("two calls in one chunk") if "delta" in event]
    overlapping = stream("two calls in one chunk", interleaved_calls="overlap")
    assert held == [0, 0, 1, 1]
    assert [element["output_index"] for element in overlapping if "delta" in element] == [0, 1, 0, 1]


def test_text_after_a_call_is_an_item_of_its_own_or_goes_before_it() -> None:
    assert [item["type"] for item in output("text, call, text")] == ["message", "function_call", "message"]
    held = output("text, call, text", text_after_call="hold")
    assert [element["type"] for element in held] == ["message", "function_call"]
    assert held[0]["content"][0]["text"] == "AB"


def test_thoughts_are_an_item_where_the_choice_says() -> None:
    name = "a thought before a call"
    assert output(name)[0] == {"type": "reasoning", "summary": [{"type": "summary_text", "text": "t"}]}
    assert output(name, reasoning="content")[0] == {
        "type": "reasoning",
        "summary": [],
        "content": [{"type": "reasoning_text", "text": "t"}],
    }
    assert [item["type"] for item in output(name, reasoning="omit")] == ["function_call"]


def test_usage_after_the_end_is_in_the_last_event() -> None:
    usage = stream("usage after the end")[-1]["response"]["usage"]
    assert [usage[f"{name}_tokens"] for name in ("input", "output", "total")] == [9, 2, 11]
    assert stream("text")[-1]["response"]["usage"] is None
    assert stream("text", usage_when_absent="zeros")[-1]["response"]["usage"]["total_tokens"] == 0


def test_a_call_that_was_cut_short_is_incomplete() -> None:
    last = stream("arguments cut short")[-1]
    assert last["type"] == "response.incomplete"
    assert last["response"]["incomplete_details"] == {"reason": "max_output_tokens"}
    assert last["response"]["output"][0]["status"] == "incomplete"
    assert last["response"]["output"][0]["arguments"] == '{"a":'


def test_the_request_says_what_a_name_stands_for() -> None:
    (custom,) = output("a custom tool as a function")
    assert (custom["type"], custom["name"], custom["input"]) == ("custom_tool_call", "apply_patch", "*** Begin")
    (call,) = output("a tool of a namespace")
    assert (call["namespace"], call["name"]) == ("mcp__x", "f")


def test_a_name_of_the_first_piece_is_in_the_item() -> None:
    assert [event["item"]["name"] for event in stream("the name in the first piece only") if "item" in event] == [
        "f",
        "f",
    ]


def test_a_refusal_is_a_part() -> None:
    assert output("a refusal")[0]["content"] == [{"type": "refusal", "refusal": "No"}]


def test_a_citation_is_at_its_text() -> None:
    events = stream("a citation")
    (note,) = [event["annotation"] for event in events if "annotation" in event]
    assert note == {
        "type": "url_citation",
        "url": "https://example.org/",
        "title": "A",
        "start_index": 0,
        "end_index": 5,
    }
    assert output("a citation")[0]["content"][0]["annotations"] == [note]


@pytest.mark.parametrize(("exchange", "why"), [(CUT, "the stream: it ends without"), (BROKEN, r"chunks\[1\].error: x")])
def test_a_stream_that_did_not_end_never_completes(exchange: Object, why: str) -> None:
    with pytest.raises(AnswerError, match=why):
        chat_stream_to_responses_stream(exchange)
    failed = chat_stream_to_responses_stream(exchange, failed_answer="failed")
    assert failed[-1]["type"] == "response.failed"
    assert failed[-1]["response"]["error"]["message"] in ("x", "it ends without a finish_reason")
    assert failed[-1]["response"]["output"][0]["status"] == "incomplete"
    broken = chat_stream_to_responses_stream(exchange, failed_answer="error-event")
    assert kinds(broken)[-2:] == ["output_item.done", "error"]
    assert refused(failed) == refused(broken) == []


def test_an_unknown_finish_reason_fails() -> None:
    with pytest.raises(AnswerError, match=r"chunks\[0\].choices\[0\].finish_reason: 'eos'"):
        chat_stream_to_responses_stream({"chunks": [chunk("eos", content="Hi")]})


@pytest.mark.parametrize("given", [None, [], {}, {"chunks": None}, {"chunks": {}}, {"request": [], "chunks": []}])
def test_what_is_no_exchange_is_refused(given: Any) -> None:
    with pytest.raises(AnswerError):
        chat_stream_to_responses_stream(given)


def test_an_unknown_answer_to_a_choice_is_named() -> None:
    with pytest.raises(ValueError, match="interleaved_calls is 'mix'"):
        stream("text", interleaved_calls="mix")


def test_the_input_stays_and_the_events_share_nothing() -> None:
    exchange = copy.deepcopy(EXCHANGES["a citation"])
    events = chat_stream_to_responses_stream(exchange)
    assert exchange == EXCHANGES["a citation"]
    again = copy.deepcopy(events[-1])
    for event in events[:-1]:
        event.get("item", {}).clear()
        event.get("response", {}).clear()
        event.get("annotation", {}).clear()
    assert events[-1] == again


@pytest.mark.parametrize("operation", ["chat-stream-to-tool-calls", "chat-response-to-tool-calls"])
def test_whatever_is_drawn_is_converted_or_refused_by_name(operation: str) -> None:
    convert, member = {
        "chat-stream-to-tool-calls": (chat_stream_to_responses_stream, "chunks"),
        "chat-response-to-tool-calls": (chat_response_to_responses_response, "response"),
    }[operation]
    converted = 0
    for drawn in draw(operation, 150, 1):
        try:
            found: Any = convert({member: drawn})  # type: ignore[operator]
        except AnswerError:
            continue
        converted += 1
        assert refused(found if isinstance(found, list) else [{"type": "response.completed", "response": found}]) == []
    assert converted > 80


def test_joined_streams_come_back_as_they_were() -> None:
    compared = 0
    for chunks in draw("chat-stream-to-tool-calls", 150, 2):
        if standing_of("chat-stream-to-tool-calls", chunks).kind != REAL:
            continue
        try:
            events = chat_stream_to_responses_stream({"chunks": chunks}, text_after_call="hold")
        except AnswerError:
            continue
        given = joined(chunks)
        back, other = joined(responses_stream_to_chat_stream(events)), given["choices"][0]
        made = back["choices"][0]
        assert _spoken(made["message"]) == _spoken(other["message"])
        assert made["finish_reason"] == _finish(other)
        assert _counts(back) == _counts(given)
        compared += 1
    assert compared > 50


def _spoken(message: Object) -> Object:
    said = {key: message.get(key) or None for key in ("content", "refusal")}
    calls = [{key: call[key] for key in ("id", "type", call["type"])} for call in message.get("tool_calls") or ()]
    return {**said, "tool_calls": calls, "annotations": message.get("annotations") or []}


def _finish(choice: Object) -> str:
    ended: str = choice["finish_reason"]
    if ended in ("length", "content_filter"):
        return ended
    return "tool_calls" if choice["message"].get("tool_calls") else "stop"


def _counts(answer: Object) -> list[Any]:
    usage = answer.get("usage") or {}
    return [usage.get(key) for key in ("prompt_tokens", "completion_tokens", "total_tokens")]
