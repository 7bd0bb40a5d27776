"""ALL-10, the check: a result has nothing that the subject says it does not have."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from conformance.base.observation import Outcome
from conformance.rules.checks.declared import as_declared
from conformance.rules.checks.findings import OK
from conformance.rules.checks.registry import view_of
from conformance.rules.checks.trial import Trial

CALLS = Trial(
    operation="chat-response-to-tool-calls",
    input={"choices": [], "usage": {"total_tokens": 3}},
    outcome=Outcome(output={"content": "", "usage": {"total_tokens": 3}}),
    lacking=("usage",),
)
STRICT: dict[str, Any] = {"type": "function", "name": "f", "parameters": {}, "strict": True}
FLAT = Trial(
    operation="chat-tools-to-responses-tools",
    input=[{"type": "function", "function": {"name": "f"}}],
    outcome=Outcome(output=[STRICT]),
    lacking=("strict",),
)


def test_a_subject_that_says_nothing_is_not_held_to_anything() -> None:
    assert as_declared(view_of(replace(CALLS, lacking=()))) is None


def test_a_usage_of_a_subject_that_has_none_fails_at_its_place() -> None:
    (failure,) = as_declared(view_of(CALLS)) or ()
    assert (failure.kind, failure.at) == ("written-though-lacking", "/output/usage")
    assert "the subject says that it has no usage" in failure.message
    assert "remove `usage` from `without`" in failure.message


def test_a_result_without_it_is_right() -> None:
    assert as_declared(view_of(replace(CALLS, outcome=Outcome(output={"content": "", "usage": None})))) == OK


def test_a_strict_tool_that_nobody_asked_for_fails() -> None:
    (failure,) = as_declared(view_of(FLAT)) or ()
    assert failure.at == "/output/0/strict"


def test_what_the_input_asked_for_is_for_the_engine_to_judge() -> None:
    asked = replace(FLAT, input=[{"type": "function", "function": {"name": "f", "strict": True}}])
    assert as_declared(view_of(asked)) == OK


def test_a_request_of_a_loop_counts_like_a_result() -> None:
    loop = Trial(
        operation="tool-loop",
        input={"api": "responses", "tools": []},
        outcome=Outcome(output={"answer": "Hi", "calls": []}),
        requests=({"path": "/v1/responses", "body": {"tools": [STRICT]}, "answer": 0},),
        lacking=("strict",),
    )
    (failure,) = as_declared(view_of(loop)) or ()
    assert failure.at == "/requests/0/body/tools/0/strict"
