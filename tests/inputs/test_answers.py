"""Generated answers hold what the rules about tool calls are about."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.inputs import draw
from conformance.inputs.events import CARRIERS
from conformance.rules.checks.registry import view_of
from conformance.rules.checks.trial import Trial

OUTPUT, STREAM, CHAT = (
    "responses-output-to-tool-calls",
    "responses-stream-to-tool-calls",
    "chat-response-to-tool-calls",
)
ARGUMENTS = "response.function_call_arguments."


def answers(operation: str, count: int) -> list[Any]:
    return [
        view_of(Trial(operation=operation, input=value, outcome=Outcome())).answer  # type: ignore[attr-defined]
        for value in draw(operation, count, 1)
    ]


def carriers(events: list[Any], call: str) -> frozenset[str]:
    """Which kinds of events carry the arguments of a call."""
    found = set()
    for event in events:
        kind, item = event["type"], event.get("item") or {}
        if event.get("item_id") == call and (event.get("delta") or event.get("arguments")):
            found.add(kind.removeprefix(ARGUMENTS))
        if kind == "response.output_item.done" and item.get("id") == call and item.get("arguments"):
            found.add("item-done")
        if kind == "response.completed" and any(item.get("id") == call for item in event["response"]["output"]):
            found.add("completed")
    return frozenset(found)


def test_a_hundred_answers_reach_every_kind_of_arguments() -> None:
    for operation in (OUTPUT, CHAT):
        kinds = {call.arguments.kind for answer in answers(operation, 100) for call in answer.calls}
        assert kinds >= {"object", "missing", "blank", "malformed", "given-as-object"}, operation


def test_answers_end_in_every_way() -> None:
    assert {answer.ending for answer in answers(OUTPUT, 100)} == {"completed", "incomplete", "failed"}
    assert {answer.ending for answer in answers(STREAM, 100)} == {"completed", "incomplete", "failed", "error", "cut"}


@pytest.mark.expensive("draws many inputs")
def test_streams_carry_arguments_in_every_combination() -> None:
    seen = set()
    for events in draw(STREAM, 1500, 1):
        if events[-1]["type"] == "response.completed":
            calls = {e["item"].get("id") for e in events if (e.get("item") or {}).get("type") == "function_call"}
            seen |= {carriers(events, call) for call in calls if call}
    whole = {frozenset(kind for bit, kind in enumerate(CARRIERS) if number & 1 << bit) for number in range(1, 16)}
    assert whole <= seen


@pytest.mark.expensive("draws many inputs")
def test_streams_are_interleaved_and_distinguished() -> None:
    found = answers(STREAM, 800)
    assert sum(answer.interleaved for answer in found) > 4
    assert not any(answer.unclear or not answer.ordered or answer.unfit for answer in found)
    assert any(call.one_key and call.mixed for answer in found for call in answer.calls)
    assert any(not answer.whole for answer in found) and any(call.half for answer in found for call in answer.calls)


def test_an_event_shares_nothing_with_another() -> None:
    for events in draw(STREAM, 50, 2):
        before = json.dumps(events[1:])
        for item in (events[0].get("item"), events[0].get("response")):
            if isinstance(item, dict):
                item["status"] = "changed"
        assert json.dumps(events[1:]) == before
