"""The standing of whole requests: their tools, their schemas, and everything else that they have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from conformance.apis.input_validity.conversations import chat_request, responses_request
from conformance.apis.input_validity.model import Reason, below, reason
from conformance.apis.input_validity.rules import as_object
from conformance.apis.input_validity.schemas import schema_reasons
from conformance.apis.input_validity.tools import chat_tools, registry_tools, responses_tools
from conformance.base.values import JSON


def whole_registry_request(request: JSON) -> Iterator[Reason]:
    """Yield why a value is not a Chat request with a registry's tools."""
    members = as_object(request)
    if "tools" in members:
        yield from below(("tools",), registry_tools(members["tools"]))
    # Members such as tool_choice need tools: those of the API in the place of the registry's.
    tools = {"tools": [{"type": "function", "function": {"name": "get_weather"}}]} if members.get("tools") else {}
    yield from chat_request({key: value for key, value in members.items() if key != "tools"} | tools)


def _functions(functions: JSON) -> Iterator[Reason]:
    """Yield why a list is not one of functions in the older form: what a function is in a tool, without the tool."""
    listed = isinstance(functions, list)
    tools = [{"type": "function", "function": function} for function in functions] if listed else functions
    for chat_tool in chat_tools(tools):
        yield replace(chat_tool, at=chat_tool.at.replace("/function", "", 1))


def whole_chat_request(request: JSON) -> Iterator[Reason]:
    """Yield why a value is not a Chat request."""
    if not isinstance(request, dict):
        yield reason("type", "not a request")
        return
    if request.get("tools") is not None:
        yield from below(("tools",), chat_tools(request["tools"]))
    if request.get("functions") is not None:
        yield from below(("functions",), _functions(request["functions"]))
    schema = as_object(as_object(request.get("response_format")).get("json_schema")).get("schema")
    if schema is not None:
        yield from below(("response_format", "json_schema", "schema"), schema_reasons(schema))
    yield from chat_request(request)


def whole_responses_request(request: JSON) -> Iterator[Reason]:
    """Yield why a value is not a Responses request."""
    if not isinstance(request, dict):
        yield reason("type", "not a request")
        return
    if request.get("tools") is not None:
        yield from below(("tools",), responses_tools(request["tools"]))
    schema = as_object(as_object(request.get("text")).get("format")).get("schema")
    if schema is not None:
        yield from below(("text", "format", "schema"), schema_reasons(schema))
    yield from responses_request(request)
