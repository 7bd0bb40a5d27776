"""MCP tools, flat tools and who is charged, for the tests of the operation in one step."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome, Refusal
from conformance.base.values import ABSENT
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.running.engine.certifying import specifications

OPERATION = "mcp-tools-to-responses-tools"

EMPTY = {"type": "object", "properties": {}}

LONG = "a" * 65

REFUSED = Outcome(refusal=Refusal("no"))


def mcp(name: Any = "a", **fields: Any) -> dict[str, Any]:
    tool = {"name": name, "description": "A.", "inputSchema": EMPTY, **fields}
    return {key: value for key, value in tool.items() if value is not ABSENT}


def flat(name: Any = "a", **fields: Any) -> dict[str, Any]:
    tool = {"type": "function", "name": name, "description": "A.", "strict": False, "parameters": EMPTY, **fields}
    return {key: value for key, value in tool.items() if value is not ABSENT}


def view(given: Any, outcome: Any, relatives: dict[str, Any], choices: dict[str, str]) -> Any:
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome, diagnostics=({"level": "warning"},))
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    return view_of(Trial(operation=OPERATION, input=given, outcome=outcome, choices=known, **relatives))


def charged(given: Any, outcome: Any, *, chained: Any = None, alone: Any = None, **choices: str) -> set[str]:
    relatives = {"chained": chained if chained is None else Outcome(output=chained), "alone": alone}
    seen = view(given, outcome, relatives, choices)
    found = set()
    for rule in specifications().contracts[OPERATION].rules:
        findings = family(OPERATION).checks[rule.check](seen)
        if isinstance(findings, tuple) and any(finding.kind not in rule.yields_to for finding in findings):
            found.add(rule.id)
    return found


def two_steps(given: Any, direct: Any, chain: Any) -> set[str]:
    return charged(given, direct, chained=chain) & {"LAW-1"}
