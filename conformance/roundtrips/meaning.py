"""Whether two requests mean the same to the API: key order, explicit defaults and equal forms do not matter."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from conformance.errors import UsageError
from conformance.values import ABSENT, JSON, Absent

Object = dict[str, Any]

# What the API takes for granted where a request does not say it.
_DEFAULTS: Mapping[str, Object] = {
    "chat": {
        "stream": False, "n": 1, "store": False, "tool_choice": "auto", "parallel_tool_calls": True, "temperature": 1,
        "top_p": 1, "frequency_penalty": 0, "presence_penalty": 0, "logprobs": False, "service_tier": "auto",
        "response_format": {"type": "text"}, "modalities": ["text"],
    },
    "responses": {
        "stream": False, "background": False, "store": True, "tool_choice": "auto", "parallel_tool_calls": True,
        "temperature": 1, "top_p": 1, "truncation": "disabled", "service_tier": "auto",
        "text": {"format": {"type": "text"}}, "include": [], "metadata": {}, "tools": [], "instructions": "",
    },
}  # fmt: skip
_ROLES = {"assistant": "output_text"}
_ITEMS_ID = ("fc_", "msg_", "ctc_")  # ids that the API gives, and takes back or does without
_EMPTY: tuple[JSON, ...] = (None, "", [])


class Difference(NamedTuple):
    """One place where two requests differ in meaning. kind: "added", "removed" or "changed". ABSENT: not there."""

    kind: str
    at: str
    recorded: JSON | Absent
    sent: JSON | Absent


def normal(api: str, body: JSON) -> JSON:
    """Return a request's body in the one form that all bodies of its meaning share. api: "chat" or "responses"."""
    if not isinstance(body, dict):
        return body
    defaults = _DEFAULTS[api]
    told = {key: value for key, value in body.items() if value is not None and not _is_default(defaults, key, value)}
    if isinstance(told.get("tools"), list):
        told["tools"] = [_tool(tool) for tool in told["tools"]]
    if api == "chat" and isinstance(told.get("messages"), list):
        told["messages"] = [_message(message) for message in told["messages"]]
    if api == "responses":
        given = told.get("input")
        given = [{"role": "user", "content": given}] if isinstance(given, str) else given
        if isinstance(given, list):
            told["input"] = [_item(item) for item in given]
    return told


def _is_default(defaults: Mapping[str, Any], key: str, value: JSON) -> bool:
    if key not in defaults:
        return False
    default = defaults[key]
    return bool(value == default) and isinstance(value, bool) == isinstance(default, bool)


def _without_null(value: JSON) -> JSON:
    return {key: member for key, member in value.items() if member is not None} if isinstance(value, dict) else value


def _tool(tool: JSON) -> JSON:
    """A tool: in Chat an absent `strict` is false. In Responses it is not: there it is decided by the API."""
    tool = _without_null(tool)
    if isinstance(tool, dict) and isinstance(tool.get("function"), dict):
        function = _without_null(tool["function"])
        if function.get("strict") is False:
            del function["strict"]
        return {**tool, "function": function}
    return tool


def _message(message: JSON) -> JSON:
    """A Chat message: its content as parts, its arguments as what they say."""
    if not isinstance(message, dict):
        return message
    told = _without_null(message)
    calls = told.get("tool_calls")
    if calls == []:
        del told["tool_calls"]
    elif isinstance(calls, list):
        told["tool_calls"] = [_call(call) for call in calls]
        if told.get("content", "") in _EMPTY:
            told.pop("content", None)
    if "content" in told:
        told["content"] = _parts(told["content"], "text")
    return told


def _call(call: JSON) -> JSON:
    function = call.get("function") if isinstance(call, dict) else None
    return {**call, "function": _said(function)} if isinstance(function, dict) else call


def _said(call: Object) -> Object:
    """Read the arguments of a call: which spaces stand between them means nothing."""
    try:
        return {**call, "arguments": {"(as JSON)": json.loads(call["arguments"])}}
    except (KeyError, TypeError, ValueError, RecursionError):
        return call


def _item(item: JSON) -> JSON:
    """An item of a Responses input."""
    if not isinstance(item, dict):
        return item
    told = _without_null(item)
    told.pop("status", None)
    if str(told.get("id", "")).startswith(_ITEMS_ID):
        del told["id"]
    if "role" in told:
        told.setdefault("type", "message")
    if told.get("type") == "message":
        told["content"] = _parts(told.get("content"), _ROLES.get(str(told.get("role")), "input_text"))
    elif told.get("type") == "function_call":
        told = _said(told)
    elif told.get("type") == "function_call_output":
        told["output"] = _parts(told.get("output"), "input_text")
    return told


def _parts(content: JSON, kind: str) -> JSON:
    """Content as a list of parts: a string is one part of text."""
    if isinstance(content, str):
        content = [{"type": kind, "text": content}]
    return [_part(part) for part in content] if isinstance(content, list) else content


def _part(part: JSON) -> JSON:
    if not isinstance(part, dict):
        return part
    told = {key: value for key, value in part.items() if value is not None}
    for key in ("annotations", "logprobs"):
        if told.get(key) == []:
            del told[key]
    for holder in (told, told.get("image_url")):
        if isinstance(holder, dict) and holder.get("detail") == "auto":
            if holder is told:
                del told["detail"]
            else:
                told["image_url"] = {key: value for key, value in holder.items() if key != "detail"}
    return told


def differences(api: str, recorded: JSON, sent: JSON) -> tuple[Difference, ...]:
    """Return where two requests differ in meaning, in order; empty where they mean the same.

    Raises UsageError where jsonpatch is not installed.
    """
    old, new = normal(api, recorded), normal(api, sent)
    return tuple(_differences(old, new))


def _differences(old: JSON, new: JSON) -> Iterator[Difference]:
    try:
        import jsonpatch
        from jsonpointer import resolve_pointer
    except ImportError:
        raise UsageError(
            "The difference cannot be shown: jsonpatch is missing.",
            "Install it: pip install 'tool-conformance[recordings]'",
        ) from None
    # Each step speaks of the document as the steps before it left it.
    for step in jsonpatch.make_patch(old, new).patch:
        at = step["path"]
        if step["op"] == "add":
            yield Difference("added", at, ABSENT, step["value"])
        elif step["op"] == "remove":
            yield Difference("removed", at, resolve_pointer(old, at), ABSENT)
        elif step["op"] == "replace":
            yield Difference("changed", at, resolve_pointer(old, at), step["value"])
        else:
            yield Difference("removed", step["from"], resolve_pointer(old, step["from"]), ABSENT)
            yield Difference("added", at, ABSENT, resolve_pointer(old, step["from"]))
        old = jsonpatch.JsonPatch([step]).apply(old)
