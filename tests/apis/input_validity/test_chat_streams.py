"""The standing of Chat streams: what hosts send is real, and each thing that no server sends has a reason."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from conformance.apis.input_validity import DOCUMENTED, MALFORMED, REAL, standing_of

STREAM = "chat-stream-to-tool-calls"
AROUND = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1_760_000_000, "model": "gpt-5"}


def chunk(delta: Any, finish: str | None = None, **more: Any) -> dict[str, Any]:
    return {**AROUND, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}], **more}


def piece(index: int, arguments: str, **more: Any) -> dict[str, Any]:
    return chunk({"tool_calls": [{"index": index, **more, "function": {"arguments": arguments}}]})


FIRST = {"index": 0, "id": "call_1", "type": "function", "function": {"name": "look", "arguments": ""}}
CHUNKS = [
    chunk({"role": "assistant", "content": None}),
    chunk({"tool_calls": [FIRST]}),
    piece(0, '{"at":'),
    piece(0, '"sky"}'),
    chunk({}, "tool_calls"),
]
AZURE = {"id": "", "object": "", "created": 0, "model": "", "choices": [], "prompt_filter_results": []}
USAGE = {**AROUND, "choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}


@pytest.mark.parametrize(
    "chunks",
    [
        CHUNKS,
        [AZURE, *CHUNKS, USAGE],
        CHUNKS[:3],
        [*CHUNKS[:3], {"error": {"message": "The server had an error."}}],
        [*CHUNKS[:2], piece(0, '{"at":"sky"}', id="", type="function"), CHUNKS[4]],
        [*CHUNKS[:2], piece(0, '{"at":"sky"}', id="call_1"), CHUNKS[4]],
        [*CHUNKS[:4], chunk({}, "stop")],
        [*CHUNKS, chunk({"role": "assistant", "content": ""}, usage=USAGE["usage"])],
        [*CHUNKS, chunk({"role": "assistant", "content": ""}, "tool_calls", usage=USAGE["usage"])],
        [*CHUNKS[:4], chunk({}, "tool_calls", service_tier="on_demand")],
        [chunk({"tool_calls": [{"index": 0, "id": "c", "type": "custom", "custom": {"name": "sql", "input": "1"}}]})],
    ],
)
def test_what_hosts_send_is_real(chunks: list[Any]) -> None:
    assert standing_of(STREAM, chunks).reasons == ()


@pytest.mark.parametrize(
    ("chunks", "rule", "at"),
    [
        ({}, "type", ""),
        ([], "stream-start", ""),
        ([USAGE], "stream-start", ""),
        ([None, *CHUNKS], "schema", "/0"),
        ([*CHUNKS, chunk({"content": "a"})], "stream-end", "/5/choices/0"),
        ([*CHUNKS, chunk({}, "stop")], "stream-end", "/5/choices/0"),
        ([{"error": {"message": "no"}}, *CHUNKS], "stream-end", "/1"),
        ([CHUNKS[0], piece(0, "{}"), CHUNKS[4]], "stream-order", "/1/choices/0/delta/tool_calls/0"),
        ([CHUNKS[1], piece(0, "{}", id="call_2")], "stream-id", "/1/choices/0/delta/tool_calls/0"),
        ([*CHUNKS[:2], piece(2, "{}", id="call_2")], "stream-index", "/2/choices/0/delta/tool_calls/0/index"),
        ([*CHUNKS[:3], CHUNKS[4]], "arguments", "/1/choices/0/delta/tool_calls/0/function/arguments"),
        ([chunk({"role": "assistant"}), chunk({}, "tool_calls")], "finish-reason", "/1/choices/0/finish_reason"),
    ],
)
def test_what_no_host_sends_has_a_reason(chunks: Any, rule: str, at: str) -> None:
    found = standing_of(STREAM, copy.deepcopy(chunks))
    assert found.kind != REAL
    assert (found.reasons[0].rule, found.reasons[0].at) == (rule, at)


def test_indexes_that_count_the_blocks_before_the_calls_are_documented() -> None:
    first, second = ({"type": "function", "function": {"name": "look", "arguments": "{}"}, "id": id} for id in "ab")

    def of(*indexes: int) -> list[Any]:
        calls = zip(indexes, (first, second), strict=True)
        return [*(chunk({"tool_calls": [{"index": index, **call}]}) for index, call in calls), chunk({}, "tool_calls")]

    assert standing_of(STREAM, of(0, 1)).kind == REAL
    assert standing_of(STREAM, of(1, 2)).kind == DOCUMENTED
    assert standing_of(STREAM, of(0, 2)).kind == standing_of(STREAM, of(2, 1)).kind == MALFORMED


def test_a_further_choice_begins_with_its_role() -> None:
    def of_two(delta: Any) -> list[Any]:
        further = [
            {"index": 1, "delta": delta, "finish_reason": None},
            {"index": 1, "delta": {}, "finish_reason": "stop"},
        ]
        said = [chunk({"role": "assistant", "content": "Yes."}), chunk({}, "stop")]
        return [*said, *({**AROUND, "choices": [element]} for element in further)]

    assert standing_of(STREAM, of_two({"role": "assistant", "content": "No."})).kind == REAL
    assert standing_of(STREAM, of_two({"content": "No."})).kind != REAL


RESULTS = {"index": 0, "finish_reason": None, "content_filter_results": {"hate": {"filtered": False}}}
FILTER = {"id": "", "object": "", "created": 0, "model": "", "choices": [RESULTS], "usage": None}
BARE_USAGE = {key: value for key, value in USAGE.items() if key != "choices"}


@pytest.mark.parametrize(
    ("chunks", "at"),
    [
        ([*CHUNKS, BARE_USAGE], "/5"),
        ([*CHUNKS, {**BARE_USAGE, "choices": None}], "/5"),
        ([{**AZURE, "choices": None, "object": "chat.completion.chunk"}, *CHUNKS], "/0"),
        ([*CHUNKS[:2], FILTER, *CHUNKS[2:]], "/2"),
        ([*CHUNKS, FILTER], "/5"),
    ],
)
@pytest.mark.parametrize("operation", [STREAM, "chat-stream-to-anthropic-stream", "chat-stream-to-responses-stream"])
def test_chunks_of_hosts_that_the_types_do_not_have_are_documented_and_sent(
    operation: str, chunks: list[Any], at: str
) -> None:
    is_exchange = operation.endswith("responses-stream")
    found = standing_of(operation, {"chunks": chunks} if is_exchange else chunks)
    assert (found.kind, found.is_sent) == (DOCUMENTED, True)
    assert [reason.at for reason in found.reasons] == [f"/chunks{at}" if is_exchange else at]


def test_what_else_is_wrong_beside_a_chunk_of_hosts_is_malformed() -> None:
    found = standing_of(STREAM, [*CHUNKS, BARE_USAGE, chunk({"content": "a"})])
    assert (found.kind, found.is_sent) == (MALFORMED, False)
    assert standing_of(STREAM, [{"usage": None}, *CHUNKS]).kind == MALFORMED
