"""The Responses request that a Chat request owes, and a result without what the rules leave free."""

from __future__ import annotations

from typing import Any

from conformance.checks.requests.members import FEWEST_TOKENS, LIMIT, LOGPROBS, MOVED, OBFUSCATION, SAME, STORE
from conformance.checks.requests.parts import Part
from conformance.formats.members import CHAT, RESPONSES, at, is_idle
from conformance.values import ABSENT, JSON

ChatRequest = Any  # the view, which asks this module what is owed


def owed_request(view: ChatRequest) -> JSON:
    """Return a request that breaks no rule; ABSENT where none can be named."""
    if view.request is None or view.broken:
        return ABSENT
    body = view.messages.view.expected()
    if not isinstance(body, dict):
        return ABSENT
    owed: dict[str, JSON] = {key: body[key] for key in ("input", "instructions") if key in body}
    for twin in (*SAME, *MOVED, OBFUSCATION):
        if (value := view.said(*twin.at[CHAT])) is not ABSENT:
            _put(owed, twin.at[RESPONSES], value)
    _put_format(view, owed)
    if view.limit is not None:
        owed[LIMIT] = max(view.limit[1], FEWEST_TOKENS)
    if view.said("logprobs") is True:
        owed["include"] = [LOGPROBS]
        if (top := view.said("top_logprobs")) is not ABSENT:
            owed["top_logprobs"] = top
    if tools := _tools(view):
        owed["tools"] = tools
    _put_choice(view, owed)
    if (store := view.said(STORE)) is not ABSENT:
        owed[STORE] = store
    elif view.trial.choices.get("store-when-absent") != "omit":
        owed[STORE] = False
    return owed


def _put(owed: dict[str, JSON], path: tuple[str, ...], value: JSON) -> None:
    for name in path[:-1]:
        owed = owed.setdefault(name, {})
    owed[path[-1]] = value


def _put_format(view: ChatRequest, owed: dict[str, JSON]) -> None:
    format_ = view.said("response_format")
    if not isinstance(format_, dict) or not view.asks("response_format"):
        return
    inner = format_.get("json_schema")
    if isinstance(inner, dict):
        fields = {key: value for key, value in inner.items() if value is not None}
        format_ = {"type": "json_schema", "schema": {}, "strict": False, **fields}
    _put(owed, ("text", "format"), format_)


def _tools(view: ChatRequest) -> list[JSON]:
    tools = [flat for tool in view.source_tools if (flat := _flat(tool)) is not None]
    if view.asks("web_search_options"):
        tools.append({"type": "web_search", **search_fields(view)})
    return tools


def _flat(tool: JSON) -> JSON:
    """Return the flat form of a function or of a custom tool; None for another tool."""
    held = tool.get(str(tool.get("type"))) if isinstance(tool, dict) else None
    if not isinstance(held, dict) or tool["type"] not in ("function", "custom"):
        return None
    fields = {key: value for key, value in held.items() if value is not None}
    if tool["type"] == "function":
        empty = {"type": "object", "properties": {}}
        return {"type": "function", "strict": False, "parameters": empty, **fields}
    format_ = fields.get("format")
    if isinstance(format_, dict) and isinstance(format_.get("grammar"), dict):
        fields["format"] = {"type": "grammar", **format_["grammar"]}
    return {"type": "custom", **fields}


def search_fields(view: ChatRequest) -> dict[str, JSON]:
    """Return what the tool for a web search says of size and place."""
    fields: dict[str, JSON] = {}
    if (size := view.said("web_search_options", "search_context_size")) is not ABSENT:
        fields["search_context_size"] = size
    place = view.said("web_search_options", "user_location", "approximate")
    if isinstance(place, dict):
        fields["user_location"] = {"type": "approximate", **{key: one for key, one in place.items() if one is not None}}
    return fields


def _put_choice(view: ChatRequest, owed: dict[str, JSON]) -> None:
    if view.choice is None:
        return
    choice = view.choice[1]
    if choice.names is None:
        owed["tool_choice"] = choice.mode
        return
    named = [{"type": type_, "name": name} for type_, name in choice.names if name not in view.unknown_names]
    value = view.said(view.choice[0])
    if isinstance(value, dict) and value.get("type") == "allowed_tools":
        if named:
            owed["tool_choice"] = {"type": "allowed_tools", "mode": choice.mode, "tools": named}
    elif named:
        owed["tool_choice"] = named[0]


def essence_of(view: ChatRequest) -> JSON:
    """Return the members that count, and the essence of each part."""
    if view.result is None:
        return view.output
    members = {
        key: value
        for key, value in view.result.items()
        if key not in ("input", "instructions", "tools", "text", STORE) and not is_idle(RESPONSES, (key,), value)
    }
    parts: tuple[Part | None, ...] = (view.messages, view.tools)
    verbosity = at(view.result, ("text", "verbosity"))
    return {
        "members": members,
        "verbosity": None if verbosity is ABSENT else verbosity,
        "parts": [None if one is None else one.view.essence() for one in parts],
    }
