"""What generated Responses requests hold: every member, each with a value, and what depends on others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_MEMBERS = (
    "temperature", "top_p", "user", "safety_identifier", "prompt_cache_key", "prompt_cache_retention",
    "prompt_cache_options", "moderation", "metadata", "service_tier", "store", "max_output_tokens", "reasoning", "text",
    "include", "top_logprobs", "background", "truncation", "max_tool_calls", "context_management", "tools",
    "tool_choice", "parallel_tool_calls", "stream", "stream_options",
)  # fmt: skip

WANTED = {*_MEMBERS, "a strict format", "any JSON", "function", "custom", "allowed_tools", "file_search"}


def seen(request: Any) -> Iterator[str]:
    """Yield what a request holds."""
    yield from (name for name in _MEMBERS if request.get(name) is not None)
    text = request.get("text")
    format_ = (text.get("format") if isinstance(text, dict) else None) or {}
    if format_.get("strict"):
        yield "a strict format"
    if format_.get("type") == "json_object":
        yield "any JSON"
    choice = request.get("tool_choice")
    if isinstance(choice, dict):
        yield str(choice.get("type"))
