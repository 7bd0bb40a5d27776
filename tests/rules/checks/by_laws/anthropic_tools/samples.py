"""MCP tools, Anthropic's tools, and who is charged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.running.engine.certifying import specifications

OPERATION = "mcp-tools-to-anthropic-tools"
EMPTY = {"type": "object", "properties": {}}
EITHER = {
    "type": "object",
    "properties": {"a": {"type": "string"}},
    "anyOf": [{"required": ["a"]}, {"properties": {"b": {"type": "string"}}, "required": ["b"]}],
}
FOLDED = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
REPORT: tuple[Mapping[str, Any], ...] = ({"level": "warning", "message": "a"},)


def mcp(name: Any = "a", **fields: Any) -> dict[str, Any]:
    tool = {"name": name, "description": "A.", "inputSchema": EMPTY, **fields}
    return {key: value for key, value in tool.items() if value is not ABSENT}


def named(name: Any = "a", **fields: Any) -> dict[str, Any]:
    tool = {"name": name, "description": "A.", "input_schema": EMPTY, **fields}
    return {key: value for key, value in tool.items() if value is not ABSENT}


def charged(
    given: Any, output: Any, reports: Any = REPORT, *, alone: tuple[Any, ...] | None = None, **choices: str
) -> set[str]:
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    outcome = output if isinstance(output, Outcome) else Outcome(output=output, diagnostics=reports)
    entries = None if alone is None else tuple(Outcome(output=element) for element in alone)
    view = view_of(Trial(operation=OPERATION, input=given, outcome=outcome, choices=known, alone=entries))
    found = {}
    for rule in specifications().contracts[OPERATION].rules:
        found[rule.id] = family(OPERATION).checks[rule.check](view)
    return {rule for rule, findings in found.items() if isinstance(findings, tuple) and findings}
