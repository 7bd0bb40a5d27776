"""The Chat request that a Responses request owes, and a result without what the rules leave free."""

from __future__ import annotations

from typing import Any

from conformance.checks.requests.members import LIMIT, LIMITS, MOVED, OBFUSCATION, SAME, STORE
from conformance.formats.members import CHAT, RESPONSES, is_idle
from conformance.values import ABSENT, JSON

ResponsesRequest = Any  # the view, which asks this module what is owed

# Members of which the rules leave more free than their value.
_APART = frozenset({"messages", "tools", STORE, "metadata", "web_search_options", "stream_options", *LIMITS})


def owed_request(view: ResponsesRequest) -> JSON:
    """Return a request that breaks no rule; ABSENT where none can be named."""
    if view.request is None or view.broken or view.elsewhere or view.search is not None:
        return ABSENT
    messages = view.messages.view.expected()
    tools = [] if view.tools is None else view.tools.view.expected()
    if not isinstance(messages, list) or not isinstance(tools, list):
        return ABSENT
    owed: dict[str, JSON] = {"messages": messages}
    for twin in (*SAME, *MOVED, OBFUSCATION):
        if twin.at[CHAT] not in (("metadata",), ("parallel_tool_calls",)):
            if (value := view.movable(*twin.at[RESPONSES])) is not ABSENT:
                _put(owed, twin.at[CHAT], value)
    if (limit := view.said(LIMIT)) is not ABSENT:
        owed[LIMITS[1] if view.trial.choices.get("limit-name") == "max-tokens" else LIMITS[0]] = limit
    if (format_ := owed_format(view)) is not None:
        owed["response_format"] = format_
    if view.logprobs is not False:
        owed["logprobs"] = True
        if (top := view.said("top_logprobs")) is not ABSENT:
            owed["top_logprobs"] = top
    store = view.said(STORE)
    if store is not ABSENT:
        owed[STORE] = store
    if view.asks("metadata") and store is not False:
        owed |= {"metadata": view.said("metadata"), STORE: True}
    _put_tools(view, owed, tools)
    return owed


def owed_format(view: ResponsesRequest) -> dict[str, JSON] | None:
    """Return the format of the answer in the form of Chat; None where none is asked for."""
    format_ = view.said("text", "format")
    if not isinstance(format_, dict) or format_.get("type") == "text":
        return None
    if format_.get("type") != "json_schema":
        return format_
    fields = {key: value for key, value in format_.items() if key != "type" and value is not None}
    return {"type": "json_schema", "json_schema": fields}


def _put(owed: dict[str, JSON], path: tuple[str, ...], value: JSON) -> None:
    for name in path[:-1]:
        owed = owed.setdefault(name, {})
    owed[path[-1]] = value


def _put_tools(view: ResponsesRequest, owed: dict[str, JSON], tools: list[JSON]) -> None:
    if not tools:
        return
    owed["tools"] = tools
    if (parallel := view.said("parallel_tool_calls")) is not ABSENT:
        owed["parallel_tool_calls"] = parallel
    if view.choice is None:
        return
    if view.choice.names is None:
        owed["tool_choice"] = view.choice.mode
        return
    kinds = kinds_of(tools)
    named = [nested(kinds[name], name) for _type, name in view.choice.names if name in kinds]
    value = view.said("tool_choice")
    if named and isinstance(value, dict) and value.get("type") == "allowed_tools":
        allowed = {"mode": view.choice.mode, "tools": named}
        owed["tool_choice"] = {"type": "allowed_tools", "allowed_tools": allowed}
    elif named:
        owed["tool_choice"] = named[0]


def kinds_of(tools: list[JSON]) -> dict[str, str]:
    """Return the types of nested tools by their names."""
    found: dict[str, str] = {}
    for tool in tools:
        held = tool.get(str(tool.get("type"))) if isinstance(tool, dict) else None
        if isinstance(held, dict) and isinstance(held.get("name"), str):
            found[held["name"]] = tool["type"]
    return found


def nested(type_: str, name: str) -> dict[str, JSON]:
    """Return the choice of one tool in the form of Chat."""
    return {"type": type_, type_: {"name": name}}


def search_fields(search: dict[str, JSON]) -> dict[str, JSON]:
    """Return what web_search_options say of size and place."""
    fields: dict[str, JSON] = {}
    if search.get("search_context_size") is not None:
        fields["search_context_size"] = search["search_context_size"]
    place = search.get("user_location")
    if isinstance(place, dict):
        inner = {key: one for key, one in place.items() if key != "type" and one is not None}
        fields["user_location"] = {"type": "approximate", "approximate": inner}
    return fields


def essence_of(view: ResponsesRequest) -> JSON:
    """Return the members that count, and the essence of each part."""
    if view.result is None:
        return view.output
    members = {
        key: value for key, value in view.result.items() if key not in _APART and not is_idle(CHAT, (key,), value)
    }
    limit = next((view.result[name] for name in LIMITS if view.result.get(name) is not None), None)
    parts = [None if one is None else one.view.essence() for one in (view.messages, view.tools)]
    return {"members": members, "limit": limit, "parts": parts}
