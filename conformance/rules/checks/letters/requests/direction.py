"""What one direction of whole requests requires, as far as it is not the same in the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from conformance.base.values import JSON
from conformance.formats.members import CHAT, RESPONSES, Path
from conformance.rules.checks.letters.requests.form import LIMITS, LOGPROBS, STORE

_HELLO: JSON = "Answer in JSON."


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectionWords:
    """Messages of one direction, with the names of what is put into them."""

    limit: str
    choice_lost: str
    choice_changed: str
    choice_named: str
    logprobs: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Direction:
    """One direction.

    source, target: the formats. name: of the target's API. parts: members of the source that other operations convert
    alone. beside: sound ones, beside which the others are held to the source's schema. needed: the types of what makes
    an input a request. ruled: settings of both formats that have a rule of their own here. holders: members of the
    target whose members are compared one by one. free: what may be in a result though nothing in the source asks for
    it: it changes no answer. reports_choice: whether the loss of a choice that went with its tools is reported. apart:
    members of the result of which the rules leave more free than their value. words: of messages.
    """

    source: str
    target: str
    name: str
    parts: frozenset[str]
    beside: Mapping[str, JSON]
    needed: Mapping[str, type | tuple[type, ...]]
    ruled: frozenset[str] = frozenset()
    holders: frozenset[str]
    free: frozenset[Path]
    reports_choice: bool
    apart: frozenset[str]
    words: DirectionWords


def _paths(*names: str) -> frozenset[Path]:
    return frozenset(tuple(name.split(".")) for name in names)


TO_RESPONSES: Final = Direction(
    source=CHAT,
    target=RESPONSES,
    name="Responses",
    parts=frozenset({"messages", "tools"}),
    beside={"messages": [{"role": "user", "content": _HELLO}]},
    needed={"messages": list},
    holders=frozenset({"reasoning", "text", "stream_options"}),
    free=_paths("model", "input", "instructions", STORE, "include", "prompt_cache_key", "tool_choice"),
    reports_choice=False,
    apart=frozenset({"input", "instructions", "tools", "text", STORE}),
    words=DirectionWords(
        limit="{name} is {limit}: wanted {target} {wanted}, got {got}",
        choice_lost="{name} {value} did not arrive",
        choice_changed="tool_choice: {versus}",
        choice_named="tool_choice must name {owed} with mode {mode}, got {got}",
        logprobs=f"logprobs is true: wanted {LOGPROBS} in include, {{got}}",
    ),
)
TO_CHAT: Final = Direction(
    source=RESPONSES,
    target=CHAT,
    name="Chat",
    parts=frozenset({"input", "instructions", "tools"}),
    beside={"input": _HELLO},
    needed={"model": str, "input": (str, list)},
    ruled=frozenset({"metadata"}),
    holders=frozenset({"stream_options"}),
    # A gateway asks for the usage of a stream, which Responses always gives.
    free=_paths("model", "messages", STORE, "metadata", "prompt_cache_key", "tool_choice", "web_search_options",
                "stream_options.include_usage"),
    reports_choice=True,
    apart=frozenset({"messages", "tools", STORE, "metadata", "web_search_options", "stream_options",
                     *LIMITS[CHAT]}),
    words=DirectionWords(
        limit="{name}: {versus}", choice_lost="tool_choice: {versus}", choice_changed="tool_choice: {versus}",
        choice_named="tool_choice: {versus}",
        logprobs="include asks for log probabilities: wanted logprobs true, {got}",
    ),
)  # fmt: skip
