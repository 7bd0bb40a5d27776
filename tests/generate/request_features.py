"""What generated Chat requests hold: every member, each with a value and with null, and what depends on others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_MEMBERS = (
    "temperature", "top_p", "user", "safety_identifier", "prompt_cache_key", "prompt_cache_retention",
    "prompt_cache_options", "moderation", "metadata", "service_tier", "store", "max_tokens", "max_completion_tokens",
    "reasoning_effort", "verbosity", "response_format", "logprobs", "web_search_options", "stop", "logit_bias",
    "frequency_penalty", "presence_penalty", "seed", "audio", "prediction", "n", "modalities", "tools", "functions",
    "tool_choice", "function_call", "parallel_tool_calls", "stream", "stream_options", "top_logprobs",
)  # fmt: skip

WANTED = {
    *_MEMBERS, "a small limit", "both limits", "a strict format", "a format that says nothing of strict",
    "a format without a schema", "any JSON", "a function is chosen", "a custom tool is chosen",
    "some tools are allowed", "nothing of storing",
}  # fmt: skip


def seen(request: Any) -> Iterator[str]:
    """Yield what a request holds."""
    yield from (name for name in _MEMBERS if request.get(name) is not None)
    limits = [request[name] for name in ("max_tokens", "max_completion_tokens") if isinstance(request.get(name), int)]
    if limits and min(limits) < 16:
        yield "a small limit"
    if len(limits) == 2:
        yield "both limits"
    format_ = request.get("response_format")
    if format_ == {"type": "json_object"}:
        yield "any JSON"
    if isinstance(format_, dict) and "json_schema" in format_:
        schema = format_["json_schema"]
        if "schema" not in schema:
            yield "a format without a schema"
        yield "a strict format" if schema.get("strict") else "a format that says nothing of strict"
    choice = request.get("tool_choice")
    if isinstance(choice, dict):
        kinds = {"function": "a function is chosen", "custom": "a custom tool is chosen"}
        yield kinds.get(choice.get("type"), "some tools are allowed")
    if request.get("store") is None:
        yield "nothing of storing"
