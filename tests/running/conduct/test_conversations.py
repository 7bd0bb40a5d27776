"""A conversation's answer has its marker wherever a client could read it, in one piece or as a stream."""

from __future__ import annotations

import json

import pytest

from conformance.apis.emulator.stream import failure_of
from conformance.running.conduct.conversations import (
    FIRST,
    answer_of,
    error_of,
    key_of,
    marker_of,
    markers_in,
    pieces_of,
    read_answer,
    reason_of,
    request_of,
)

APIS = ("chat", "responses", "anthropic", "gemini")
MARKER = marker_of("a conversation", 1)


@pytest.mark.parametrize("api", APIS)
def test_an_answer_is_whole_and_has_its_marker(api: str) -> None:
    whole = read_answer(api, json.dumps(answer_of(api, MARKER)).encode(), stream=False)
    streamed = read_answer(api, b"".join(pieces_of(api, MARKER, {})), stream=True)
    for read in (whole, streamed):
        assert read.whole and not read.failed
        assert MARKER in read.text and MARKER in read.calls and read.text.startswith(FIRST)
        assert markers_in(read.said) == {MARKER}


@pytest.mark.parametrize("api", APIS)
def test_a_part_of_a_stream_is_not_whole_and_a_failed_one_has_failed(api: str) -> None:
    pieces = pieces_of(api, MARKER, {})
    half = pieces[: len(pieces) // 2]
    assert not read_answer(api, b"".join(half), stream=True).whole
    failed = read_answer(api, b"".join([*half, failure_of(api, len(half))]), stream=True)
    assert failed.failed and not failed.whole


@pytest.mark.parametrize("api", APIS)
def test_what_is_no_answer_is_neither_whole_nor_read(api: str) -> None:
    for body, stream in ((b"", True), (b"<html>", False), (b'{"error": {"message": "no"}}', False), (b"data: {", True)):
        assert not read_answer(api, body, stream=stream).whole


@pytest.mark.parametrize("api", APIS)
def test_a_request_an_error_and_a_key_name_their_conversation(api: str) -> None:
    texts = (json.dumps(request_of(api, MARKER, stream=True)), json.dumps(error_of(api, 500, reason_of(MARKER))))
    for text in (*texts, key_of(MARKER)):
        assert markers_in(text) == {MARKER}
    assert marker_of("a conversation", 2) != MARKER
