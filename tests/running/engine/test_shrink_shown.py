"""The inputs that a report shows are made small enough to be read first."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome
from conformance.reference import responses_stream_to_chat_stream
from conformance.running.engine.events import Shrinking
from conformance.running.engine.evidence import FailedTrial
from conformance.running.engine.failure_identity import defect_of
from conformance.running.engine.own_fault import OwnFault
from conformance.running.engine.plan import Planned, size
from conformance.running.engine.shrink_shown import READABLE, Key, shrunk_inputs
from tests.running.engine.building import SINGLE, judge_of, subject_of
from tests.running.engine.certifying import certified
from tests.running.engine.test_shrink_evidence import keeping

WIDE = {
    "name": "wide",
    "description": "Many words.",
    "inputSchema": {"type": "object", "properties": {f"p{n}": {"type": "string", "default": "x"} for n in range(60)}},
}


def failing(tool: Any = WIDE) -> tuple[Key, FailedTrial]:
    judge = judge_of(SINGLE)
    trial = judge.trial(tool, Outcome(output=keeping(tool)))
    found = FailedTrial(Planned(SINGLE, tool), trial, judge.failures_of("MCP-2", trial)[0])
    return ((SINGLE, "MCP-2", False), defect_of(found.failure, trial.outcome)), found


def shrunk(found: dict[Key, FailedTrial], left: int, **how: Any) -> dict[Key, FailedTrial]:
    how = {"fits": None, "fault": lambda _rule, _failed, _judge: None, "listeners": ()} | how
    return shrunk_inputs(found, subject_of({SINGLE: keeping}), {SINGLE: judge_of(SINGLE)}, left={SINGLE: left}, **how)


def test_one_that_cannot_be_read_has_room_of_its_own() -> None:
    key, found = failing()
    assert size(found.planned.input) > READABLE
    small = shrunk({key: found}, 0)[key]
    assert size(small.planned.input) <= READABLE
    assert small.failure.kind == found.failure.kind


def test_one_that_can_be_read_waits_for_room_that_is_left() -> None:
    key, found = failing({**WIDE, "inputSchema": {"type": "object", "properties": {"p": {"default": "x"}}}})
    assert shrunk({key: found}, 0) == {}
    assert size(shrunk({key: found}, 50)[key].planned.input) < size(found.planned.input)


def test_what_must_not_be_charged_stays_as_it_is() -> None:
    key, found = failing()

    def fault(_rule: str, failed: FailedTrial, _judge: Any) -> OwnFault | None:
        return None if failed is found else OwnFault(SINGLE, "MCP-2", "a small input is out of bounds")

    assert shrunk({key: found}, 100, fault=fault) == {}
    told: list[Any] = []
    always = OwnFault(SINGLE, "MCP-2", "it contradicts itself")
    assert shrunk({key: found}, 100, fault=lambda *_of: always, listeners=(told.append,)) == {}
    assert told == []


def test_listeners_hear_of_each() -> None:
    key, found = failing()
    told: list[Any] = []
    shrunk({key: found}, 0, listeners=(told.append,))
    assert told == [Shrinking(SINGLE, "MCP-2")]


def test_beside_a_long_case_stands_a_small_input_that_fails_alike() -> None:
    operation, case = "responses-stream-to-chat-stream", "refusal"

    def without_refusals(stream: Any) -> Any:
        made = responses_stream_to_chat_stream(stream)
        for chunk in made:
            for choice in chunk.get("choices", ()):
                choice["delta"].pop("refusal", None)
        return made

    result = certified({operation: without_refusals}, operation, cases=(case,), max_examples=0)
    (rule,) = (rule for rule in result.rules if rule.rule.id == "RCR-5")
    (evidence,) = (shown for shown in rule.evidence if shown.case == case)
    assert size(evidence.input) > READABLE and evidence.reduced is not None
    assert size(evidence.reduced.input) <= READABLE
    assert "refusal" in str(evidence.reduced.input)
