"""What a conversion of the reference reads and writes."""

from __future__ import annotations

import logging

import pytest

from conformance.apis.oracles.pinned import pin
from conformance.rules.contracts import load_specifications
from conformance.running.drift.conversions import converted, kinds_read, kinds_written, unlogged
from conformance.running.drift.places import DefinitionMember, FoundPlaces, Walker

CALLS = DefinitionMember("chat-response", "ChatCompletionMessage", "tool_calls")
TOOL = DefinitionMember("chat-request", "FunctionDefinition", "name")


def walkers(*places: DefinitionMember) -> dict[str, Walker]:
    return {place.kind: Walker(place.kind, pin(place.kind)["schema"]) for place in places}


def without_calls(found: FoundPlaces) -> None:
    for holder, name in found.members.get(CALLS, ()):
        del holder[name]


def test_a_conversion_reads_its_input_and_writes_its_result() -> None:
    tools = [{"type": "function", "function": {"name": "f", "parameters": {}}}]
    made = converted("registry-tools-to-chat-tools", tools, {}, walkers(TOOL))
    assert [held.holder["name"] for held in made.read.members[TOOL]] == ["f"]
    assert [held.holder["name"] for held in made.written.members[TOOL]] == ["f"]


def test_an_input_is_left_as_it_was_and_read_as_it_is_after_an_edit() -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    message = {"role": "assistant", "content": "Hi.", "refusal": None, "tool_calls": [call]}
    body = {"choices": [{"index": 0, "finish_reason": "stop", "message": message}]}
    made = converted("chat-response-to-tool-calls", body, {}, walkers(CALLS), without_calls)
    assert (made.result["content"], made.result["tool_calls"]) == ("Hi.", [])
    assert message["tool_calls"] == [call]


def test_what_the_reference_refuses_has_no_result() -> None:
    assert converted("chat-response-to-tool-calls", 1, {}, walkers(CALLS)).result is None


def test_a_loop_reads_what_it_is_answered_and_writes_what_it_sends() -> None:
    case = next(case for case in load_specifications().contracts["tool-loop"].cases if case.id == "unknown-tool-chat")
    made = converted("tool-loop", case.input, {}, walkers(CALLS, TOOL))
    answer, sent = made.result
    assert made.read.members[CALLS]
    assert made.written.members[TOOL]
    assert (answer["calls"] != [], len(sent) > 1) == (True, True)
    alone = converted("tool-loop", case.input, {}, walkers(CALLS, TOOL), without_calls)
    assert alone.result[0]["calls"] == []


def test_the_kinds_of_a_loop_are_those_of_its_conversations() -> None:
    apis = ("chat", "responses", "anthropic", "anthropic-beta", "gemini")
    assert kinds_read("tool-loop") == {"chat-request", *(f"{api}-response" for api in apis)}
    assert kinds_written("tool-loop") == {f"{api}-request" for api in apis}
    assert kinds_read("tool-definition-to-provider-tool") == frozenset()
    assert kinds_written("chat-stream-to-tool-calls") == frozenset()


def test_the_reference_logs_again_afterwards(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("conformance.reference")
    with unlogged():
        logger.warning("dropped")
    logger.warning("kept")
    assert [record.message for record in caplog.records] == ["kept"]


@pytest.mark.parametrize("target", ["gemini-function-response", "anthropic-tool-result", "tool-message"])
def test_what_a_part_needs_around_it_is_not_written_by_its_operation(target: str) -> None:
    operation = f"mcp-result-to-{target}"
    found = {kind: Walker(kind, pin(kind)["schema"]) for kind in kinds_written(operation)}
    given = load_specifications().contracts[operation].cases[0].input
    written = {(place.definition, place.at) for place in converted(operation, given, {}, found).written.members}
    around = {place for place in written if place[0] == "Content" or place[0].endswith("UserMessageParam")}
    assert {at for _definition, at in around} <= {"parts", "content"}
    assert bool(around) is (target != "tool-message")
    assert target != "tool-message" or ("ChatCompletionToolMessageParam", "role") in written
