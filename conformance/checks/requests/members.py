"""What the checks of requests say of single members. Where the formats have them, and with which values they ask for
nothing, is in formats/members.py. What becomes of messages, input and tools is the matter of their own operations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from conformance.formats.members import CHAT, MEMBERS, RESPONSES, Member, alone
from conformance.values import JSON

LOGPROBS: Final = "message.output_text.logprobs"  # the value of `include` that is Chat's `logprobs: true`
FEWEST_TOKENS: Final = 16  # Responses takes no smaller limit
STORE: Final = "store"
LIMITS: Final = ("max_completion_tokens", "max_tokens")  # of Chat; the first counts where both are given
LIMIT: Final = "max_output_tokens"  # of Responses

SAME: Final = tuple(one for one in MEMBERS if one.is_same and not one.is_moved and one.setting != "padding")
MOVED: Final = tuple(one for one in MEMBERS if one.is_same and one.is_moved)
OBFUSCATION: Final[Member] = next(one for one in MEMBERS if one.setting == "padding")


def _alone(format_: str, *apart: str) -> tuple[str, ...]:
    """Return the names of members that one format has, without those whose settings have a rule of their own."""
    return tuple(one.at[format_][0] for one in alone(format_) if len(one.at[format_]) == 1 and one.setting not in apart)


# Members of Chat without a counterpart in Responses.
CHAT_ALONE: Final = _alone(CHAT, "search")
# Those of them that ask for another kind of answer: no report makes up for that, so that they may always be refused.
OTHER_ANSWERS: Final = frozenset({"n", "audio", "modalities"})

# Members of Responses without a counterpart in Chat.
RESPONSES_ALONE: Final = _alone(RESPONSES, "client", "previous", "held", "conversation")
# One that only says who asks: its loss changes no answer, so that no report is owed.
OF_THE_CLIENT: Final = "client_metadata"
# Those that refer to what the Responses API keeps: a conversation without them is another one.
ELSEWHERE: Final = ("previous_response_id", "conversation", "prompt")
# Members of `reasoning` and of `prompt_cache_options`, and values of members, that Chat does not have.
REASONING_ALONE: Final = tuple(one.at[RESPONSES][1] for one in alone(RESPONSES) if one.at[RESPONSES][0] == "reasoning")
CACHE_ALONE: Final = ("comparison_response_id", "prewarm")
TIER_ALONE: Final = "ultrafast"
TTL_ALONE: Final = "12h"


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
