"""Inputs, outputs and judgements that the tests of responses_input share."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.running.engine.certifying import specifications
from tests.suite.selftest.banks.responses_input import MESSAGES

ITEMS = {"tool-turns": "items", "inline-tools": "items", "system-placement": "instructions"}
AS_TEXT = ITEMS | {"tool-turns": "text"}
AS_PARTS = ITEMS | {"tool-turns": "parts", "group-tool-results": "grouped"}
IMAGE = "https://example.org/cat.png"
TEXT_PART = {"type": "text", "text": ""}


def user(*content: Any) -> dict[str, Any]:
    return {"role": "user", "content": [input_part(part) for part in content]}


def input_part(part: Any) -> Any:
    return {"type": "input_text", "text": part} if isinstance(part, str) else part


def assistant(*texts: Any) -> dict[str, Any]:
    parts = [{"type": "output_text", "text": text} if isinstance(text, str) else text for text in texts]
    return {"role": "assistant", "content": parts}


def said(text: Any, role: str = "user", **more: Any) -> dict[str, Any]:
    return {"role": role, "content": text, **more}


def calling(*ids: str, content: Any = None, arguments: str = "{}") -> dict[str, Any]:
    calls = [{"id": i, "type": "function", "function": {"name": "look", "arguments": arguments}} for i in ids]
    return {"role": "assistant", "content": content, "tool_calls": calls}


def result(identity: str, content: Any = "ok") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": identity, "content": content}


def call(identity: str, **more: Any) -> dict[str, Any]:
    return {"type": "function_call", "call_id": identity, "name": "look", "arguments": "{}", **more}


def output(identity: str, text: Any = "ok") -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": identity, "output": text}


def judged(given: Any, outcome: Any, choices: dict[str, str] | None = None, **relatives: Any) -> dict[str, Any]:
    """Return what each rule says that was reached."""
    reported: tuple[Any, ...] = ()
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome, diagnostics=reported)
    view = view_of(
        Trial(
            operation=MESSAGES, input=given, outcome=outcome, choices=ITEMS if choices is None else choices, **relatives
        )
    )
    checks = family(MESSAGES).checks
    found = {rule.id: checks[rule.check](view) for rule in specifications().contracts[MESSAGES].rules}
    return {rule: findings for rule, findings in found.items() if findings is not None}


def charged(given: Any, outcome: Any, choices: dict[str, str] | None = None, *, advice: bool = False) -> set[str]:
    """Return the rules that object; advice: those that yield to a document instead."""
    yields_to = {rule.id: rule.yields_to for rule in specifications().contracts[MESSAGES].rules}
    return {
        rule
        for rule, findings in judged(given, outcome, choices).items()
        if isinstance(findings, tuple) and any((failure.kind in yields_to[rule]) == advice for failure in findings)
    }


PROBE = [calling("a", "b"), result("a"), result("b")]
RESULTS = [{"type": "tool_result", "tool_use_id": identity, "content": "ok"} for identity in "ab"]
USE = {"type": "tool_use", "id": "a", "name": "look", "input": {}}
SYSTEM = [said("S", "system"), said("U")]
