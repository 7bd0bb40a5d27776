"""What is equal in Chat Completions: values that say the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

from conformance.base.values import JSON
from conformance.formats.model.fact import Path
from tests.formats.equalities import walked, without, without_nulls


def normal(value: JSON, form: str, counts: Counter[str]) -> JSON:
    """Return the normal form of a request or an answer. form: request or answer. counts: how often each
    equality is used.
    """
    return walked(value, _change, counts)


def _change(at: Path, holder: dict[str, Any], counts: Counter[str]) -> dict[str, Any]:
    without_nulls(holder, counts, *(("content",) if at[:1] == ("messages",) else ()))
    for name in ("tool_calls", "annotations"):
        without(holder, counts, name, "an empty list is absent", [])
    if at[-2:-1] == ("tool_calls",):
        without(holder, counts, "index", "the index of a call is its place")
        kinds = [kind for kind in ("function", "custom") if isinstance(holder.get(kind), dict)]
        without(holder, counts, "type", "what a call holds says its type", *kinds)
    if at[:1] == ("choices",) and at[-1:] == ("message",):
        without(holder, counts, "role", "what an answer says, the assistant says", "assistant")
    if at == ():
        _of_bodies(holder, counts)
    if at[-1:] == ("logprobs",):
        without(holder, counts, "content", "an empty list is absent", [])
    without(holder, counts, "logprobs", "an empty object is absent", {})
    without(holder, counts, "top_logprobs", "an empty list is absent", [])
    if at[-1:] == ("usage",):
        without(holder, counts, "total_tokens", "a total is the sum", _sum(holder))
        for name in ("prompt_tokens_details", "completion_tokens_details"):
            without(holder, counts, name, "an empty object is absent", {})
    if "reasoning" in holder and at and "reasoning_content" not in holder:
        counts["reasoning is reasoning_content"] += 1
        holder["reasoning_content"] = holder.pop("reasoning")
    return holder


def _of_bodies(holder: dict[str, Any], counts: Counter[str]) -> None:
    """Change the members of a request, or of an answer, itself."""
    without(holder, counts, "object", "the kind of object is known", "chat.completion")
    without(holder, counts, "stream_options", "an empty object is absent", {})
    without(holder, counts, "choices", "an empty list is absent", [])
    if "max_tokens" in holder and "max_completion_tokens" not in holder:
        counts["max_tokens is max_completion_tokens"] += 1
        holder["max_completion_tokens"] = holder.pop("max_tokens")
    if isinstance(holder.get("functions"), list) and all(
        isinstance(function, dict) for function in holder["functions"]
    ):
        counts["functions are tools"] += 1
        tools = [{"type": "function", "function": element} for element in holder.pop("functions")]
        holder["tools"] = [*(holder.get("tools") or ()), *tools]
    if "function_call" in holder and "tool_choice" not in holder:
        counts["function_call is tool_choice"] += 1
        held = holder.pop("function_call")
        holder["tool_choice"] = {"type": "function", "function": held} if isinstance(held, dict) else held
    if isinstance(holder.get("stop"), str):
        counts["one stop text is a list of one"] += 1
        holder["stop"] = [holder["stop"]]


def _sum(usage: dict[str, Any]) -> JSON:
    parts = usage.get("prompt_tokens"), usage.get("completion_tokens")
    return sum(parts) if all(type(part) in (int, float) for part in parts) else None
