"""The source format of each operation: where its inputs have places, and the schemas of those places."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from conformance.apis.input_validity.tools import DEFINITION, PROVIDERS, REGISTRY_TOOL
from conformance.apis.oracles.pinned import schema_of
from conformance.base.values import JSON
from conformance.formats.chat.chunks import joined
from conformance.formats.exchange_parts import EXCHANGES, REQUEST, answer_format, answer_in
from conformance.formats.exchanges import whole_of
from conformance.formats.operations import of_source, source_format
from tests.suite.coverage.places import Schema


class RootSchemas(NamedTuple):
    """The schemas of an operation's roots, by path, and the definitions that they refer to."""

    roots: Mapping[str, Schema]
    definitions: Mapping[str, Schema]


@cache
def source_of(operation: str) -> RootSchemas:
    """Return the source format of an operation. Raises KeyError for an unknown one."""
    source = of_source(_SOURCES, operation)
    if source is None:
        raise KeyError(operation)
    return source()


def values_of(operation: str, given: JSON) -> Iterator[tuple[str, JSON]]:
    """Yield the values of an input, each with the path of its root."""
    source = source_format(operation)
    pieces = answer_in(source, given)
    if isinstance(pieces, list) and answer_format(source) == "chat-stream":
        yield "response", joined(pieces)
    elif isinstance(pieces, list) and answer_format(source) in ("anthropic-stream", "gemini-stream"):
        yield "response", whole_of(answer_format(source), pieces)
    single = of_source(_SINGLE, operation)
    if single is not None:
        yield single, given
    if not isinstance(given, dict):
        listed = of_source(_LISTS, operation) if single is None else None
        if listed is not None:
            yield listed, given
        return
    if source == "responses-input":
        yield "items", given.get("input")
        yield "request", given
    elif source == "responses-output":
        yield "output", given.get("output")
        yield "response", given
    else:
        yield from ((path, given[path]) for path in of_source(_OBJECTS, operation) or () if path in given)


# By source format.
_LISTS = {
    "chat-tools": "tools",
    "responses-tools": "tools",
    "mcp-tools": "tools",
    "registry-tools": "tools",
    "chat-messages": "messages",
    "responses-input": "items",
    "responses-output": "output",
    "responses-stream": "events",
    "chat-stream": "chunks",
    "anthropic-stream": "events",
    "gemini-stream": "events",
}
_SINGLE = {
    "mcp-tool": "tool",
    "registry-request": "request",
    "chat-request": "request",
    "responses-request": "request",
    "anthropic-request": "request",
    "gemini-request": "request",
    "chat-response": "response",
    "responses-response": "response",
    "anthropic-response": "response",
    "gemini-response": "response",
}
_OBJECTS = {
    "registry-request": ("tools",),
    "tool-definition": ("provider", "definition"),
    "mcp-result": ("result", "tool_call_id"),
    "mcp-named-result": ("result", "tool_call_id", "name"),
    **{source: (REQUEST, key) for source, (_format, key) in EXCHANGES.items()},
    "tool-loop": ("api", "messages", "tools", "max_rounds"),
}


def _request_member(kind: str, member: str) -> RootSchemas:
    return RootSchemas({member: _request(kind)["properties"][member]}, schema_of(kind)["$defs"])


def _request(kind: str) -> Schema:
    """Return the schema of a request that is not streamed."""
    schema = schema_of(kind)
    form: Schema = schema["$defs"][schema["anyOf"][0]["$ref"].removeprefix("#/$defs/")]
    return form


def _input() -> RootSchemas:
    request = _request_member("responses-request", "input")
    members = {"instructions": {"anyOf": [{"type": "string"}, {"type": "null"}]}}
    wrapper = {"type": "object", "properties": members}
    return request._replace(roots={"items": request.roots["input"], "request": wrapper})


def _mcp(path: str) -> RootSchemas:
    schema = schema_of("mcp-tool")
    tool = schema["anyOf"][0]  # the older version: what only the newest one allows is not sent by most servers
    return RootSchemas({path: tool if path == "tool" else _list(tool)}, schema["$defs"])


def _mcp_result() -> RootSchemas:
    schema = schema_of("mcp-result")
    # The older version: what only the newest one allows is not sent by most servers.
    return RootSchemas({"result": schema["anyOf"][0], "tool_call_id": {"type": "string"}}, schema["$defs"])


def _mcp_named_result() -> RootSchemas:
    found = _mcp_result()
    return found._replace(roots={**found.roots, "name": {"type": "string"}})


def _answer(kind: str) -> RootSchemas:
    schema = schema_of(kind)
    return RootSchemas({"response": schema}, schema["$defs"])


def _events(kind: str) -> RootSchemas:
    schema = schema_of(kind)
    return RootSchemas({"events": _list({"anyOf": schema["anyOf"]})}, schema["$defs"])


def _chunks() -> RootSchemas:
    """Return the chunks, and the response that they make: what their texts and arguments are shows there."""
    response = _answer("chat-response")
    schema, definitions = _apart("chat-chunk", "chunk")
    # A delta is the assistant's, and later pieces of a call do not say of which type it is: none of both has variants.
    for name, key in (("ChoiceDelta", "role"), ("ChoiceDeltaToolCall", "type")):
        definitions[f"chunk.{name}"]["properties"][key] = {"anyOf": [{"type": "string"}, {"type": "null"}]}
    return RootSchemas({"chunks": _list(schema), **response.roots}, {**definitions, **response.definitions})


def _anthropic_events() -> RootSchemas:
    """Return the events, and the message that they make."""
    events, message = _events("anthropic-event"), _answer("anthropic-response")
    return RootSchemas({**events.roots, **message.roots}, {**events.definitions, **message.definitions})


def _gemini_responses() -> RootSchemas:
    """Return the responses of a stream, and the response that they make."""
    whole = _answer("gemini-response")
    events, definitions = _apart("gemini-response", "piece")
    return RootSchemas({"events": _list(events), **whole.roots}, {**definitions, **whole.definitions})


def _apart(kind: str, name: str) -> tuple[Schema, dict[str, JSON]]:
    """Return a schema and its definitions, with a name before theirs: another schema has some of the same."""
    schema = json.loads(json.dumps(schema_of(kind)).replace("#/$defs/", f"#/$defs/{name}."))
    return schema, {f"{name}.{key}": value for key, value in schema.pop("$defs").items()}


def _exchange(answer: RootSchemas) -> RootSchemas:
    """Return an answer, and the request beside it without its input, of which nothing gets into a response."""
    schema, definitions = _apart("responses-request", REQUEST)
    request = definitions[schema["anyOf"][0]["$ref"].removeprefix("#/$defs/")]
    members = {name: member for name, member in request["properties"].items() if name != "input"}
    return RootSchemas(
        {REQUEST: {**request, "properties": members}, **answer.roots}, {**definitions, **answer.definitions}
    )


def _output() -> RootSchemas:
    schema = schema_of("responses-response")
    members = {name: member for name, member in schema["properties"].items() if name != "output"}
    return RootSchemas(
        {"output": schema["properties"]["output"], "response": {**schema, "properties": members}}, schema["$defs"]
    )


def _registry_request() -> RootSchemas:
    definitions = schema_of("chat-request")["$defs"]
    request = _request("chat-request")
    members = {name: member for name, member in request["properties"].items() if name != "tools"}
    return RootSchemas({"request": {**request, "properties": members}, "tools": _list(REGISTRY_TOOL)}, definitions)


def _chat_request() -> RootSchemas:
    """Return the members beside messages and tools, which the operations of their own cover."""
    definitions = schema_of("chat-request")["$defs"]
    request = _request("chat-request")
    members = {name: member for name, member in request["properties"].items() if name not in ("messages", "tools")}
    members["stream"] = {"anyOf": [{"type": "boolean"}, {"type": "null"}]}
    return RootSchemas({"request": {**request, "properties": members}}, definitions)


def _responses_request() -> RootSchemas:
    """Return the members beside input, instructions and tools, which the operations of their own cover."""
    request = _request("responses-request")
    parts = ("input", "instructions", "tools")
    members = {name: member for name, member in request["properties"].items() if name not in parts}
    members["stream"] = {"anyOf": [{"type": "boolean"}, {"type": "null"}]}
    return RootSchemas({"request": {**request, "properties": members}}, schema_of("responses-request")["$defs"])


def _anthropic_request() -> RootSchemas:
    """Return the members beside messages and the system: what these hold, the laws of conversations say."""
    request = _request("anthropic-request")
    members = {name: member for name, member in request["properties"].items() if name not in ("messages", "system")}
    members["stream"] = {"type": "boolean"}
    return RootSchemas({"request": {**request, "properties": members}}, schema_of("anthropic-request")["$defs"])


def _gemini_request() -> RootSchemas:
    """Return the members beside what is said and the schemas of tools, which the laws cover, in one spelling."""
    definitions = {name: _in_camel_case(schema) for name, schema in schema_of("gemini-request")["$defs"].items()}
    request = definitions["Request"]
    members = {name: member for name, member in request["properties"].items()
               if name not in ("contents", "systemInstruction")}  # fmt: skip
    return RootSchemas({"request": {**request, "properties": members}}, definitions)


def _in_camel_case(schema: Schema) -> Schema:
    """Return a schema without the second spelling of its members."""
    if "properties" not in schema:
        return schema
    return {**schema, "properties": {name: held for name, held in schema["properties"].items() if "_" not in name}}


def _loop() -> RootSchemas:
    messages = _request_member("chat-request", "messages")
    roots: dict[str, Schema] = {
        "api": {"enum": ["chat", "responses", "anthropic", "gemini"]},
        "tools": _list(DEFINITION),
        "max_rounds": {"type": "integer"},
    }
    return messages._replace(roots={**roots, **messages.roots})


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


_SOURCES: Mapping[str, Callable[[], RootSchemas]] = {
    "chat-tools": lambda: _request_member("chat-request", "tools"),
    "responses-tools": lambda: _request_member("responses-request", "tools"),
    "mcp-tool": lambda: _mcp("tool"),
    "mcp-tools": lambda: _mcp("tools"),
    "registry-tools": lambda: RootSchemas({"tools": _list(REGISTRY_TOOL)}, {}),
    "registry-request": _registry_request,
    "tool-definition": lambda: RootSchemas({"provider": {"enum": list(PROVIDERS)}, "definition": DEFINITION}, {}),
    "chat-messages": lambda: _request_member("chat-request", "messages"),
    "responses-input": _input,
    "responses-output": _output,
    "chat-response": lambda: _answer("chat-response"),
    "responses-response": lambda: _answer("responses-response"),
    "responses-stream": lambda: _events("responses-event"),
    "anthropic-response": lambda: _answer("anthropic-response"),
    "anthropic-stream": _anthropic_events,
    "anthropic-request": _anthropic_request,
    "gemini-response": lambda: _answer("gemini-response"),
    "gemini-stream": _gemini_responses,
    "chat-request": _chat_request,
    "gemini-request": _gemini_request,
    "responses-request": _responses_request,
    "chat-stream": _chunks,
    "chat-exchange": lambda: _exchange(_answer("chat-response")),
    "chat-stream-exchange": lambda: _exchange(_chunks()),
    "anthropic-exchange": lambda: _exchange(_answer("anthropic-response")),
    "anthropic-stream-exchange": lambda: _exchange(_anthropic_events()),
    "gemini-exchange": lambda: _exchange(_answer("gemini-response")),
    "gemini-stream-exchange": lambda: _exchange(_gemini_responses()),
    "mcp-result": _mcp_result,
    "mcp-named-result": _mcp_named_result,
    "tool-loop": _loop,
}
