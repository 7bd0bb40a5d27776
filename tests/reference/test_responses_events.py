"""The reference of chat-stream-to-responses-stream: its events are in order, and hold what the chunks say."""

from __future__ import annotations

import copy
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conformance.apis.standing import REAL, standing_of
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
            states = [one["type"].rpartition(".")[2] for one in events if "output_item" in one["type"]]
            assert states == ["added", "done"] * (len(states) // 2)


@pytest.mark.parametrize("name", EXCHANGES)
def test_the_package_of_openai_reads_the_same_items(name: str) -> None:
    for answers in ALL_ANSWERS:
        events = stream(name, **answers)
        read, made = read_by_the_package(events), events[-1]["response"]["output"]
        for own, item in zip(read, made, strict=True):
            assert (own["type"], own["id"]) == (item["type"], item["id"])
            assert own.get("arguments") == item.get("arguments")
            texts = [[part.get("text") for part in one.get("content") or []] for one in (own, item)]
            assert item["type"] != "message" or texts[0] == texts[1]


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
