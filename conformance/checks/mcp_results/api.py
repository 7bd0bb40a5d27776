"""What the APIs refuse of a result that answers its call in a conversation."""

from __future__ import annotations

from conformance.checks.api import Refused, not_owed, refused_items, refused_messages
from conformance.checks.mcp_results.view import McpResult
from conformance.values import ABSENT, JSON

_USER = {"role": "user", "content": "hi"}


def refused(view: McpResult) -> list[Refused] | None:
    """Return what the API refuses of the result behind its call; None for an input that is none."""
    if not view.answered or view.unfit or view.is_broken:
        return None
    return not_owed(_refused(view, view.output), lambda: _refused(view, view.expected()))


def _refused(view: McpResult, output: JSON) -> list[Refused]:
    if output is ABSENT:
        return []
    function = {"name": "get_weather", "arguments": "{}"}
    if view.takes_media:
        call = {"type": "function_call", "call_id": view.call, **function}
        found = refused_items([call, output], view.trial.profile)
        return [_below(one) for one in found]
    calling = {"role": "assistant", "tool_calls": [{"id": view.call, "type": "function", "function": function}]}
    return [_below(one) for one in refused_messages([_USER, calling, output], view.trial.profile)]


def _below(one: Refused) -> Refused:
    """Return a refusal with its path in the result, whichever turn the API names."""
    return Refused(path=one.path[1:], rule=one.rule, code=one.code, message=one.message)
