"""The members of Chat and Responses requests: where each format has them, and the values that ask for nothing.

What a request says beside its messages, or input, is one table for all that compares, contrasts or draws requests. The
reference has its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from conformance.base.values import ABSENT, JSON, Absent, equal

CHAT: Final = "chat"
RESPONSES: Final = "responses"
OTHER_FORMAT: Final[Mapping[str, str]] = {CHAT: RESPONSES, RESPONSES: CHAT}

Path = tuple[str, ...]
Values = tuple[JSON, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestMember:
    """A member of requests.

    setting: what it asks for: a name of formats/model/settings.py, or a field of the model's request. at: its place
    in each format that has it. idle: by format the values, beside null, that ask for nothing that the API does not do
    without it. is_same: both formats have it with the same values, whatever else a request says.
    """

    setting: str
    at: Mapping[str, Path]
    idle: Mapping[str, Values] = field(default_factory=dict)
    is_same: bool = False

    @property
    def is_moved(self) -> bool:
        """Whether the formats that have it have it in different places."""
        return len(set(self.at.values())) > 1


def _path(dotted: str) -> Path:
    return tuple(dotted.split("."))


def _same(setting: str, chat: str, responses: str = "", *idle: JSON) -> RequestMember:
    """A member of both formats with the same values. responses: its place there; in the same one, if it is empty."""
    places = {CHAT: _path(chat), RESPONSES: _path(responses or chat)}
    return RequestMember(setting=setting, at=places, idle=dict.fromkeys(places, idle), is_same=True)


def _own(setting: str, chat: str, responses: str, in_chat: Values = (), in_responses: Values = ()) -> RequestMember:
    """A member of both formats with other values in each, or one that depends on another member."""
    places = {CHAT: _path(chat), RESPONSES: _path(responses)}
    return RequestMember(setting=setting, at=places, idle={CHAT: in_chat, RESPONSES: in_responses})


def _alone(format_: str, setting: str, place: str, *idle: JSON) -> RequestMember:
    """A member that one format has."""
    return RequestMember(setting=setting, at={format_: _path(place)}, idle={format_: idle})


_TEXT: JSON = {"type": "text"}

MEMBERS: Final = (
    _same("model", "model"),
    _same("temperature", "temperature", "", 1),
    _same("top_p", "top_p", "", 1),
    _same("user", "user", "", ""),
    _same("user_hash", "safety_identifier", "", ""),
    _same("cache_key", "prompt_cache_key", "", ""),
    _same("cache_time", "prompt_cache_retention"),
    _same("caching", "prompt_cache_options", "", {}),
    _same("moderation", "moderation"),
    _same("parallel", "parallel_tool_calls", "", True),
    _same("stream", "stream", "", False),
    _same("metadata", "metadata", "", {}),
    _same("tier", "service_tier", "", "auto"),
    _same("effort", "reasoning_effort", "reasoning.effort"),
    _same("verbosity", "verbosity", "text.verbosity", "medium"),
    _same("padding", "stream_options.include_obfuscation", "", True),
    _own("store", "store", "store", (False,), (True,)),
    _own("limit", "max_completion_tokens", "max_output_tokens"),
    _own("logprobs", "logprobs", "include", (False,), ([],)),
    _own("likeliest", "top_logprobs", "top_logprobs", (0,), (0,)),
    _own("format", "response_format", "text.format", (_TEXT,), (_TEXT,)),
    _own("choice", "tool_choice", "tool_choice", ("auto",), ("auto",)),
    _own("tools", "tools", "tools", ([],), ([],)),
    # The older forms of some of them. A search of Chat is a tool of Responses.
    _alone(CHAT, "limit", "max_tokens"),
    _alone(CHAT, "choice", "function_call", "auto"),
    _alone(CHAT, "tools", "functions", []),
    _alone(CHAT, "search", "web_search_options"),
    _alone(CHAT, "stop", "stop", [], ""),
    _alone(CHAT, "bias", "logit_bias", {}),
    _alone(CHAT, "frequency_penalty", "frequency_penalty", 0),
    _alone(CHAT, "presence_penalty", "presence_penalty", 0),
    _alone(CHAT, "seed", "seed"),
    _alone(CHAT, "prediction", "prediction"),
    _alone(CHAT, "count", "n", 1),
    _alone(CHAT, "speech", "audio"),
    _alone(CHAT, "modalities", "modalities", ["text"], []),
    _alone(CHAT, "stream_usage", "stream_options.include_usage", False),
    _alone(RESPONSES, "background", "background", False),
    _alone(RESPONSES, "overflow", "truncation", "disabled"),
    _alone(RESPONSES, "most_calls", "max_tool_calls"),
    _alone(RESPONSES, "editing", "context_management", []),
    _alone(RESPONSES, "fetching", "background_options", {}),
    _alone(RESPONSES, "compression", "image", {}),
    _alone(RESPONSES, "programs", "access_programs", {}),
    _alone(RESPONSES, "client", "client_metadata"),
    _alone(RESPONSES, "previous", "previous_response_id"),
    _alone(RESPONSES, "held", "conversation"),
    _alone(RESPONSES, "template", "prompt"),
    _alone(RESPONSES, "thoughts", "reasoning.summary"),
    _alone(RESPONSES, "thoughts", "reasoning.generate_summary"),
    _alone(RESPONSES, "recall", "reasoning.context"),
    _alone(RESPONSES, "pace", "reasoning.mode"),
    _alone(RESPONSES, "conversation", "instructions", ""),
)
# Members that refer to what the Responses API keeps: a conversation without them is another one.
ELSEWHERE: Final = tuple(
    member.at[RESPONSES][0] for member in MEMBERS if member.setting in ("previous", "held", "template")
)
# What Responses does whether it is asked or not: a stream ends with the usage.
_UNASKED: Final[Mapping[str, Mapping[Path, Values]]] = {CHAT: {("stream_options", "include_usage"): (True,)}}
_IDLE: Final[Mapping[str, Mapping[Path, Values]]] = {
    format_: {member.at[format_]: member.idle.get(format_, ()) for member in MEMBERS if format_ in member.at}
    for format_ in (CHAT, RESPONSES)
}
# Members that are objects of members: in each format, the names of those.
_HOLDERS: Final[Mapping[str, frozenset[str]]] = {
    format_: frozenset({path[0] for path in idle if len(path) > 1}) for format_, idle in _IDLE.items()
}


def idle_values(format_: str) -> Mapping[Path, Values]:
    """Return the place of each member of a format, and the values there, beside null, that ask for nothing."""
    return _IDLE[format_]


def alone(format_: str) -> Iterator[RequestMember]:
    """Yield the members that only one format has."""
    shared = {member.setting for member in MEMBERS if OTHER_FORMAT[format_] in member.at}
    return (member for member in MEMBERS if format_ in member.at and member.setting not in shared)


def at(request: JSON, path: Path) -> JSON | Absent:
    """Return what a request has at a path; ABSENT where there is nothing. Null counts as nothing."""
    for name in path:
        if not isinstance(request, dict) or request.get(name) is None:
            return ABSENT
        request = request[name]
    return request


def is_idle(format_: str, path: Path, value: JSON | Absent, *, or_unasked: bool = False) -> bool:
    """Whether what a request has at a path asks for nothing that its API does not do without it.

    An object of members, such as `text`, does if each of its members does. or_unasked: or for nothing that the other
    API does not do unasked.
    """
    if value is ABSENT or value is None:
        return True
    if len(path) == 1 and path[0] in _HOLDERS[format_] and isinstance(value, dict):
        return all(is_idle(format_, (*path, key), value, or_unasked=or_unasked) for key, value in value.items())
    unasked = _UNASKED.get(format_, {}).get(path, ()) if or_unasked else ()
    return any(is_alike(value, idle) for idle in (*_IDLE[format_].get(path, ()), *unasked))


def is_alike(value: JSON, idle: JSON) -> bool:
    """Whether two values are equal. Of numbers 1 and 1.0 are, true is no number."""
    if equal(value, idle):
        return True
    numbers = [
        element for element in (value, idle) if isinstance(element, int | float) and not isinstance(element, bool)
    ]
    return len(numbers) == 2 and numbers[0] == numbers[1]
