"""Whether two requests mean the same to the API: key order, explicit defaults and equal forms do not matter."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from conformance.errors import UsageError
from conformance.extras import install_command
from conformance.formats.members import is_idle
from conformance.values import ABSENT, JSON, Absent

Object = dict[str, Any]

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
    normal_form = {key: value for key, value in body.items() if not is_idle(api, (key,), value)}
    if isinstance(normal_form.get("tools"), list):
        normal_form["tools"] = [_tool(tool) for tool in normal_form["tools"]]
    if api == "chat" and isinstance(normal_form.get("messages"), list):
        normal_form["messages"] = [_message(message) for message in normal_form["messages"]]
    if api == "responses":
        given = normal_form.get("input")
        given = [{"role": "user", "content": given}] if isinstance(given, str) else given
        if isinstance(given, list):
            normal_form["input"] = [_item(item) for item in given]
    return normal_form


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
    normal_form = _without_null(message)
    calls = normal_form.get("tool_calls")
    if calls == []:
        del normal_form["tool_calls"]
    elif isinstance(calls, list):
        normal_form["tool_calls"] = [_call(call) for call in calls]
        if normal_form.get("content", "") in _EMPTY:
            normal_form.pop("content", None)
    if "content" in normal_form:
        normal_form["content"] = _parts(normal_form["content"], "text")
    return normal_form


def _call(call: JSON) -> JSON:
    function = call.get("function") if isinstance(call, dict) else None
    return {**call, "function": _said(function)} if isinstance(function, dict) else call


def _said(call: Object) -> Object:
    """Read the arguments of a call: the white space between them has no meaning."""
    try:
        return {**call, "arguments": {"(as JSON)": json.loads(call["arguments"])}}
    except (KeyError, TypeError, ValueError, RecursionError):
        return call


def _item(item: JSON) -> JSON:
    """An item of a Responses input."""
    if not isinstance(item, dict):
        return item
    normal_form = _without_null(item)
    normal_form.pop("status", None)
    if str(normal_form.get("id", "")).startswith(_ITEMS_ID):
        del normal_form["id"]
    if "role" in normal_form:
        normal_form.setdefault("type", "message")
    if normal_form.get("type") == "message":
        normal_form["content"] = _parts(
            normal_form.get("content"), _ROLES.get(str(normal_form.get("role")), "input_text")
        )
    elif normal_form.get("type") == "function_call":
        normal_form = _said(normal_form)
    elif normal_form.get("type") == "function_call_output":
        normal_form["output"] = _parts(normal_form.get("output"), "input_text")
    return normal_form


def _parts(content: JSON, kind: str) -> JSON:
    """Content as a list of parts: a string is one part of text."""
    if isinstance(content, str):
        content = [{"type": kind, "text": content}]
    return [_part(part) for part in content] if isinstance(content, list) else content


def _part(part: JSON) -> JSON:
    if not isinstance(part, dict):
        return part
    normal_form = {key: value for key, value in part.items() if value is not None}
    for key in ("annotations", "logprobs"):
        if normal_form.get(key) == []:
            del normal_form[key]
    for holder in (normal_form, normal_form.get("image_url")):
        if isinstance(holder, dict) and holder.get("detail") == "auto":
            if holder is normal_form:
                del normal_form["detail"]
            else:
                normal_form["image_url"] = {key: value for key, value in holder.items() if key != "detail"}
    return normal_form


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
            f"Install it: {install_command('recordings')}",
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
