"""Which source format each operation reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from conformance.operations import of_source
from conformance.standing.answers import INCOMPLETE_WHOLE, chat_response, output, parsed_response
from conformance.standing.chat_streams import chat_stream
from conformance.standing.conversations import chat_request, messages, responses_input, responses_request
from conformance.standing.loops import loop
from conformance.standing.model import DOCUMENTED, MALFORMED, REAL, Reason, Standing, below, reason
from conformance.standing.results import mcp_result
from conformance.standing.rules import as_object
from conformance.standing.schemas import schema_reasons
from conformance.standing.streams import stream
from conformance.standing.tools import (
    BOOLEAN_PROPERTY,
    NEWEST,
    chat_tools,
    mcp_tool,
    mcp_tools,
    provider_definition,
    registry_tools,
    responses_tools,
)
from conformance.values import JSON, encodable


def _registry_request(request: JSON) -> Iterator[Reason]:
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
    tools = [{"type": "function", "function": one} for one in functions] if listed else functions
    for one in chat_tools(tools):
        yield replace(one, at=one.at.replace("/function", "", 1))


def _chat_request(request: JSON) -> Iterator[Reason]:
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


def _responses_request(request: JSON) -> Iterator[Reason]:
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


# By source format.
_SOURCES: Mapping[str, Callable[[JSON], Iterator[Reason]]] = {
    "chat-tools": chat_tools,
    "responses-tools": responses_tools,
    "mcp-tool": mcp_tool,
    "mcp-tools": mcp_tools,
    "registry-tools": registry_tools,
    "registry-request": _registry_request,
    "tool-definition": provider_definition,
    "chat-messages": messages,
    "responses-input": responses_input,
    "responses-output": output,
    "responses-response": parsed_response,
    "chat-response": chat_response,
    "chat-stream": chat_stream,
    "responses-stream": stream,
    "chat-request": _chat_request,
    "responses-request": _responses_request,
    "mcp-result": mcp_result,
    "tool-loop": loop,
}


def has_standing(operation: str) -> bool:
    """Whether the source format of an operation is known."""
    return of_source(_SOURCES, operation) is not None


def standing_of(operation: str, value: JSON) -> Standing:
    """Return the standing of an input of an operation, from the source format alone.

    DOCUMENTED is computed only for MCP tools that the newest version allows, for definitions with a boolean in the
    place of a property's schema, and for incomplete calls with whole arguments; otherwise a case declares it.
    Raises KeyError for an unknown operation.
    """
    source = of_source(_SOURCES, operation)
    if source is None:
        raise KeyError(operation)
    try:
        found = list(source(value))
    except UnicodeEncodeError:  # a lone surrogate, which JSON can contain and the validator cannot read
        found = list(source(encodable(value)))
    if not found:
        return Standing(kind=REAL)
    kind = DOCUMENTED if all(one.rule in (NEWEST, BOOLEAN_PROPERTY, INCOMPLETE_WHOLE) for one in found) else MALFORMED
    # Several requirements may object to one place; the first one says what is wrong there.
    return Standing(kind=kind, reasons=tuple({one.at: one for one in reversed(found)}.values())[::-1])
