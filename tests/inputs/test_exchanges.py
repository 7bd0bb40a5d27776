"""Exchanges are real and hold everything that a converter meets; one with a fault has one fault."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from conformance.apis.input_validity import DOCUMENTED, MALFORMED, REAL, standing_in
from conformance.formats.chat.chunks import call_pieces, is_whole, joined
from conformance.inputs.choices import Choices, Dealing
from conformance.inputs.exchanges import (
    INPUTS,
    make_exchange,
    make_malformed_exchange,
    make_malformed_stream_exchange,
    make_stream_exchange,
)

WHOLE, STREAM = ("chat-exchange", make_exchange), ("chat-stream-exchange", make_stream_exchange)
FAILED = {"an unknown finish_reason", "an error"}
UNASKED = {"several choices", "an old call", "sound"}
OF_PROXIES = {
    f"in the answer: {name}" for name in ("calls that begin at 1", "chunks without choices", "results without a delta")
}
OF_SERVERS = {"in the answer: empty arguments"}  # which servers write for a call without parameters


@pytest.mark.parametrize(("source", "make"), [WHOLE, STREAM])
def test_exchanges_are_real(source: str, make: Callable[[Choices], Any]) -> None:
    for choices in (Dealing(Random(1)), Choices(Random(2).randrange)):
        found = [standing_in(source, make(choices)) for _ in range(100)]
        assert [finding.reasons for finding in found if finding.kind != REAL] == []


@pytest.mark.parametrize(
    ("source", "make"), [(WHOLE[0], make_malformed_exchange), (STREAM[0], make_malformed_stream_exchange)]
)
def test_a_fault_is_in_one_part_and_what_fails_or_nobody_asks_for_is_documented(
    source: str, make: Callable[[Choices], tuple[str, Any]]
) -> None:
    choices, names = Dealing(Random(1)), set()
    for _ in range(150):
        name, value = make(choices)
        found = standing_in(source, value)
        names.add(name)
        kind = DOCUMENTED if name in FAILED | UNASKED | OF_PROXIES else MALFORMED
        assert found.kind == kind or (name in OF_SERVERS and found.kind in (REAL, DOCUMENTED)), name
        part = {"in the request": "/request", "in the answer": ("/response", "/chunks")}.get(name.partition(":")[0])
        assert part is None or all(reason.at.startswith(part) for reason in found.reasons), name
    assert names >= UNASKED


def test_the_calls_of_most_requests_are_of_every_kind_of_tool() -> None:
    choices, kinds = Dealing(Random(1)), set()
    for _ in range(100):
        exchange = make_exchange(choices)
        tools = exchange.get("request", {}).get("tools") or []
        of = {tool["name"]: tool["type"] for tool in tools}
        for call in exchange["response"]["choices"][0]["message"].get("tool_calls") or ():
            kinds.add((call["type"], of.get(call[call["type"]]["name"], "namespace") if tools else None))
    assert kinds == {
        ("function", "function"), ("function", "custom"), ("function", "namespace"), ("custom", "custom"),
        ("function", None), ("custom", None),
    }  # fmt: skip


IN_MESSAGES: dict[str, Callable[[Any], bool]] = {
    "thoughts": lambda message: bool(message.get("reasoning_content")),
    "thoughts under the other name": lambda message: bool(message.get("reasoning")),
    "text with a refusal": lambda message: bool(message.get("content") and message.get("refusal")),
    "an empty text with a refusal": lambda message: bool(message.get("content") == "" and message.get("refusal")),
    "no text": lambda message: message.get("content") is None,
    "an empty text": lambda message: message.get("content") == "",
    "several calls": lambda message: len(message.get("tool_calls") or ()) > 1,
    "citations": lambda message: bool(message.get("annotations")),
}


@pytest.mark.parametrize(("make", "is_stream"), [(make_exchange, False), (make_stream_exchange, True)])
def test_the_answers_of_a_hundred_exchanges_hold_everything(make: Callable[[Choices], Any], is_stream: bool) -> None:
    choices = Dealing(Random(1))
    exchanges = [make(choices) for _ in range(100)]
    answers = [joined(exchange["chunks"]) if is_stream else exchange["response"] for exchange in exchanges]
    messages = [answer["choices"][0]["message"] for answer in answers if answer["choices"]]
    missing = [name for name, has in IN_MESSAGES.items() if not any(map(has, messages))]
    finishes = {answer["choices"][0].get("finish_reason") for answer in answers if answer["choices"]}
    has_details = [answer for answer in answers if (answer.get("usage") or {}).get("completion_tokens_details")]
    assert (missing, bool(has_details)) == ([], True)
    assert finishes - {None} == {"stop", "length", "tool_calls", "content_filter"}


def deltas(chunks: list[Any]) -> Iterator[tuple[int, Any]]:
    for number, chunk in enumerate(chunks):
        yield from ((number, choice["delta"]) for choice in chunk.get("choices", ()) if choice["index"] == 0)


def test_streams_split_order_and_end_answers_in_every_way() -> None:
    seen: set[str] = set()
    choices = Dealing(Random(1))
    for _ in range(100):
        chunks = make_stream_exchange(choices)["chunks"]
        said = [number for number, delta in deltas(chunks) if delta.get("content")]
        called = [piece.at[0] for piece in call_pieces(chunks)]
        order = [piece.call for piece in call_pieces(chunks) if piece.choice == 0]
        marks = {
            "text after a call": bool(said and called and said[-1] > called[-1]),
            "text between calls": any(called[0] < number < called[-1] for number in said) if called else False,
            "two calls in a chunk": len(set(called)) < len(called),
            "calls mixed": order != sorted(order),
            "a delta of nothing": any(not delta for _number, delta in deltas(chunks[:-2])),
            "thoughts beside an empty text": any(
                delta.get("reasoning_content") and delta.get("content") == "" for _number, delta in deltas(chunks)
            ),
            "a null thought beside text": any(
                delta.get("content") and delta.get("reasoning_content", "") is None for _number, delta in deltas(chunks)
            ),
            "usage behind the end": bool(chunks[-1].get("usage") and not chunks[-1]["choices"]),
            "a choice again in the chunk of the usage": any(
                chunk.get("usage") and choice["finish_reason"] is None
                for chunk in chunks[-1:]
                for choice in chunk.get("choices") or ()
                if is_whole(chunks[:-1])
            ),
            "an error": "error" in chunks[-1],
            "broken off": not is_whole(chunks) and "error" not in chunks[-1],
        }
        seen |= {name for name, is_so in marks.items() if is_so}
    assert seen == set(marks)


@pytest.mark.parametrize("source", INPUTS)
def test_large_and_odd_exchanges_differ_and_the_wide_ones_by_their_size_alone(source: str) -> None:
    large = dict(INPUTS[source].deep_and_wide())
    assert {"deep-extra", "wide-100", "wide-1000", "many-tools"} == large.keys()
    odd = [json.dumps(value) for value in INPUTS[source].wrong_shapes()]
    assert len(set(odd)) == len(odd)


def test_a_piece_of_a_call_is_beside_a_text_in_some_streams() -> None:
    choices, found = Dealing(Random(3)), 0
    for _ in range(80):
        given: Any = make_stream_exchange(choices)
        deltas = [choice["delta"] for chunk in given["chunks"] for choice in chunk.get("choices") or ()]
        found += any(delta.get("content") and delta.get("tool_calls") for delta in deltas)
    assert found >= 3
