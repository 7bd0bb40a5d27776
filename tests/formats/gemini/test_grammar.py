"""The grammar of a Gemini stream: silent on what the API sends, and exact about a stream that breaks it."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.formats.exchanges import ANSWERS
from conformance.formats.gemini.grammar import KINDS, disorder_of
from conformance.formats.gemini.stream import write_responses
from tests.formats.gemini.samples import STREAMS, chunk, more

ERROR = {"error": {"code": 503, "message": "M"}}
PIECE, END = chunk({"text": "a"}), chunk({"text": ""}, finishReason="STOP")
BEGUN = chunk({"functionCall": {"name": "f", "willContinue": True}})
BROKEN: dict[str, list[Any]] = {
    "event": [PIECE, None, END],
    "head": [PIECE, {**END, "responseId": "another"}],
    "no-end": [PIECE],
    "after-end": [END, PIECE],
    "not-opened": [chunk(more({"jsonPath": "$.a", "stringValue": "x"})), END],
    "not-closed": [BEGUN, END],
}


@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_of_the_api_follows_it(name: str) -> None:
    assert disorder_of(STREAMS[name]) == ()


def test_counts_may_come_behind_the_end() -> None:
    assert disorder_of([PIECE, END, {"usageMetadata": {"promptTokenCount": 1}, "responseId": "r"}]) == ()


@pytest.mark.parametrize("kind", KINDS)
def test_what_breaks_it_is_found(kind: str) -> None:
    assert [error.kind for error in disorder_of(BROKEN[kind])] == [kind]


def test_nothing_follows_an_error_or_another_end() -> None:
    assert [error.kind for error in disorder_of([PIECE, ERROR, END])] == ["after-end"]
    assert [error.kind for error in disorder_of([END, END])] == ["after-end"]
    assert [error.kind for error in disorder_of([BEGUN, chunk({"functionCall": {"name": "g"}}), END])] == ["not-closed"]


@pytest.mark.parametrize("size", [None, 1])
@pytest.mark.parametrize("name", [name for name in STREAMS if "pieces" not in name])
def test_what_is_written_of_an_answer_is_a_stream_of_it(name: str, size: int | None) -> None:
    answer = ANSWERS["gemini-stream"](STREAMS[name]).answer
    assert answer is not None
    written: Any = write_responses(answer, size=size)
    assert disorder_of(written) == disorder_of(STREAMS[name])
    again = ANSWERS["gemini-stream"](written).answer
    assert again is not None
    assert _said(again) == _said(answer)


def _said(answer: Any) -> Any:
    ends = [(candidate.index or 0, candidate.end.word) for candidate in answer.candidates]
    texts = ["".join(getattr(said, "value", "") for turn in candidate.turns for said in turn.says
                     if isinstance(getattr(said, "value", ""), str)) for candidate in answer.candidates]  # fmt: skip
    return ends, texts, answer.failure and answer.failure.message, answer.blocked and answer.blocked.word
