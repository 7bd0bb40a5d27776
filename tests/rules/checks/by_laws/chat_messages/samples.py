"""Inputs, outputs and judgements that the tests of chat_messages share."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome, Refusal
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.running.engine.certifying import specifications
from tests.suite.selftest.banks.chat_messages import ITEMS

HELLO = {"role": "user", "content": "Hello"}
REASONING = {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Hm."}]}
IMAGE = {"type": "input_image", "image_url": "https://example.org/a.png"}
SHOWN = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}


def call(id_: str = "a", arguments: str = "{}") -> dict[str, Any]:
    return {"type": "function_call", "call_id": id_, "name": "f", "arguments": arguments}


def output(id_: str = "a", output: Any = "A") -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": id_, "output": output}


def said(*texts: str, role: str = "assistant") -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return {"role": role, "content": [{"type": kind, "text": text} for text in texts]}


def calls(*ids: str, content: Any = None, arguments: str = "{}", name: str = "f") -> dict[str, Any]:
    function = {"name": name, "arguments": arguments}
    found = [{"id": id_, "type": "function", "function": function} for id_ in ids]
    return {"role": "assistant", "content": content, "tool_calls": found}


def tool(id_: str = "a", content: Any = "A") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": content}


def system(text: str, role: str = "system") -> dict[str, Any]:
    return {"role": role, "content": text}


def reported(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def charged(given: Any, result: Any, **choices: str) -> set[str]:
    outcome = result if isinstance(result, Outcome) else Outcome(output=result)
    view = view_of(
        Trial(
            operation=ITEMS,
            input=given,
            outcome=outcome,
            choices={name.replace("_", "-"): answer for name, answer in choices.items()},
        )
    )
    found = set()
    for rule in specifications().contracts[ITEMS].rules:
        if isinstance(findings := family(ITEMS).checks[rule.check](view), tuple) and findings:
            found.add(rule.id)
    return found


def failed(message: str) -> Outcome:
    return Outcome(refusal=Refusal(message))


CUSTOM = [
    {"type": "custom_tool_call", "call_id": "c", "name": "patch", "input": "*** Begin\n+ é"},
    {"type": "custom_tool_call_output", "call_id": "c", "output": "ran"},
]


def custom(input_: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": None,
            "tool_calls": [{"id": "c", "type": "custom", "custom": {"name": "patch", "input": input_}}]}  # fmt: skip


OTHER_IMAGE = {"type": "input_image", "image_url": "https://example.org/b.png"}
OTHER_SHOWN = {"type": "image_url", "image_url": {"url": "https://example.org/b.png"}}
NEXT = "[image: in the next message]"


def user(*parts: Any) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "text", "text": p} if isinstance(p, str) else p for p in parts]}
