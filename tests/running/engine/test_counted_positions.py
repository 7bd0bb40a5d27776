"""Positions of events have no gaps."""

from __future__ import annotations

from conformance.running.engine.counted_positions import beginnings, renumbered


def test_what_events_count_has_no_gaps() -> None:
    events = [
        {"sequence_number": 3, "output_index": 0, "content_index": 0},
        {"sequence_number": 7, "output_index": 2, "content_index": 1, "item": {"index": "x"}},
    ]
    assert renumbered(events, beginnings(events)) == [
        {"sequence_number": 3, "output_index": 0, "content_index": 0},
        {"sequence_number": 4, "output_index": 1, "content_index": 1, "item": {"index": "x"}},
    ]


def test_each_place_counts_for_itself() -> None:
    chunks = [{"choices": [{"index": 0, "delta": {"tool_calls": [{"index": place}]}}]} for place in (1, 4)]
    found = [
        chunk["choices"][0]["delta"]["tool_calls"][0]["index"] for chunk in renumbered({"chunks": chunks}, {})["chunks"]
    ]
    assert found == [0, 1]
    assert [element["choices"][0]["index"] for element in renumbered(chunks, {})] == [0, 0]


def test_where_the_first_events_go_the_others_count_from_their_number_on() -> None:
    events = [{"sequence_number": number} for number in (4, 5, 6)]
    begins = beginnings(events)
    assert begins == {("sequence_number",): 4}
    assert renumbered(events[1:], begins) == events[:2]


def test_what_has_no_gap_stays() -> None:
    value = {"events": [{"index": 0, "index_of": 5}, {"index": 1, "tokens": [4, 9]}], "index": True}
    assert renumbered(value, beginnings(value)) == value
