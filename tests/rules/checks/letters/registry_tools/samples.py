"""Tools of a registry and who is charged, for the tests of the registry operations."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome, Refusal
from conformance.base.values import ABSENT
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.running.engine.certifying import specifications

LIST, REQUEST = "registry-tools-to-chat-tools", "registry-request-to-chat-request"

OBJECT = {"type": "object", "properties": {}}

SHELL = {"type": "local_shell"}

UNKNOWN = {"type": "teleport"}

NAMELESS = {"type": "function", "function": {"description": "A."}}

SHELL_TOOL = {
    "type": "function",
    "function": {
        "name": "local_shell",
        "description": "Execute local shell commands in the browser environment",
        "parameters": {
            "type": "object",
            "properties": {"command": {"type": "string", "description": "The shell command to execute"}},
            "required": ["command"],
        },
    },
}

FIELDS = {"model": "m", "messages": [{"role": "user", "content": None}]}

TOLD = ({"level": "warning"},)

SILENT: tuple[Any, ...] = ()


def tool(name: Any = "a", **function: Any) -> dict[str, Any]:
    inner = {"name": name, "description": "A.", "parameters": OBJECT, **function}
    return {"type": "function", "function": {key: value for key, value in inner.items() if value is not ABSENT}}


def schema(**properties: Any) -> dict[str, Any]:
    return tool(parameters={"type": "object", "properties": properties})


def custom(**fields: Any) -> dict[str, Any]:
    return {"type": "custom", "custom": {"name": "run", "description": "Runs.", **fields}}


def as_custom(parameters: Any, **fields: Any) -> dict[str, Any]:
    return tool("run", description="Runs.", parameters=parameters) | fields


def failed(message: str = "no") -> Outcome:
    return Outcome(refusal=Refusal(message))


def charged(given: Any, outcome: Any, reported: Any = TOLD, alone: Any = None, **choices: str) -> set[str]:
    """Return the rules that object; of a request where the input is an object."""
    operation = REQUEST if isinstance(given, dict) else LIST
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome, diagnostics=reported)
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    view = view_of(Trial(operation=operation, input=given, outcome=outcome, choices=known, alone=alone))
    checks = family(operation).checks
    return {
        rule.id
        for rule in specifications().contracts[operation].rules
        if isinstance(findings := checks[rule.check](view), tuple) and findings
    }


def of_one(entry: Any, result: Any, **more: Any) -> set[str]:
    return charged([entry], [result], **more)
