"""Which answers to the choices of conversions of requests an observation proves."""

from __future__ import annotations

from conformance.checks.lawful_requests.view import RequestView
from conformance.laws.requests import thoughts_of
from conformance.model.conversation import Text
from conformance.strict_json import json_or_absent


def read_thinking(view: RequestView) -> str | None:
    """thinking: whether thoughts of the history are in a member of other hosts, or left out with a report."""
    if not view.both.is_list or not thoughts_of(view.both.asked):
        return None
    return "dialect" if thoughts_of(view.both.made) else "report"


def read_tool_error(view: RequestView) -> str | None:
    """tool-error: how the result of a tool that failed says so."""
    for _piece, owed, got in view.both.results:
        if owed.failed and not got.failed:
            said, came = ("".join(part.value for part in one.content if isinstance(part, Text)) for one in (owed, got))
            if said == came:
                return "report"
            is_object = isinstance(json_or_absent(came), dict) and not isinstance(json_or_absent(said), dict)
            return "json" if is_object else "prefix"
    return None


def read_result_media(view: RequestView) -> str | None:
    """result-media: what becomes of images and files in a result."""
    both = view.both
    if not view.has_result_media:
        return None
    if view.outcome.refusal:
        return "refuse"
    if not both.is_list:
        return None
    return "user-message" if both.pairs.attached else "placeholder"


def read_thinking_budget(view: RequestView) -> str | None:
    """thinking-budget: whether a number of tokens to think becomes a word for the effort."""
    both = view.both
    if not both.is_list or "thinking_budget" not in both.wanted or "effort" in both.wanted:
        return None
    return "effort" if "effort" in both.found else "report"


def read_unsupported_members(view: RequestView) -> str | None:
    """unsupported-members: whether the call fails for a member that has no place, or it is left out with a report."""
    if not view.has_unsupported:
        return None
    if view.outcome.refusal:
        return "refuse"
    return "report" if view.both.is_list else None


READERS = {
    "thinking": read_thinking,
    "tool-error": read_tool_error,
    "result-media": read_result_media,
    "thinking-budget": read_thinking_budget,
    "unsupported-members": read_unsupported_members,
}
