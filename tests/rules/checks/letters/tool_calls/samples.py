"""Answers, parsed calls and who is charged, for the tests of the operations that parse calls."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome, Refusal
from conformance.rules.checks.findings import NOT_OBSERVABLE
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.running.engine.certifying import specifications

OUTPUT, STREAM, CHAT = (
    "responses-output-to-tool-calls",
    "responses-stream-to-tool-calls",
    "chat-response-to-tool-calls",
)

ARGUMENTS = '{"city":"Paris"}'


def item(number: int = 1, **fields: Any) -> dict[str, Any]:
    call = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "status": "completed"}
    return {**call, "name": "look", "arguments": ARGUMENTS, **fields}


def call(number: int = 1, **fields: Any) -> dict[str, Any]:
    return {"id": f"call_{number}", "type": "function", "name": "look", "arguments": {"city": "Paris"}, **fields}


def response(*output: Any, **more: Any) -> dict[str, Any]:
    return {"status": "completed", "output": list(output), **more}


def stream(*output: Any, before: tuple[Any, ...] = (), end: str = "completed", **more: Any) -> list[Any]:
    return [*before, {"type": f"response.{end}", "response": response(*output, status=end, **more)}]


def result(*calls: Any, **more: Any) -> dict[str, Any]:
    return {"content": "", "tool_calls": list(calls), "finish_reason": "tool_calls" if calls else None, **more}


def failed(message: str = "no") -> Outcome:
    return Outcome(refusal=Refusal(message))


def charged(operation: str, given: Any, output: Any, exact: bool = True, **choices: str) -> set[str]:
    outcome = output if isinstance(output, Outcome) else Outcome(output=output)
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    view = view_of(Trial(operation=operation, input=given, outcome=outcome, choices=known, exact_numbers=exact))
    checks = family(operation).checks
    found = {rule.id: checks[rule.check](view) for rule in specifications().contracts[operation].rules}
    return {rule for rule, findings in found.items() if findings and findings is not NOT_OBSERVABLE}


DELTA = {"type": "response.function_call_arguments.delta", "item_id": "fc_1", "output_index": 0}

ADDED = {"type": "response.output_item.added", "output_index": 0, "item": item(status="in_progress", arguments="")}

HALF = (ADDED, DELTA | {"delta": '{"city": "Par'})

UNFINISHED = {"type": "function_call", "name": "look"}
