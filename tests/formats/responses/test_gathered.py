"""The response that events give, whichever of them carry it."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.emulator.stream import responses_events
from conformance.formats.responses.gathered import CUT, Gathered, with_characters

MESSAGE = {
    "type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
    "content": [{"type": "output_text", "text": "Hi", "annotations": []}],
}  # fmt: skip
CALL = {
    "type": "function_call",
    "id": "fc_1",
    "call_id": "call_1",
    "name": "f",
    "arguments": "{}",
    "status": "completed",
}


def events(*items: Any) -> list[Any]:
    whole = {"id": "resp_1", "object": "response", "status": "completed", "model": "m", "output": list(items)}
    return responses_events(whole)


def without(given: list[Any], *words: str) -> list[Any]:
    return [element for element in given if not element["type"].endswith(words)]


@pytest.mark.parametrize("missing", [(), (".delta",), ("output_item.done",), (".added",)])
def test_items_are_the_same_by_whichever_events_they_come(missing: tuple[str, ...]) -> None:
    output = Gathered(without(events(MESSAGE, CALL), *missing)).response["output"]
    assert [(item["type"], item.get("arguments")) for item in output] == [("message", None), ("function_call", "{}")]
    assert output[0]["content"][0]["text"] == "Hi"


def test_a_final_response_without_items_has_those_of_the_events() -> None:
    given = events(MESSAGE, CALL)
    given[-1]["response"]["output"] = []
    assert [item["type"] for item in Gathered(given).response["output"]] == ["message", "function_call"]


def test_how_a_stream_ends_is_the_status_of_its_response() -> None:
    given = events(MESSAGE)
    assert (Gathered(given).ended, Gathered(given).response["status"]) == ("completed", "completed")
    assert (Gathered(given[:-1]).ended, Gathered(given[:-1]).response["status"]) == (CUT, "in_progress")
    broken = Gathered([*given[:-1], {"type": "error", "message": "No."}])
    assert broken.is_error
    assert broken.response["status"] == "failed"
    assert broken.response["error"]["message"] == "No."


def test_what_holds_no_event_gives_no_response() -> None:
    for given in (None, [], [{"delta": "a"}], ["data"]):
        assert Gathered(given).response == {}


def test_a_malformed_event_makes_it_unclear() -> None:
    given = events(MESSAGE)
    assert not Gathered(given).is_loose
    for odd in ("text", {"type": "response.output_text.delta", "delta": 5}):
        assert Gathered([given[0], odd, *given[1:]]).is_unclear


def test_texts_whose_events_alternate_overlap() -> None:
    given = events(MESSAGE, MESSAGE | {"id": "msg_2"})
    assert not Gathered(given).overlaps
    done = next(element for element in given if element["type"] == "response.output_item.done")
    given.remove(done)
    assert Gathered([*given[:-1], done, given[-1]]).overlaps


def test_half_a_character_finds_its_other_half() -> None:
    assert with_characters({"a": ["\ud83d\ude00"]}) == {"a": ["\U0001f600"]}
