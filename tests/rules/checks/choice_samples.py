"""Reads the answers to choices that tools show."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome, Refusal
from conformance.base.values import ABSENT
from conformance.rules.checks.choice_readings import IllegalAnswer, Reading
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial

REFUSED = object()


def unlisted(observed: str) -> IllegalAnswer:
    return IllegalAnswer(observed=observed)


def read(choice: str, operation: str, given: Any, output: Any, **known: str) -> Reading:
    outcome = Outcome(refusal=Refusal("no")) if output is REFUSED else Outcome(output=output)
    return family(operation).readers[choice](
        view_of(Trial(operation=operation, input=given, outcome=outcome, choices=known))
    )


def nested(**function: Any) -> list[Any]:
    return [{"type": "function", "function": {"name": "a", "description": "A.", "parameters": {}, **function}}]


def flat(**fields: Any) -> list[Any]:
    return [{"type": "function", "name": "a", "description": "A.", "parameters": {}, **fields}]


def mcp(**fields: Any) -> dict[str, Any]:
    tool = {"name": "a", "description": "A.", "inputSchema": {"type": "object"}, **fields}
    return {key: value for key, value in tool.items() if value is not ABSENT}


def chat(**fields: Any) -> dict[str, Any]:
    inner = {"name": "a", "description": "A.", "parameters": {"type": "object"}, **fields}
    return {"type": "function", "function": {key: value for key, value in inner.items() if value is not ABSENT}}


OBJECT = {"type": "object"}

NO_NAME = [{"type": "function", "function": {"description": "A."}}]

BARE = [{"type": "function", "function": {"name": "a", "description": "A."}}]
