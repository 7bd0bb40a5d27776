"""What a contract's envelope adds to the inputs and the expected outputs of its cases."""

from __future__ import annotations

import copy
from typing import Any

from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.envelope import Envelope, envelope_of, merged

RESPONSE = {"for": {"object": "response"}, "add": {"model": "gpt-5", "error": None}, "output": {"usage": {"total": 1}}}


def complete(value: Any, **more: Any) -> Any:
    return envelope_of({"defaults": [RESPONSE], **more}).complete(value)


def test_objects_that_match_get_the_members_that_they_lack_at_any_depth() -> None:
    filled, _output = complete([{"response": {"object": "response", "model": "own"}}, {"object": "other"}])
    assert filled == [{"response": {"object": "response", "model": "own", "error": None}}, {"object": "other"}]


def test_the_expected_output_gets_members_only_if_an_object_matched() -> None:
    assert complete({"object": "response"})[1] == {"usage": {"total": 1}}
    assert complete({"object": "other"})[1] == {}


def test_members_of_an_object_in_both_are_added_and_nothing_is_shared() -> None:
    defaults = {"usage": {"total": 1, "details": {}}}
    first, second = merged(defaults, {"usage": {"total": 2}}), merged(defaults, {})
    assert first == {"usage": {"total": 2, "details": {}}}
    second["usage"]["details"]["changed"] = True
    assert defaults == {"usage": {"total": 1, "details": {}}}


def test_the_written_input_stays_as_it_is() -> None:
    written = {"object": "response", "output": [{"object": "response"}]}
    before = copy.deepcopy(written)
    complete(written)
    assert written == before


def test_a_stream_of_its_ends_gets_the_events_between() -> None:
    item = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "pay", "arguments": "{}"}
    ends = [
        {"type": "response.created", "response": {"object": "response", "id": "resp_1"}},
        {"type": "response.completed", "response": {"object": "response", "status": "completed", "output": [item]}},
    ]
    events, _output = complete(ends, streamed=True)
    assert [event["type"].removeprefix("response.") for event in events] == [
        "created", "in_progress", "output_item.added", "function_call_arguments.delta", "function_call_arguments.done",
        "output_item.done", "completed",
    ]  # fmt: skip
    assert [event["sequence_number"] for event in events] == list(range(7))


def test_a_stream_with_events_between_is_only_numbered() -> None:
    events, _output = complete([{"type": "response.created"}, {"type": "ping"}, {"type": "error"}], streamed=True)
    assert [event["sequence_number"] for event in events] == [0, 1, 2]
    assert complete([{"type": "ping", "sequence_number": 7}, {"type": "error"}], streamed=True)[0][1] == {
        "type": "error"
    }


def test_an_input_that_is_no_stream_stays_as_it_is() -> None:
    for value in (None, "data: {}", [None], {}):
        assert Envelope(streamed=True).complete(value)[0] == value


def test_a_case_as_written_gets_nothing() -> None:
    contract = load_specifications().contracts["chat-response-to-tool-calls"]
    written = {case.id: case.input for case in contract.cases}
    assert "model" not in written["document-response"]
    assert "model" in written["text-alone"]


def test_an_expected_response_stands_for_the_events_of_its_stream() -> None:
    envelope = envelope_of({"defaults": [RESPONSE], "streamed_output": True})
    events = envelope.expected({"status": "completed", "output": []}, {"id": "resp_1", "object": "response"})
    assert [event["type"].removeprefix("response.") for event in events] == ["created", "in_progress", "completed"]
    assert events[-1]["response"] == {"status": "completed", "output": [], "id": "resp_1", "object": "response"}


def test_events_that_are_written_out_and_outputs_of_other_contracts_stay_as_they_are() -> None:
    envelope = envelope_of({"defaults": [RESPONSE], "streamed_output": True})
    assert envelope.expected([{"type": "error"}], {"id": "resp_1"}) == [{"type": "error"}]
    assert Envelope().expected({"output": []}, {"id": "resp_1"}) == {"output": [], "id": "resp_1"}
