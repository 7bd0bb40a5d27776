"""The members of Chat and Responses requests: what each is on the other side, and which values ask for nothing.

One table for both directions. What becomes of messages, input and tools is the matter of their own operations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from conformance.values import ABSENT, JSON, Absent, equal

Path = tuple[str, ...]

LOGPROBS: Final = "message.output_text.logprobs"  # the value of `include` that is Chat's `logprobs: true`
FEWEST_TOKENS: Final = 16  # Responses takes no smaller limit
STORE: Final = "store"
LIMITS: Final = ("max_completion_tokens", "max_tokens")  # of Chat; the first counts where both are given
LIMIT: Final = "max_output_tokens"  # of Responses


@dataclass(frozen=True, slots=True, kw_only=True)
class Twin:
    """A member that both requests have with the same values. chat, responses: where."""

    chat: Path
    responses: Path


def _same(*names: str) -> tuple[Twin, ...]:
    return tuple(Twin(chat=(name,), responses=(name,)) for name in names)


# Members of the same name. What `store` is where it is absent differs.
SAME: Final = _same(
    "model", "temperature", "top_p", "user", "safety_identifier", "prompt_cache_key", "prompt_cache_retention",
    "prompt_cache_options", "moderation", "parallel_tool_calls", "stream", "metadata", "service_tier",
)  # fmt: skip
MOVED: Final = (
    Twin(chat=("reasoning_effort",), responses=("reasoning", "effort")),
    Twin(chat=("verbosity",), responses=("text", "verbosity")),
)
OBFUSCATION: Final = Twin(
    chat=("stream_options", "include_obfuscation"), responses=("stream_options", "include_obfuscation")
)

# Members of Chat without a counterpart in Responses.
CHAT_ALONE: Final = (
    "stop", "logit_bias", "frequency_penalty", "presence_penalty", "seed", "prediction", "n", "audio", "modalities",
)  # fmt: skip
# Those of them that ask for another kind of answer: no report makes up for that, so that they may always be refused.
OTHER_ANSWERS: Final = frozenset({"n", "audio", "modalities"})

# Members of Responses without a counterpart in Chat.
RESPONSES_ALONE: Final = (
    "background", "truncation", "max_tool_calls", "context_management", "background_options", "image",
    "access_programs",
)  # fmt: skip
# One that only says who asks: its loss changes no answer, so that no report is owed.
OF_THE_CLIENT: Final = "client_metadata"
# Those that refer to what the Responses API keeps: a conversation without them is another one.
ELSEWHERE: Final = ("previous_response_id", "conversation", "prompt")
# Members of `reasoning` and of `prompt_cache_options`, and values of members, that Chat does not have.
REASONING_ALONE: Final = ("summary", "generate_summary", "context", "mode")
CACHE_ALONE: Final = ("comparison_response_id", "prewarm")
TIER_ALONE: Final = "ultrafast"
TTL_ALONE: Final = "12h"

# Values that both APIs treat as if the member were absent, beside null. `*` is any value.
_IDLE_IN_BOTH: Mapping[str, tuple[JSON, ...]] = {
    "temperature": (1,), "top_p": (1,), "stream": (False,), "parallel_tool_calls": (True,), "metadata": ({},),
    "service_tier": ("auto",), "tool_choice": ("auto",), "tools": ([],), "stream_options": ({},), "top_logprobs": (0,),
}  # fmt: skip
IDLE_IN_CHAT: Mapping[str, tuple[JSON, ...]] = {
    **_IDLE_IN_BOTH, "n": (1,), "stop": ([], ""), "frequency_penalty": (0,), "presence_penalty": (0,),
    "logit_bias": ({},), "logprobs": (False,), "modalities": (["text"], []), "response_format": ({"type": "text"},),
    "verbosity": ("medium",), "functions": ([],), "function_call": ("auto",), "store": (False,),
}  # fmt: skip
IDLE_IN_RESPONSES: Mapping[str, tuple[JSON, ...]] = {
    **_IDLE_IN_BOTH, "include": ([],), "truncation": ("disabled",), "background": (False,), "text": ({},),
    "reasoning": ({},), "store": (True,), "context_management": ([],), "background_options": ({},), "image": ({},),
    "access_programs": ({},), "prompt_cache_options": ({},),
}  # fmt: skip


def is_idle(api: Mapping[str, tuple[JSON, ...]], name: str, value: JSON | Absent) -> bool:
    """Whether a member asks for nothing that the API does not do without it. api: one of the two tables."""
    if value is ABSENT or value is None:
        return True
    return any(equal(value, idle) or _is_number_alike(value, idle) for idle in api.get(name, ()))


def _is_number_alike(value: JSON, idle: JSON) -> bool:
    """Whether two numbers are equal: 1 and 1.0 are, true is no number."""
    if isinstance(value, bool) or isinstance(idle, bool):
        return False
    return isinstance(value, int | float) and isinstance(idle, int | float) and value == idle


def at(request: JSON, path: Path) -> JSON | Absent:
    """Return what a request has at a path; ABSENT where there is nothing. Null counts as nothing."""
    for name in path:
        if not isinstance(request, dict) or request.get(name) is None:
            return ABSENT
        request = request[name]
    return request


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolChoice:
    """What a tool_choice asks for, whichever API's form it has.

    mode: none, auto or required; of a choice of some tools, whether one of them must be called. names: of the tools
    that may be called, with the type that the choice gives each; None where it names none.
    """

    mode: str
    names: tuple[tuple[str, str], ...] | None = None


def chat_choice(value: JSON) -> ToolChoice | None:
    """Read a tool_choice of Chat, or its older function_call; None for what is neither."""
    if isinstance(value, dict) and set(value) == {"name"} and isinstance(value["name"], str):
        return ToolChoice(mode="required", names=(("function", value["name"]),))
    return _choice(value, _nested, lambda choice: choice.get("allowed_tools"))


def responses_choice(value: JSON) -> ToolChoice | None:
    """Read a tool_choice of Responses; None for what is none, and for the choice of a hosted tool."""
    return _choice(value, _flat, lambda choice: choice)


def _choice(
    value: JSON, name_of: Callable[[dict[str, JSON]], JSON], allowed_in: Callable[[dict[str, JSON]], JSON]
) -> ToolChoice | None:
    if isinstance(value, str):
        return ToolChoice(mode=value) if value in ("none", "auto", "required") else None
    if not isinstance(value, dict):
        return None
    if value.get("type") == "allowed_tools":
        allowed = allowed_in(value)
        if not isinstance(allowed, dict) or allowed.get("mode") not in ("auto", "required"):
            return None
        entries = allowed.get("tools")
        names = tuple(_named(entry, name_of) for entry in entries) if isinstance(entries, list) else ()
        return ToolChoice(mode=allowed["mode"], names=tuple(one for one in names if one is not None))
    named = _named(value, name_of)
    return None if named is None else ToolChoice(mode="required", names=(named,))


def _named(entry: JSON, name_of: Callable[[dict[str, JSON]], JSON]) -> tuple[str, str] | None:
    if not isinstance(entry, dict) or entry.get("type") not in ("function", "custom"):
        return None
    name = name_of(entry)
    return (entry["type"], name) if isinstance(name, str) else None


def _nested(entry: dict[str, JSON]) -> JSON:
    held = entry.get(entry["type"])
    return held.get("name") if isinstance(held, dict) else None


def _flat(entry: dict[str, JSON]) -> JSON:
    return None if isinstance(entry.get(entry["type"]), dict) else entry.get("name")
