"""An answer that is written as a stream is the same answer when the stream is read, and the stream is well formed."""

from __future__ import annotations

from itertools import chain

import pytest

from conformance.apis.oracles.pinned import form_validator, validator_of
from conformance.formats.chat.stream import read_stream as read_chunks
from conformance.formats.chat.stream import write_chunks
from conformance.formats.cursor import Pen
from conformance.formats.model.growth import CUT, FAILED, WHOLE
from conformance.formats.responses.grammar import disorder_of
from conformance.formats.responses.stream import read_stream as read_events
from conformance.formats.responses.stream import write_events
from tests.formats.bare import bare
from tests.formats.samples import ANSWER, Sample, case_samples, drawn_samples, module, recorded_samples

WAYS = {"chat": (write_chunks, read_chunks), "responses": (write_events, read_events)}


def real_answers(format: str) -> list[Sample]:
    samples = chain(case_samples(), recorded_samples(), drawn_samples(15))
    return [sample for sample in samples if (sample.format, sample.form, sample.is_real) == (format, ANSWER, True)]


def read_again(format: str, answer):
    """Return an answer as it is read once it was written whole."""
    return module(format, "read").read_answer(module(format, "write").write_answer(answer, Pen(format)))


@pytest.mark.parametrize("format", WAYS)
@pytest.mark.parametrize("size", [None, 3])
def test_a_stream_that_was_written_is_read_as_the_answer(format: str, size: int | None) -> None:
    write, read = WAYS[format]
    found = real_answers(format)
    for finding in found:
        answer = module(format, "read").read_answer(finding.value)
        assert bare(read(write(answer, size=size)).answer) == bare(read_again(format, answer)), finding.where
    assert len(found) > 100


def test_chunks_of_a_valid_answer_are_valid() -> None:
    for real_answer in real_answers("chat"):
        if validator_of("chat-response").is_valid(real_answer.value):
            for chunk in write_chunks(module("chat", "read").read_answer(real_answer.value), size=5):
                assert validator_of("chat-chunk").is_valid(chunk), (real_answer.where, chunk)


def test_events_of_a_valid_response_are_valid_and_in_order() -> None:
    for real_answer in real_answers("responses"):
        if validator_of("responses-response").is_valid(real_answer.value):
            events = write_events(module("responses", "read").read_answer(real_answer.value), size=5)
            assert disorder_of(events) == (), real_answer.where
            for event in events:
                assert form_validator("responses-event", event).is_valid(event), (real_answer.where, event)


@pytest.mark.parametrize(
    ("format", "body", "ended"),
    [
        ("chat", {"choices": [{"index": 0, "message": {"content": "x"}}]}, CUT),
        ("chat", {"choices": [], "error": {"message": "x"}}, FAILED),
        ("chat", {"choices": [{"index": 0, "message": {"content": ""}, "finish_reason": "length"}]}, WHOLE),
        ("responses", {"status": "in_progress", "output": []}, CUT),
        ("responses", {"status": "failed", "output": [], "error": {"code": "x", "message": "y"}}, FAILED),
        ("responses", {"status": "in_progress", "output": [], "error": {"code": "x", "message": "y"}}, FAILED),
        ("responses", {"error": {"code": "x", "message": "y"}}, FAILED),
        (
            "responses",
            {"status": "incomplete", "incomplete_details": {"reason": "content_filter"}, "output": []},
            WHOLE,
        ),
    ],
)
def test_a_stream_ends_as_its_answer_does(format: str, body, ended: str) -> None:
    write, read = WAYS[format]
    answer = module(format, "read").read_answer(body)
    growth = read(write(answer))
    assert (growth.ended, growth.open if ended == WHOLE else ()) == (ended, ())
    assert bare(growth.answer) == bare(read_again(format, answer))
