"""Definitions, tools and who is charged, for the tests of the provider operation."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome, Refusal
from conformance.base.values import ABSENT
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.running.engine.certifying import specifications

OPERATION = "tool-definition-to-provider-tool"

FLAT, CHAT, GWDG, ANTHROPIC, GOOGLE = "openai-responses", "openai-chat", "gwdg", "anthropic", "google"

CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}

REFUSED = Outcome(refusal=Refusal("no"))


def without_absent(value: dict[str, Any]) -> dict[str, Any]:
    return {key: member for key, member in value.items() if member is not ABSENT}


def request(provider: Any, parameters: Any = CITY, **fields: Any) -> dict[str, Any]:
    definition = {"name": "search", "description": "Searches.", "parameters": parameters, **fields}
    return {"provider": provider, "definition": without_absent(definition)}


def tool(provider: str, schema: Any = CITY, **fields: Any) -> dict[str, Any]:
    key = "input_schema" if provider == ANTHROPIC else "parameters"
    fields = without_absent({"name": "search", "description": "Searches.", key: schema, **fields})
    if provider in (CHAT, GWDG):
        return {"type": "function", "function": fields}
    return {"type": "function", **fields} if provider == FLAT else fields


def view(given: Any, outcome: Any, reported: Any = ({"level": "warning"},), **choices: str) -> Any:
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome, diagnostics=reported)
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    return view_of(Trial(operation=OPERATION, input=given, outcome=outcome, choices=known))


def charged(given: Any, outcome: Any, reported: Any = ({"level": "warning"},), **choices: str) -> set[str]:
    seen = view(given, outcome, reported, **choices)
    found = set()
    for rule in specifications().contracts[OPERATION].rules:
        findings = family(OPERATION).checks[rule.check](seen)
        if isinstance(findings, tuple) and any(finding.kind not in rule.yields_to for finding in findings):
            found.add(rule.id)
    return found


def google(source: Any, schema: Any, **more: Any) -> set[str]:
    """Charge what became of one parameter for Google."""
    wrapped = [{"type": "object", "properties": {"x": source}}, {"type": "OBJECT", "properties": {"x": schema}}]
    return charged(request(GOOGLE, wrapped[0]), tool(GOOGLE, wrapped[1]), **more)


UNITED = {**CITY, "anyOf": [{"required": ["city"]}, {"properties": {"zip": {"type": "string"}}}]}

STRING = {"type": "string"}

CLOSED = {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False}

OPEN = {"type": "OBJECT", "properties": {"a": {"type": "STRING"}}}

PLACE = {"type": "object", "properties": {"kind": {"$ref": "#/$defs/kind"}}, "required": ["kind"]}

KIND = {"type": "string", "enum": ["city", "lake"], "maxLength": 9}
