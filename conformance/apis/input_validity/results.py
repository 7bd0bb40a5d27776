"""The standing of the results of MCP tool calls."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error
from collections.abc import Iterator
from functools import cache

import jsonschema_rs

from conformance.apis.input_validity.model import Reason, below, reason
from conformance.apis.input_validity.refusals import refusals
from conformance.apis.input_validity.rules import as_list, as_object, not_empty
from conformance.apis.input_validity.tools import NEWEST, as_published
from conformance.apis.oracles.pinned import pin, validator
from conformance.apis.oracles.relax import changed
from conformance.base.values import JSON

COMPLETE, INPUT_REQUIRED = "complete", "input_required"
LONGEST_ID = 40  # characters of a call's id that both APIs take
_KINDS_OF_MEDIA = {"image": "image/", "audio": "audio/"}


def mcp_result(given: JSON) -> Iterator[Reason]:
    """Yield why a value is not the result of a tool call in every published version of MCP, with the id of the call."""
    members = as_object(given)
    for key in members.keys() - {"result", "tool_call_id"}:
        yield reason("schema", f"unknown member {key!r}", key)
    call = members.get("tool_call_id")
    if not isinstance(call, str) or not 0 < len(call) <= LONGEST_ID:
        yield reason("type", f"the id of the call is no text of 1 to {LONGEST_ID} characters", "tool_call_id")
    yield from below(("result",), _result(members.get("result")))


def mcp_named_result(given: JSON) -> Iterator[Reason]:
    """Yield the same of a result with the name of its tool; the id of the call may be absent."""
    members = as_object(given)
    name = members.get("name")
    if not isinstance(name, str) or not name:
        yield reason("type", "the name of the tool is no text, or empty", "name")
    plain = {"tool_call_id": "call_1", **{key: value for key, value in members.items() if key != "name"}}
    yield from mcp_result(plain if isinstance(given, dict) else given)


def _result(result: JSON) -> Iterator[Reason]:
    old, new = _versions()
    kind = as_object(result).get("resultType", COMPLETE)
    if kind == INPUT_REQUIRED and _asks_for_input(as_object(result)):
        yield reason(NEWEST, "only the newest version of MCP lets a result ask for input", "resultType")
        return
    if kind != COMPLETE:
        yield reason("result-type", f"the type of a result is {COMPLETE!r} or absent", "resultType")
    # A server of an older version says no type, which means the same.
    typed = result | {"resultType": COMPLETE} if isinstance(result, dict) else result
    if not new.is_valid(typed):
        yield from refusals("schema", new.iter_errors(typed))
        return
    yield from refusals(NEWEST, old.iter_errors(result), "only the newest version of MCP allows this: ")
    for index, block in enumerate(as_list(as_object(result).get("content"))):
        yield from below(("content", index), _block(block))


def _asks_for_input(result: dict[str, JSON]) -> bool:
    """Whether a result asks for input, as the newest version has it: questions, a state, or both."""
    asked, state = result.get("inputRequests"), result.get("requestState")
    return "content" not in result and (isinstance(asked, dict) or isinstance(state, str))


def _block(block: JSON) -> Iterator[Reason]:
    """Yield what no server sends although the schema takes it: empty names, data that is none, another type's data."""
    kind = block["type"]
    if kind in _KINDS_OF_MEDIA:
        if not block["mimeType"].startswith(_KINDS_OF_MEDIA[kind]):
            yield reason("mime-type", f"{block['mimeType']!r} is not the type of an {kind}", "mimeType")
        yield from _data(block["data"], "data")
    elif kind == "resource_link":
        yield from not_empty(block["name"], "name", "name")
        yield from not_empty(block["uri"], "URI", "uri")
    elif kind == "resource":
        resource = block["resource"]
        yield from not_empty(resource["uri"], "URI", "resource", "uri")
        if "blob" in resource:
            yield from _data(resource["blob"], "resource", "blob")
            if "text" in resource:
                yield reason("resource", "a resource has a text or a blob, not both", "resource")


def _data(data: str, *path: str) -> Iterator[Reason]:
    try:
        is_data = bool(b64decode(data, validate=True))
    except (Error, ValueError):
        is_data = False
    if not is_data:
        yield reason("base64", "not the base64 form of any data", *path)


@cache
def _versions() -> tuple[jsonschema_rs.Validator, jsonschema_rs.Validator]:
    """Return the validators of the older versions together, and of the newest one."""
    schema = pin("mcp-result")["schema"]
    old, new = (
        validator(changed({"$ref": branch["$ref"], "$defs": schema["$defs"]}, as_published))
        for branch in schema["anyOf"]
    )
    return old, new
