"""Trials of conversions of requests."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome, Refusal
from conformance.base.values import ABSENT, JSON
from conformance.rules.checks.by_laws.requests import FAMILIES
from conformance.rules.checks.by_laws.requests.view import RequestView
from conformance.rules.checks.trial import Trial

OPERATION = "anthropic-request-to-chat-request"
CALL = {"type": "tool_use", "id": "t1", "name": "f", "input": {"n": 9007199254740993}}
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}


def asked(*messages: JSON, **more: JSON) -> JSON:
    return {"model": "m", "max_tokens": 9, "messages": list(messages), **more}


def made(*messages: JSON, **more: JSON) -> JSON:
    return {"model": "m", "max_completion_tokens": 9, "messages": list(messages), **more}


def user(content: JSON) -> JSON:
    return {"role": "user", "content": content}


def called(content: JSON = "r", **more: JSON) -> JSON:
    result = {"type": "tool_result", "tool_use_id": "t1", "content": content, **more}
    return asked(user("q"), {"role": "assistant", "content": [CALL]}, user([result]))


def returned(text: str = "r", arguments: str = '{"n": 9007199254740993}', **more: JSON) -> JSON:
    call = {"id": "t1", "type": "function", "function": {"name": "f", "arguments": arguments}}
    return made(
        user("q"), {"role": "assistant", "content": None, "tool_calls": [call], **more},
        {"role": "tool", "tool_call_id": "t1", "content": text},
    )  # fmt: skip


def view(
    given: JSON,
    output: Any = ABSENT,
    *,
    error: str | None = None,
    reports: tuple[str, ...] | None = (),
    operation: str = OPERATION,
) -> RequestView:
    refusal = Refusal(type="ValueError", message=error) if error is not None else None
    diagnostics = None if reports is None else [{"level": "warning", "message": report} for report in reports]
    outcome = Outcome(output=output, refusal=refusal, diagnostics=diagnostics)
    return RequestView(Trial(operation=operation, input=given, outcome=outcome))


def check(name: str, given: JSON, output: JSON, **more: Any) -> list[str] | None:
    found = FAMILIES[OPERATION].checks[name](view(given, output, **more))
    return [finding.kind for finding in found] if isinstance(found, tuple) else None
