"""Which source format each operation reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from conformance.oracles.judge import encodable
from conformance.standing.answers import INCOMPLETE_WHOLE, chat_response, output, parsed_response
from conformance.standing.chat_streams import chat_stream
from conformance.standing.conversations import chat_request, messages, responses_input
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
from conformance.values import JSON


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


SOURCES: Mapping[str, Callable[[JSON], Iterator[Reason]]] = {
    "chat-tools-to-responses-tools": chat_tools,
    "responses-tools-to-chat-tools": responses_tools,
    "mcp-tool-to-chat-tool": mcp_tool,
    "mcp-tools-to-chat-tools": mcp_tools,
    "mcp-tools-to-responses-tools": mcp_tools,
    "registry-tools-to-chat-tools": registry_tools,
    "registry-request-to-chat-request": _registry_request,
    "tool-definition-to-provider-tool": provider_definition,
    "chat-messages-to-responses-input": messages,
    "responses-input-to-chat-messages": responses_input,
    "responses-output-to-chat-message": output,
    "responses-output-to-tool-calls": parsed_response,
    "responses-response-to-chat-response": parsed_response,
    "chat-response-to-tool-calls": chat_response,
    "chat-stream-to-tool-calls": chat_stream,
    "responses-stream-to-tool-calls": stream,
    "responses-stream-to-chat-stream": stream,
    "chat-request-to-responses-request": _chat_request,
    "mcp-result-to-tool-message": mcp_result,
    "mcp-result-to-function-call-output": mcp_result,
    "tool-loop": loop,
}


def standing_of(operation: str, value: JSON) -> Standing:
    """Return the standing of an input of an operation, from the source format alone.

    DOCUMENTED is computed only for MCP tools that the newest version allows, for definitions with a boolean in the
    place of a property's schema, and for incomplete calls with whole arguments; otherwise a case declares it.
    Raises KeyError for an unknown operation.
    """
    source = SOURCES[operation]
    try:
        found = list(source(value))
    except UnicodeEncodeError:  # a lone surrogate, which JSON can contain and the validator cannot read
        found = list(source(encodable(value)))
    if not found:
        return Standing(kind=REAL)
    kind = DOCUMENTED if all(one.rule in (NEWEST, BOOLEAN_PROPERTY, INCOMPLETE_WHOLE) for one in found) else MALFORMED
    # Several requirements may object to one place; the first one says what is wrong there.
    return Standing(kind=kind, reasons=tuple({one.at: one for one in reversed(found)}.values())[::-1])
