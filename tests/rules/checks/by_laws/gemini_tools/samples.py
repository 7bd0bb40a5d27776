"""MCP tools, Gemini's declarations, and who is charged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.running.engine.certifying import specifications

OPERATION = "mcp-tools-to-gemini-tools"
CITY = {"type": "object", "properties": {"city": {"type": "string", "enum": ["Paris", "Rome"]}}, "required": ["city"]}
REPORT: tuple[Mapping[str, Any], ...] = ({"level": "warning", "message": "a"},)


def mcp(name: Any = "a", **fields: Any) -> dict[str, Any]:
    tool = {"name": name, "description": "A.", "inputSchema": CITY, **fields}
    return {key: value for key, value in tool.items() if value is not ABSENT}


def declared(name: Any = "a", **fields: Any) -> dict[str, Any]:
    tool = {"name": name, "description": "A.", "parametersJsonSchema": CITY, **fields}
    return {key: value for key, value in tool.items() if value is not ABSENT}


def tool(*declarations: Any) -> list[Any]:
    return [{"functionDeclarations": list(declarations)}]


def charged(given: Any, output: Any, reports: Any = REPORT, **choices: str) -> set[str]:
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    outcome = output if isinstance(output, Outcome) else Outcome(output=output, diagnostics=reports)
    view = view_of(Trial(operation=OPERATION, input=given, outcome=outcome, choices=known))
    found = {}
    for rule in specifications().contracts[OPERATION].rules:
        found[rule.id] = family(OPERATION).checks[rule.check](view)
    return {rule for rule, findings in found.items() if isinstance(findings, tuple) and findings}
