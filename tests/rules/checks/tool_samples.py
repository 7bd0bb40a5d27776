"""Tools of both forms and who is charged, for the tests of tool conversions."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome, Refusal
from conformance.base.values import ABSENT
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.running.engine.certifying import specifications
from tests.suite.selftest.banks.bank import CHAT_TOOLS, MCP_TOOL, MCP_TOOLS

NO_FUNCTION = {"type": "function"}

UNKNOWN = {"type": "teleport"}

SHELL = {"type": "local_shell"}


def nested(name: str = "a", **function: Any) -> dict[str, Any]:
    inner = {"name": name, "description": "A.", "parameters": {"type": "object"}, "strict": False, **function}
    return {"type": "function", "function": {key: value for key, value in inner.items() if value is not ABSENT}}


def flat(name: str = "a", **fields: Any) -> dict[str, Any]:
    tool = {"type": "function", "name": name, "description": "A.", "parameters": {"type": "object"}, "strict": False}
    return {key: value for key, value in {**tool, **fields}.items() if value is not ABSENT}


def mcp(name: str = "a", **fields: Any) -> dict[str, Any]:
    tool = {"name": name, "description": "A.", "inputSchema": {"type": "object"}, **fields}
    return {key: value for key, value in tool.items() if value is not ABSENT}


def chat(name: str = "a", **fields: Any) -> dict[str, Any]:
    inner = {"name": name, "description": "A.", "parameters": {"type": "object"}, **fields}
    return {"type": "function", "function": {key: value for key, value in inner.items() if value is not ABSENT}}


def failed(message: str) -> Outcome:
    return Outcome(refusal=Refusal(message))


def charged(operation: str, given: Any, outcome: Outcome, choices: dict[str, str], **relatives: Any) -> set[str]:
    view = view_of(Trial(operation=operation, input=given, outcome=outcome, choices=choices, **relatives))
    found = set()
    for rule in specifications().contracts[operation].rules:
        findings = family(operation).checks[rule.check](view)
        if isinstance(findings, tuple) and any(failure.kind not in rule.yields_to for failure in findings):
            found.add(rule.id)
    return found


def of_flat(given: Any, outcome: Any, alone: Any = None, **choices: str) -> set[str]:
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome, diagnostics=({"level": "error"},))
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    return charged(CHAT_TOOLS, given, outcome, known, alone=alone)


def of_mcp(
    given: Any, outcome: Any, alone: Any = None, reported: Any = ({"level": "warning"},), **choices: str
) -> set[str]:
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome, diagnostics=reported)
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    return charged(MCP_TOOLS if isinstance(given, list) else MCP_TOOL, given, outcome, known, alone=alone)
