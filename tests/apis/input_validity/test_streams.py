"""The grammar of streams: each change breaks one of its requirements."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from conformance.apis.input_validity import MALFORMED, REAL, standing_of
from tests.apis.input_validity.samples import RESPONSE, Event, stream

STREAM = "responses-stream-to-tool-calls"
Change = Callable[[list[Event]], None]


def reasons(change: Change) -> set[tuple[str, str]]:
    events = json.loads(json.dumps(stream()))  # no part is in two places
    change(events)
    return {(reason.rule, reason.at) for reason in standing_of(STREAM, events).reasons}


def swap(events: list[Event], number: int, other: int) -> None:
    events[number], events[other] = events[other], events[number]


FAULTS: dict[str, tuple[Change, tuple[str, str]]] = {
    "no created": (lambda events: events.pop(0), ("stream-start", "/0/type")),
    "created twice": (lambda events: events.insert(1, events[0]), ("stream-start", "/1/type")),
    "no event": (lambda events: events.clear(), ("stream-start", "")),
    "something after the end": (lambda events: events.append(events[1]), ("stream-end", "/14/type")),
    "numbers go back": (lambda events: events[5].update(sequence_number=1), ("stream-sequence", "/5/sequence_number")),
    "item not added": (lambda events: events.pop(2), ("stream-order", "/2/output_index")),
    "part not added": (lambda events: events.pop(3), ("stream-order", "/3/type")),
    "delta after the text is done": (lambda events: swap(events, 5, 6), ("stream-order", "/6/type")),
    "delta after the item is done": (lambda events: swap(events, 5, 8), ("stream-order", "/8/output_index")),
    "lost delta": (lambda events: events.pop(4), ("stream-text", "/5/text")),
    "other arguments in the item": (
        lambda events: events[12]["item"].update(arguments="{}"), ("stream-text", "/12/item/arguments"),
    ),
    "other text in the item": (
        lambda events: events[8]["item"]["content"][0].update(text="Ho!"), ("stream-text", "/8/item/content/0/text"),
    ),
    "item not done": (lambda events: events.pop(12), ("stream-order", "/12/type")),
    "index skipped": (lambda events: events[9].update(output_index=2), ("stream-index", "/9/output_index")),
    "id of another item": (lambda events: events[10].update(item_id="msg_1"), ("stream-id", "/10/item_id")),
    "item missing in the response": (
        lambda events: events[13]["response"]["output"].pop(), ("stream-output", "/13/response/output"),
    ),
    "other item in the response": (
        lambda events: events[13]["response"]["output"][1].update(name="pay"),
        ("stream-output", "/13/response/output/1"),
    ),
    "other status": (
        lambda events: events[13].update(type="response.incomplete"), ("status", "/13/response/status"),
    ),
    "event without a type": (lambda events: events[1].pop("type"), ("schema", "/1/type")),
    "malformed event": (lambda events: events[4].pop("delta"), ("schema", "/4/delta")),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_stream_that_breaks_the_grammar_is_malformed(fault: str) -> None:
    change, expected = FAULTS[fault]
    assert expected in reasons(change)


def test_events_without_numbers_are_real() -> None:
    events = [{key: value for key, value in event.items() if key != "sequence_number"} for event in stream()]
    assert standing_of(STREAM, events).kind == REAL


def test_ids_that_change_with_each_event_are_real() -> None:
    events = [event | ({"item_id": f"id_{n}"} if "item_id" in event else {}) for n, event in enumerate(stream())]
    assert standing_of(STREAM, events).kind == REAL


def test_an_empty_output_at_the_end_is_real_where_all_items_came() -> None:
    events = stream()
    events[-1]["response"]["output"] = []
    assert standing_of(STREAM, events).kind == REAL
    del events[12]
    assert standing_of(STREAM, events).kind == MALFORMED


def test_a_stream_that_fails_early_is_real() -> None:
    failed = RESPONSE | {"status": "failed", "output": [], "error": {"code": "server_error", "message": "No."}}
    assert standing_of(STREAM, [*stream()[:5], {"type": "response.failed", "response": failed}]).kind == REAL


def test_the_error_that_the_api_sends_ends_a_stream() -> None:
    error = {"type": "error", "error": {"type": "t", "code": "insufficient_quota", "message": "No."}}
    assert standing_of(STREAM, [*stream()[:2], error]).kind == REAL


def test_types_that_an_api_adds_are_real_in_events_items_and_parts() -> None:
    events = stream()
    events[1]["type"] = "response.of_next_year"
    assert standing_of(STREAM, events).kind == REAL
    new = {"type": "an_item_of_next_year", "id": "ny_1"}
    added = [{"type": f"response.output_item.{step}", "output_index": 0, "item": new} for step in ("added", "done")]
    said = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
            "content": [{"type": "a_part_of_next_year", "text": "?"}]}  # fmt: skip
    body = RESPONSE | {"status": "completed", "output": [new, said]}
    assert standing_of(STREAM, [events[0], *added]).kind == REAL
    assert standing_of("responses-output-to-tool-calls", body).kind == REAL


def test_types_of_another_place_or_api_are_not_real() -> None:
    for type_ in ("tool_use", "text", "thinking", ""):
        body = RESPONSE | {"status": "completed", "output": [{"type": type_, "id": "ny_1"}]}
        assert standing_of("responses-output-to-tool-calls", body).kind == MALFORMED


def test_an_item_may_come_without_deltas() -> None:
    said = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
            "content": [{"type": "output_text", "text": "Hi", "annotations": []}]}  # fmt: skip
    begun = {"type": "response.output_item.added", "output_index": 0, "item": said | {"content": []}}
    done = {"type": "response.output_item.done", "output_index": 0, "item": said}
    assert standing_of(STREAM, [stream()[0], begun, done]).kind == REAL


def test_a_keepalive_may_come_at_any_time() -> None:
    events = stream()
    assert standing_of(STREAM, [*events[:6], {"type": "keepalive", "sequence_number": 5.5}, *events[6:]]).kind == REAL


def test_a_stream_that_breaks_off_is_real() -> None:
    events = stream()
    for length in range(1, len(events)):
        assert standing_of(STREAM, events[:length]).kind == REAL


def test_no_stream_is_malformed() -> None:
    assert standing_of(STREAM, []).kind == MALFORMED
    assert standing_of(STREAM, "data: {}").kind == MALFORMED
