"""What the documents say to the letter, by the operations that convert messages and tools alone (C2R-1a, C2R-2a)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from conformance.base.values import JSON, same
from conformance.formats.operations import between
from conformance.rules.checks.by_laws.openai_requests.view import OpenAIRequest
from conformance.rules.checks.family import Check, together
from conformance.rules.checks.findings import OK, Failure, Findings, output_at, versus
from conformance.rules.checks.registry import family
from conformance.rules.checks.trial import Trial

# By operation of a part: the member that it makes, its checks that count, and their rules.
_MESSAGES = between("chat-messages", "responses-input")
_FLAT, _NESTED = between("chat-tools", "responses-tools"), between("responses-tools", "chat-tools")
_RULES: Mapping[str, Mapping[str, str]] = {
    _MESSAGES: {
        "string-content": "MSG-1", "results-as-items": "MSG-4", "content-arrays": "MSG-11", "call-ids": "MSG-18",
    },
    _FLAT: {
        "flat-type": "TR-2", "flat-parameters": "TR-3", "flat-parameters-absent": "TR-6", "no-function-key": "INV-1",
    },
    _NESTED: {"no-further-key": "RTC-1a", "schema-unchanged": "RTC-2"},
}  # fmt: skip


def messages_to_the_letter(view: OpenAIRequest) -> Findings:
    """C2R-1a: the messages have the form that the documents give them."""
    if not view.is_judged:
        return None
    became = {key: view.output[key] for key in ("input", "instructions") if key in view.output}
    return _by(view, _MESSAGES, view.given["messages"], became)


def tools_to_the_letter(view: OpenAIRequest) -> Findings:
    """C2R-2a: the schemas of tools are unchanged."""
    return _tools(view, _FLAT)


def nested_tools_to_the_letter(view: OpenAIRequest) -> Findings:
    """R2C-2a: the schemas of tools are unchanged."""
    return _tools(view, _NESTED)


def _tools(view: OpenAIRequest, operation: str) -> Findings:
    if not view.is_judged or not view.given.get("tools"):
        return None
    return _by(view, operation, view.given["tools"], view.output.get("tools") or [])


def format_to_the_letter(view: OpenAIRequest) -> Findings:
    """C2R-2a, R2C-2a: the schema of the answer is unchanged."""
    if not view.is_judged:
        return None
    owed, got = (one.format.schema if one.format is not None else None for one in (view.both.asked, view.both.made))
    if owed is None or got is None:
        return None
    if same(owed.value, got.value):
        return OK
    message = f"the schema of the answer: {versus(owed.value, got.value)}"
    return (Failure("schema-changed", output_at(*got.at[0]), message),)


def _by(view: OpenAIRequest, operation: str, given: JSON, became: JSON) -> Findings:
    """Judge a part by the rules of its own operation. Each failure names the rule that it breaks."""
    alone = family(operation).view(
        Trial(
            operation=operation,
            input=given,
            outcome=replace(view.outcome, output=became, proven=True),
            choices={"tool-turns": "items"} if operation == _MESSAGES else {},  # the API takes no other form
            profile=view.trial.profile,
            exact_numbers=view.trial.exact_numbers,
        )
    )
    checks = family(operation).checks
    found = together(*(_named(checks[check], f"{rule} of {operation}") for check, rule in _RULES[operation].items()))(
        alone
    )
    if operation == _MESSAGES or not isinstance(found, tuple):
        return found
    return tuple(one._replace(at=one.at.replace("/output", "/output/tools", 1)) for one in found)


def _named(check: Check, rule: str) -> Check:
    """Return a check whose failures name a rule."""

    def named(view: Any) -> Findings:
        found = check(view)
        return tuple(one._replace(of_rule=rule) for one in found) if isinstance(found, tuple) else found

    return named
