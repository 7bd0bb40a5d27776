"""Contrasts of whole requests: without one of their members."""

from __future__ import annotations

from collections.abc import Callable

from conformance.base.values import JSON
from conformance.formats.members import CHAT, MEMBERS, RESPONSES, is_idle
from conformance.inputs.contrasts.model import Contrast

# The members that choose among tools, and the older one of them.
_CHOICES = tuple(member.at[CHAT][0] for member in MEMBERS if member.setting == "choice" and CHAT in member.at)
_OLD_CHOICE = _CHOICES[-1]


def _without(*names: str) -> Callable[[JSON], JSON]:
    def remove(value: JSON) -> JSON:
        return {key: value for key, value in value.items() if key not in names} if isinstance(value, dict) else value

    return remove


def _without_idle(format_: str) -> Callable[[JSON], JSON]:
    def remove(value: JSON) -> JSON:
        if not isinstance(value, dict):
            return value
        return {key: value for key, value in value.items() if not is_idle(format_, (key,), value, or_unasked=True)}

    return remove


def _tools_for_functions(value: JSON) -> JSON:
    """Replace functions in the older form by tools, and the choice of one by tool_choice."""
    if not isinstance(value, dict) or not isinstance(value.get("functions"), list):
        return value
    own = value.get("tools")
    tools = list(own) if isinstance(own, list) else []
    tools += ({"type": "function", "function": function} for function in value["functions"])
    choice = value.get(_OLD_CHOICE)
    named = {"type": "function", "function": choice} if isinstance(choice, dict) else choice
    kept = _without("functions", _OLD_CHOICE)(value) | {"tools": tools}
    return kept if choice is None else kept | {"tool_choice": named}


REQUESTS = {
    "tools-for-functions": Contrast(when="with tools instead of functions", remove=_tools_for_functions),
    "no-answer-format": Contrast(when="without response_format", remove=_without("response_format")),
    "no-tool-choice": Contrast(when="without tool_choice", remove=_without(*_CHOICES)),
    "no-log-probabilities": Contrast(when="without logprobs", remove=_without("logprobs", "top_logprobs")),
    "no-web-search": Contrast(when="without web_search_options", remove=_without("web_search_options")),
    "no-idle-members": Contrast(when="without members that ask for nothing", remove=_without_idle(CHAT)),
    "no-idle-flat-members": Contrast(when="without members that ask for nothing", remove=_without_idle(RESPONSES)),
}
