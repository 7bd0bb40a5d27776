"""The events of a stream, gathered by the item that they are about."""

from __future__ import annotations

from typing import Any

from conformance.formats.model.conversation import ModelRefusal, Text
from conformance.formats.responses.events import items_of

CALL = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "f", "arguments": ""}


def delta(kind: str, text: str, **fields: Any) -> dict[str, Any]:
    return {"type": f"response.{kind}.delta", "delta": text, **fields}


def test_events_of_one_item_are_found_by_its_id_and_by_its_place() -> None:
    events = [
        {"type": "response.output_item.added", "output_index": 0, "item": CALL},
        delta("function_call_arguments", "{", item_id="fc_1"),
        delta("function_call_arguments", "}", output_index=0),
    ]
    (item,) = items_of(events, [], None).in_order()
    assert item.is_call and item.deltas == ["{", "}"] and item.one_key
    assert item.snapshot["name"] == "f"


def test_the_response_completes_what_the_events_say() -> None:
    events = [{"type": "response.output_item.added", "output_index": 0, "item": CALL}]
    found = items_of(events, [CALL | {"arguments": "{}"}, CALL | {"id": "fc_2", "call_id": "call_2"}], 1)
    assert [item.held is not None for item in found.in_order()] == [True, True]
    assert found.in_order()[0].snapshot["arguments"] == "{}" and not found.unclear


def test_two_items_for_one_event_are_unclear() -> None:
    events = [
        {"type": "response.output_item.added", "output_index": 0, "item": CALL},
        {"type": "response.output_item.added", "output_index": 1, "item": CALL | {"id": "fc_2"}},
        delta("function_call_arguments", "{", item_id="fc_1", output_index=1),
    ]
    assert items_of(events, [], None).unclear


def test_pieces_of_two_calls_that_alternate_are_mixed() -> None:
    events = [delta("function_call_arguments", "{", item_id=f"fc_{number % 2}") for number in range(3)]
    assert all(item.mixed for item in items_of(events, [], None).all)


def test_streamed_texts_are_the_whole_where_it_came_and_the_pieces_elsewhere() -> None:
    events = [
        delta("output_text", "a", item_id="msg_1", content_index=0),
        {"type": "response.output_text.done", "item_id": "msg_1", "content_index": 0, "text": "ab"},
        delta("refusal", "no", item_id="msg_1", content_index=1),
    ]
    (item,) = items_of(events, [], None).all
    assert [(type(text), text.value) for text in item.streamed_texts()] == [(Text, "ab"), (ModelRefusal, "no")]


def test_an_item_contradicts_itself_where_its_deltas_are_not_what_its_end_says() -> None:
    def item(piece: str, whole: str, held: str) -> bool:
        events = [
            delta("output_text", piece, item_id="msg_1", output_index=0, content_index=0),
            {"type": "response.output_text.done", "item_id": "msg_1", "content_index": 0, "text": whole},
        ]
        message = {"type": "message", "id": "msg_1", "content": [{"type": "output_text", "text": held}]}
        return items_of(events, [message], 2).all[0].contradicts_itself

    assert not item("ab", "ab", "ab")
    assert not item("", "ab", "ab")
    assert item("ac", "ab", "ab") and item("ab", "ab", "ac")


def test_a_call_contradicts_itself_where_events_give_it_different_arguments() -> None:
    def item(arguments: str) -> bool:
        events = [delta("function_call_arguments", '{"a":1}', item_id="fc_1", output_index=0)]
        return items_of(events, [CALL | {"arguments": arguments}], 1).all[0].contradicts_itself

    assert not item('{"a": 1}') and not item("") and item('{"a":2}')


def test_an_item_whose_id_changes_with_each_event_is_the_response_s_item_at_its_place() -> None:
    message = {"type": "message", "content": []}
    events = [
        {"type": "response.output_item.added", "output_index": 0, "item": message | {"id": "a"}},
        delta("output_text", "Hi", output_index=0, content_index=0, item_id="b"),
        {"type": "response.output_item.done", "output_index": 0, "item": message | {"id": "c"}},
    ]
    output = [message | {"id": "d", "content": [{"type": "output_text", "text": "Hi"}]}]
    (item,) = items_of(events, output, 3).in_order()
    assert [text.value for text in item.streamed_texts()] == ["Hi"]
