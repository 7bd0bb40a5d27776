"""Inputs, outputs and judgements that the tests of chat_message share."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome, Refusal
from conformance.rules.checks.by_laws.chat_message.view import ChatMessage
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.running.engine.certifying import specifications

OPERATION = "responses-output-to-chat-message"
THOUGHT = "First I look up the weather."
REASONING = {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": THOUGHT}]}
BRIEF_REASONING = {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Hi"}]}
UNKNOWN = {"type": "web_search_call", "id": "ws_1"}
PATCH = {"type": "apply_patch_call", "id": "apc_1", "call_id": "call_p", "operation": {}}
CUSTOM = {"type": "custom_tool_call", "call_id": "call_c", "name": "run_sql", "input": "select 1"}
INLINE = {"type": "tool_use", "id": "toolu_1", "name": "get", "input": {"n": 1.0, "a": "é"}}


def said(*parts: Any, **fields: Any) -> dict[str, Any]:
    content = [{"type": "output_text", "text": part} if isinstance(part, str) else part for part in parts]
    return {"type": "message", "role": "assistant", "content": content, **fields}


def refused(text: str = "I can't help with that.") -> dict[str, Any]:
    return {"type": "refusal", "refusal": text}


def called(number: int = 1, **fields: Any) -> dict[str, Any]:
    item = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": "get"}
    return item | {"arguments": '{"n":1}'} | fields


def sent(number: int = 1, arguments: Any = '{"n":1}', **fields: Any) -> dict[str, Any]:
    return {"id": f"call_{number}", "type": "function", "function": {"name": "get", "arguments": arguments}} | fields


def custom(text: str, **fields: Any) -> dict[str, Any]:
    return {"id": "call_c", "type": "custom", "custom": {"name": "run_sql", "input": text}} | fields


def message(content: Any, *calls: Any, **fields: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": content} | ({"tool_calls": list(calls)} if calls else {}) | fields


def failed(text: str = "no") -> Outcome:
    return Outcome(refusal=Refusal(text))


def viewed(given: Any, outcome: Any, reported: Any = ({"level": "warning"},), **choices: str) -> ChatMessage:
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome, diagnostics=reported)
    alone = choices.pop("alone", None)
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    view = view_of(Trial(operation=OPERATION, input=given, outcome=outcome, choices=known, alone=alone))  # type: ignore[arg-type]
    assert isinstance(view, ChatMessage)
    return view


def charged(given: Any, outcome: Any, **more: Any) -> set[str]:
    view = viewed(given, outcome, **more)
    checks = family(OPERATION).checks
    return {
        rule.id
        for rule in specifications().contracts[OPERATION].rules
        if isinstance(findings := checks[rule.check](view), tuple) and findings
    }
