"""Events that go on with one text are one event."""

from __future__ import annotations

from typing import Any

from conformance.running.engine.joined_deltas import joined


def text(said: str, number: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": "response.output_text.delta", "delta": said, "sequence_number": number, "output_index": 0, **more}


def chunk(content: str, index: int = 0) -> dict[str, Any]:
    return {"object": "chunk", "choices": [{"index": index, "delta": {"content": content}}]}


def test_all_texts_are_joined_first_and_then_each_alone() -> None:
    start, end = {"type": "start"}, {"type": "end"}
    stream = [start, text("a", 1), text("b", 2), text("c", 3), end, text("d", 4), text("e", 5)]
    assert list(joined(stream)) == [
        [start, text("abc", 1), end, text("de", 4)],
        [start, text("abc", 1), end, text("d", 4), text("e", 5)],
        [start, *stream[1:4], end, text("de", 4)],
    ]


def test_a_stream_in_a_member_is_joined_there() -> None:
    made = list(joined({"request": {}, "events": [chunk("Hel"), chunk("lo")]}))
    assert made == [{"request": {}, "events": [chunk("Hello")]}]


def test_events_of_other_items_and_members_are_not_joined() -> None:
    assert list(joined([text("a"), text("b", output_index=1)])) == []
    assert list(joined([text("a"), text("b", item_id="x")])) == []
    assert list(joined([chunk("a"), chunk("b", 1)])) == []
    assert list(joined([{"type": "ping"}, {"type": "ping"}, "text", "text"])) == []


def test_what_differs_beside_the_text_does_not_join_and_padding_does() -> None:
    assert list(joined([text("a", obfuscation="x"), text("b", obfuscation="yz")])) == [[text("ab", obfuscation="x")]]
    assert list(joined([text("a", logprobs=[1]), text("b", logprobs=[2])])) == []
