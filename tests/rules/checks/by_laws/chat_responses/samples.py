"""Inputs and judgements that the tests of chat_responses share."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome, Refusal
from conformance.rules.checks.by_laws.chat_responses.view import ChatAnswer
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.running.engine.certifying import specifications

WHOLE = "responses-response-to-chat-response"
USAGE = {
    "input_tokens": 20, "input_tokens_details": {"cached_tokens": 8}, "output_tokens": 5,
    "output_tokens_details": {"reasoning_tokens": 3}, "total_tokens": 25,
}  # fmt: skip
CHAT_USAGE = {
    "prompt_tokens": 20, "prompt_tokens_details": {"cached_tokens": 8}, "completion_tokens": 5,
    "completion_tokens_details": {"reasoning_tokens": 3}, "total_tokens": 25,
}  # fmt: skip
CALL = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "get", "arguments": '{"n":1}'}
SENT = {"id": "call_1", "type": "function", "function": {"name": "get", "arguments": '{"n":1}'}}


def text(said: str, **more: Any) -> dict[str, Any]:
    return {"type": "output_text", "text": said, "annotations": []} | more


def said(*parts: Any) -> dict[str, Any]:
    content = [text(part) if isinstance(part, str) else part for part in parts]
    return {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": content}


def response(*items: Any, **more: Any) -> dict[str, Any]:
    whole = {"id": "resp_1", "object": "response", "created_at": 1760000000, "status": "completed", "model": "gpt-5"}
    whole |= {"parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
    return whole | {"output": list(items)} | more


def answer(content: Any, *calls: Any, finish: str | None = None, **more: Any) -> dict[str, Any]:
    """A Chat answer. more: further members of it; `message` and `choice` are added to its message and its choice."""
    message = {"role": "assistant", "content": content, **({"tool_calls": list(calls)} if calls else {})}
    message |= more.pop("message", {})
    choice = {"index": 0, "message": message, "finish_reason": finish or ("tool_calls" if calls else "stop")}
    choice |= more.pop("choice", {})
    whole = {"id": "resp_1", "object": "chat.completion", "created": 1760000000, "model": "gpt-5"}
    return whole | {"choices": [choice]} | more


def failed(message: str = "no") -> Outcome:
    return Outcome(refusal=Refusal(message))


def viewed(given: Any, outcome: Any, reported: Any = ({"level": "warning"},), operation: str = WHOLE,
           **choices: str) -> ChatAnswer:  # fmt: skip
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome, diagnostics=reported)
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    view = view_of(Trial(operation=operation, input=given, outcome=outcome, choices=known))
    assert isinstance(view, ChatAnswer)
    return view


def charged(given: Any, outcome: Any, **more: Any) -> set[str]:
    view = viewed(given, outcome, **more)
    checks = family(view.trial.operation).checks
    return {
        rule.id
        for rule in specifications().contracts[view.trial.operation].rules
        if isinstance(findings := checks[rule.check](view), tuple) and findings
    }
