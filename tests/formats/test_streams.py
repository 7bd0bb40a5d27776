"""Streams of Chat and Responses: what their events make is what the whole answer is, and a cut is a cut."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.formats.chat.chunks import joined
from conformance.formats.chat.read import read_answer as read_chat
from conformance.formats.chat.stream import read_stream as read_chunks
from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import Reasoning, Turn
from conformance.formats.model.growth import CLOSED, CUT, ENDED, FAILED, GREW, OPENED, WHOLE
from conformance.formats.responses.read import read_answer as read_response
from conformance.formats.responses.stream import read_stream as read_events
from tests.formats.bare import bare
from tests.formats.recorded import astray
from tests.formats.samples import (
    FORMATS,
    STREAM,
    Sample,
    case_samples,
    drawn_samples,
    module,
    recorded_samples,
    recorded_traffic,
)  # fmt: skip

ROTATING = {"id", "encrypted_content", "fingerprint"}  # of an item: what hosts write anew in each event


def streams(samples: tuple[Sample, ...], format: str) -> list[Sample]:
    return [sample for sample in samples if (sample.format, sample.form) == (format, STREAM)]


def settled(answer: Answer) -> Answer:
    """Return a response without what hosts write anew in each event."""
    turns = tuple(replace(turn, id=None, says=tuple(map(_settled, turn.says))) for turn in answer.candidates[0].turns)
    return replace(answer, candidates=(replace(answer.candidates[0], turns=turns),))


def _settled(said):
    if isinstance(said, Reasoning):
        return replace(said, encrypted=None)
    value = getattr(said, "value", None)
    if isinstance(value, dict):
        return replace(said, value={name: value for name, value in value.items() if name not in ROTATING}, id=None)
    return said


@recorded_traffic
def test_the_items_of_a_recorded_stream_are_those_of_its_response() -> None:
    exact, found = 0, streams(recorded_samples(), "responses")
    for finding in found:
        made, whole = read_events(finding.value).answer, read_response(finding.value[-1]["response"])
        assert bare(settled(made)) == bare(settled(whole)), finding.where
        exact += bare(made) == bare(whole)
    print(len(found), exact)
    assert exact > 10


@pytest.mark.parametrize("samples", [case_samples, lambda: drawn_samples(20)], ids=["cases", "drawn"])
def test_chunks_make_the_answer_that_their_joined_pieces_are(samples) -> None:
    for stream in streams(samples(), "chat"):
        made, whole = read_chunks(stream.value).answer, read_chat(joined(stream.value))
        assert said(made) == said(whole), stream.where


def said(answer: Answer):
    return [
        (candidate.index, candidate.ended, [bare(said) for turn in candidate.turns for said in turn.says])
        for candidate in answer.candidates
    ], bare(answer.usage)  # fmt: skip


@recorded_traffic
@pytest.mark.parametrize("format", FORMATS)
def test_no_beginning_of_a_recorded_stream_is_whole(format: str) -> None:
    read_stream, found = module(format, "stream").read_stream, streams(recorded_samples(), format)
    for finding in found:
        events = [event for event in finding.value if event != "[DONE]"]
        ends = [length for length in range(len(events)) if read_stream(events[:length]).ended == WHOLE]
        # Usage may follow the end of a Chat answer.
        assert ends in ([], [len(events) - 1]), finding.where
        assert not ends or (format == "chat" and events[-1].get("usage")), finding.where
        growth = read_stream(events)
        assert (growth.ended, growth.open) == (WHOLE, ()), finding.where
    assert len(found) > 10


@pytest.mark.parametrize("format", FORMATS)
def test_the_pointers_of_a_stream_lead_into_its_events(format: str) -> None:
    for stream in (*streams(case_samples(), format), *streams(drawn_samples(20), format)):
        growth = module(format, "stream").read_stream(stream.value)
        assert astray(stream.value, growth.answer, *growth.others) == [], stream.where


def chunk(delta, **more):
    return {"choices": [{"index": 0, "delta": delta, **more}]}


def steps(growth):
    return [(step.event, step.what, "/".join(map(str, step.key)), step.size) for step in growth.steps]


def test_a_chunk_opens_what_grows_and_a_finish_closes_it() -> None:
    call = {"index": 1, "id": "call_1", "function": {"name": "f", "arguments": ""}}
    growth = read_chunks(
        [
            chunk({"role": "assistant", "content": "He"}),
            chunk({"content": "y"}),
            chunk({"tool_calls": [call]}),
            chunk({"tool_calls": [{"index": 1, "function": {"arguments": "{}"}}]}),
            chunk({}, finish_reason="tool_calls"),
        ]
    )
    message = "choices/0/message"
    assert steps(growth) == [
        (0, OPENED, f"{message}/content", 2),
        (1, GREW, f"{message}/content", 1),
        (2, OPENED, f"{message}/tool_calls/0", 0),
        (2, GREW, f"{message}/tool_calls/0/function/arguments", 0),
        (3, GREW, f"{message}/tool_calls/0/function/arguments", 2),
        (4, CLOSED, f"{message}/content", 0),
        (4, CLOSED, f"{message}/tool_calls/0", 0),
        (4, ENDED, "choices/0", 0),
    ]


def test_a_grown_text_points_at_every_event_that_it_came_with() -> None:
    growth = read_chunks([chunk({"content": "He"}), chunk({"content": "y"})])
    text = growth.answer.candidates[0].turns[0].says[0]
    assert text.at == ((0, "choices", 0, "delta", "content"), (0, "choices", 0, "delta", "content"),
                       (1, "choices", 0, "delta", "content"))  # fmt: skip


def test_calls_of_two_choices_are_in_the_order_of_their_indexes() -> None:
    calls = [{"index": index, "id": f"call_{index}", "function": {"name": "f"}} for index in (1, 0)]
    growth = read_chunks(
        [
            {"choices": [{"index": 1, "delta": {"content": "b"}}]},
            chunk({"tool_calls": calls}),
            chunk({}, finish_reason="tool_calls"),
        ]
    )
    first, second = growth.answer.candidates
    assert [call.id for call in first.turns[0].says] == ["call_0", "call_1"]
    assert (second.index, second.turns[0].says[0].value) == (1, "b")
    assert (growth.ended, growth.open) == (CUT, (("choices", 1, "message", "content"),))


@pytest.mark.parametrize(
    ("read", "events"),
    [
        (read_chunks, [chunk({"content": "He"}), {"error": {"message": "x"}}]),
        (read_events, [{"type": "error", "message": "x", "sequence_number": 0}]),
        (read_events, [{"type": "response.failed", "response": {"error": {"message": "x"}, "output": []}}]),
    ],
)
def test_an_error_breaks_a_stream(read, events) -> None:
    growth = read(events)
    assert (growth.ended, growth.answer.failure.message) == (FAILED, "x")


def test_an_item_that_is_not_done_is_open() -> None:
    item = {"type": "message", "role": "assistant", "content": []}
    part = {"type": "output_text", "text": "", "annotations": []}
    events = [
        {"type": "response.output_item.added", "output_index": 0, "item": item},
        {"type": "response.content_part.added", "output_index": 0, "content_index": 0, "part": part},
        {"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": "He"},
    ]
    growth = read_events(events)
    assert growth.open == (("output", 0), ("output", 0, "content", 0))
    assert steps(growth) == [
        (0, OPENED, "output/0", 0),
        (1, OPENED, "output/0/content/0", 0),
        (2, GREW, "output/0/content/0/text", 2),
    ]
    assert growth.ended == CUT
    assert events[1]["part"] == part, "what is read is not changed"


def test_a_piece_may_end_within_a_character() -> None:
    events = [
        {"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": half}
        for half in ("\ud83d", "\ude42")
    ]
    turn: Turn = read_events(events).answer.candidates[0].turns[0]
    assert turn.says[0].value == "\U0001f642"


def test_an_item_at_the_index_of_another_one_is_an_item_beside_it() -> None:
    """Its number is wrong, which the grammar says; what it says is read, as by clients that find items by their ids."""
    items = [
        {"type": "function_call", "id": f"fc_{name}", "call_id": name, "name": name, "arguments": ""} for name in "ab"
    ]
    pieces = [
        {"type": "response.function_call_arguments.delta", "item_id": item["id"], "output_index": 0, "delta": "{}"}
        for item in items
    ]
    added = [{"type": "response.output_item.added", "output_index": 0, "item": item} for item in items]
    for events in ([added[0], pieces[0], added[1], pieces[1]], [*added, *pieces]):
        said = read_events(events).answer.candidates[0].turns
        assert [(call.name, call.arguments.text) for turn in said for call in turn.says] == [("a", "{}"), ("b", "{}")]
