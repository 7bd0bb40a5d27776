"""Contrasts of whole requests: without one of their members."""

from __future__ import annotations

from collections.abc import Callable

from conformance.contrasts.model import Contrast
from conformance.values import JSON

# Members of a Chat request whose values, beside null, ask for nothing.
_IDLE: dict[str, tuple[JSON, ...]] = {
    "n": (1,), "stop": ([],), "frequency_penalty": (0,), "presence_penalty": (0,), "logit_bias": ({},),
    "logprobs": (False,), "modalities": (["text"],), "response_format": ({"type": "text"},), "stream": (False,),
    "metadata": ({},), "tools": ([],), "functions": ([],), "stream_options": ({}, {"include_usage": True},
    {"include_usage": False}), "temperature": (1,), "top_p": (1,), "service_tier": ("auto",), "verbosity": ("medium",),
    "parallel_tool_calls": (True,), "tool_choice": ("auto",), "function_call": ("auto",), "top_logprobs": (0,),
}  # fmt: skip

# The same of a Responses request.
_IDLE_IN_RESPONSES: dict[str, tuple[JSON, ...]] = {
    "truncation": ("disabled",), "background": (False,), "include": ([],), "tools": ([],), "stream": (False,),
    "text": ({}, {"format": {"type": "text"}}), "reasoning": ({},), "metadata": ({},), "stream_options": ({},),
    "temperature": (1,), "top_p": (1,), "service_tier": ("auto",), "parallel_tool_calls": (True,),
    "tool_choice": ("auto",), "top_logprobs": (0,), "context_management": ([],), "background_options": ({},),
    "image": ({},), "access_programs": ({},), "prompt_cache_options": ({},), "store": (True,),
}  # fmt: skip


def _without(*names: str) -> Callable[[JSON], JSON]:
    def remove(value: JSON) -> JSON:
        return {key: one for key, one in value.items() if key not in names} if isinstance(value, dict) else value

    return remove


def _no_idle(value: JSON) -> JSON:
    if not isinstance(value, dict):
        return value
    return {key: one for key, one in value.items() if one is not None and one not in _IDLE.get(key, ())}


def _no_idle_flat(value: JSON) -> JSON:
    if not isinstance(value, dict):
        return value
    idle = _IDLE_IN_RESPONSES
    return {key: one for key, one in value.items() if one is not None and one not in idle.get(key, ())}


def _tools_for_functions(value: JSON) -> JSON:
    """Replace functions in the older form by tools, and function_call by tool_choice."""
    if not isinstance(value, dict) or not isinstance(value.get("functions"), list):
        return value
    own = value.get("tools")
    tools = list(own) if isinstance(own, list) else []
    tools += ({"type": "function", "function": one} for one in value["functions"])
    choice = value.get("function_call")
    named = {"type": "function", "function": choice} if isinstance(choice, dict) else choice
    kept = _without("functions", "function_call")(value) | {"tools": tools}
    return kept if choice is None else kept | {"tool_choice": named}


REQUESTS = {
    "tools-for-functions": Contrast(when="with tools instead of functions", remove=_tools_for_functions),
    "no-answer-format": Contrast(when="without response_format", remove=_without("response_format")),
    "no-tool-choice": Contrast(when="without tool_choice", remove=_without("tool_choice", "function_call")),
    "no-log-probabilities": Contrast(when="without logprobs", remove=_without("logprobs", "top_logprobs")),
    "no-web-search": Contrast(when="without web_search_options", remove=_without("web_search_options")),
    "no-idle-members": Contrast(when="without members that ask for nothing", remove=_no_idle),
    "no-idle-flat-members": Contrast(when="without members that ask for nothing", remove=_no_idle_flat),
}
