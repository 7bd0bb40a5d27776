"""Writes conformance/javascript/types.d.ts, the types of all inputs and results: `python -m tests.javascript_types`.

Each pin of `specs/api/` becomes a namespace, each format of `formats/operations.py` a type, and `Operations` has the
input and the output of each operation. The schemas are those that inputs and results are judged by.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from conformance.apis.input_validity.tools import DEFINITION, PROVIDERS, REGISTRY_TOOL
from conformance.apis.oracles.pinned import schema_of
from conformance.base.values import JSON
from conformance.formats.operations import operations
from conformance.rules.contracts import load_specifications
from conformance.running.subjects.javascript import FOLDER

FILE = Path(FOLDER, "types.d.ts")
COMMAND = "python -m tests.javascript_types"
HEAD = f"""\
// The input and the output of each operation. Written by `{COMMAND}`; write none by hand.
//
// The types are those that the APIs publish, as the suite reads them. What a server takes beside them has no type here.

export type Json = null | boolean | number | string | Json[] | {{ [key: string]: Json }};
"""
# By kind of pin: its namespace. Those of tools and of beta types are parts of others, or hold little beside them.
PINS = {
    "anthropic-request": "AnthropicRequests",
    "anthropic-response": "AnthropicResponses",
    "anthropic-event": "AnthropicEvents",
    "chat-request": "ChatRequests",
    "chat-response": "ChatResponses",
    "chat-chunk": "ChatChunks",
    "gemini-request": "GeminiRequests",
    "gemini-response": "GeminiResponses",
    "google-tool": "GoogleTools",
    "mcp-tool": "McpToolParts",
    "mcp-result": "McpResultParts",
    "responses-request": "ResponsesRequests",
    "responses-response": "ResponsesResponses",
    "responses-event": "ResponsesEvents",
}
ROOT = "Root"  # of a pin
# What ends a stream that failed is an object with an `error`.
_FAILED = "{ error: unknown }"
# By format: its type.
FORMATS: Mapping[str, str] = {
    "anthropic-request": "AnthropicRequests.Root",
    "anthropic-response": "AnthropicResponses.Root",
    "anthropic-stream": "AnthropicEvents.Root[]",
    "anthropic-tools": "NonNullable<AnthropicRequest['tools']>",
    "anthropic-tool-result": "AnthropicRequests.ToolResultBlockParam",
    "chat-request": "ChatRequests.Root",
    "chat-response": "ChatResponses.Root",
    "chat-stream": f"(ChatChunks.Root | {_FAILED})[]",
    "chat-messages": "ChatRequest['messages']",
    "chat-message": "Partial<ChatAnswer> & Pick<ChatAnswer, 'role' | 'content'>",
    "chat-tools": "NonNullable<ChatRequest['tools']>",
    "chat-tool": "ChatTools[number] | null",
    "tool-message": "ChatRequests.ChatCompletionToolMessageParam",
    "responses-request": "ResponsesRequests.Root",
    "responses-response": "ResponsesResponses.Root",
    "responses-stream": "ResponsesEvents.Root[]",
    "responses-tools": "NonNullable<ResponsesRequest['tools']>",
    "responses-input": "ResponsesItem[] | { input: ResponsesItem[] | string; instructions?: string | null }",
    "responses-output": "ResponsesResponse['output'] | ResponsesResponse",
    "function-call-output": "ResponsesRequests.FunctionCallOutput",
    "gemini-request": "GeminiRequests.Root & { model?: string; stream?: boolean }",
    "gemini-response": "GeminiResponses.Root",
    "gemini-stream": "GeminiResponses.Root[]",
    "gemini-tools": "NonNullable<GeminiRequest['tools']>",
    "gemini-function-response": "GeminiRequests.Part",
    "anthropic-exchange": "{ response: AnthropicResponse; request?: ResponsesRequest }",
    "anthropic-stream-exchange": "{ events: AnthropicStream; request?: ResponsesRequest }",
    "chat-exchange": "{ response: ChatResponse; request?: ResponsesRequest }",
    "chat-stream-exchange": "{ chunks: ChatStream; request?: ResponsesRequest }",
    "gemini-exchange": "{ response: GeminiResponse; request?: ResponsesRequest }",
    "gemini-stream-exchange": "{ events: GeminiStream; request?: ResponsesRequest }",
    "mcp-tool": "McpToolParts.Root",
    "mcp-tools": "McpTool[]",
    "mcp-result": "{ result: McpResultParts.Root; tool_call_id: string }",
    "mcp-named-result": "{ result: McpResultParts.Root; name: string; tool_call_id?: string }",
    "registry-tools": "RegistryTool[]",
    "registry-request": "WithTools<ChatRequest, RegistryTool[] | null>",
    "tool-definition": f"{{ provider: {' | '.join(map(json.dumps, PROVIDERS))}; definition: ToolFunction }}",
    "provider-tool": "ResponsesTools[number] | ChatTool | AnthropicTools[number] | GoogleTools.Root",
    "tool-calls": """{
  content: string;
  tool_calls?: ParsedCall[] | null;
  finish_reason: string | null;
  usage?: unknown;
  /** Of a stream: whether it came to its end. */
  done?: boolean;
}""",
    "tool-loop": """{
  /** Ends in /v1. */
  base_url: string;
  api: "responses" | "chat" | "anthropic";
  model: string;
  messages: ChatMessages;
  tools: ToolFunction[];
  /** By name of a tool: its value, or an object with the text with which it fails. */
  results: { [tool: string]: Json };
  max_rounds: number;
}""",
    "conversation": "{ answer: string; calls: { id: string; name: string; arguments: Json }[] }",
}
# Types beside those of formats.
PARTS: Mapping[str, str] = {
    "ChatAnswer": "ChatResponses.ChatCompletionMessage",
    "ResponsesItem": "Exclude<NonNullable<ResponsesRequest['input']>, string>[number]",
    "ParsedCall": """{
  id: string;
  type: "function";
  name: string;
  arguments?: { [key: string]: unknown } | null;
  arguments_raw?: string;
  index?: number | null;
}""",
    "WithTools<Request, Tools>": "Request extends unknown ? Omit<Request, 'tools'> & { tools?: Tools } : never",
}
_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_REFERENCE = "#/$defs/"


def text() -> str:
    """Return the file."""
    contracts = load_specifications().contracts
    parts = [HEAD]
    parts += [f"export type {name} = {type_};\n" for name, type_ in PARTS.items()]
    parts += [f"export type {name} = {type_of(schema)};\n" for name, schema in _own_schemas()]
    for name, operation in operations().items():
        for format_name in (operation.source, operation.target):
            if format_name not in FORMATS:
                raise KeyError(f"{format_name} of {name} has no type here")
    parts += [f"export type {pascal(name)} = {type_};\n" for name, type_ in sorted(FORMATS.items())]
    rows = [
        f"  /** {contracts[name].title}. */\n  {json.dumps(name)}: "
        f"{{ input: {pascal(operation.source)}; output: {pascal(operation.target)} }};\n"
        for name, operation in operations().items()
    ]
    parts.append(
        f"/** The input and the output of each operation. */\nexport interface Operations {{\n{''.join(rows)}}}\n"
    )
    parts += ["".join(_namespace(kind, name)) for kind, name in PINS.items()]
    return "\n".join(parts)


def pascal(name: str) -> str:
    """Return the name of a format as that of a type."""
    return "".join(word.capitalize() for word in name.split("-"))


def _own_schemas() -> Iterator[tuple[str, JSON]]:
    yield "ToolFunction", DEFINITION
    yield "RegistryTool", REGISTRY_TOOL


def _namespace(kind: str, name: str) -> Iterator[str]:
    """Yield the lines of the namespace of a pin: a type for each definition, and one for its root."""
    schema = schema_of(kind)
    yield f"export declare namespace {name} {{\n"
    for key, definition in sorted(schema.get("$defs", {}).items()):
        yield f"  type {_identifier(key)} = {type_of(definition, 1)};\n"
    root = {key: value for key, value in schema.items() if key != "$defs"}
    yield f"  type {ROOT} = {type_of(root, 1)};\n}}\n"


def type_of(schema: Any, depth: int = 0) -> str:
    """Return the type of the values that a schema takes. depth: how far it is moved to the right."""
    if not isinstance(schema, dict):
        return "unknown"
    if "$ref" in schema:
        return _identifier(schema["$ref"].removeprefix(_REFERENCE))
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return _union([json.dumps(value) for value in schema["enum"]])
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            return _union([type_of(branch, depth) for branch in schema[keyword]])
    kinds = schema.get("type", "object" if "properties" in schema else None)
    if kinds is None:
        return "unknown"
    return _union([_of_kind(kind, schema, depth) for kind in ([kinds] if isinstance(kinds, str) else kinds)])


def _of_kind(kind: str, schema: Mapping[str, Any], depth: int) -> str:
    if kind == "array":
        return f"Array<{type_of(schema.get('items'), depth)}>"
    if kind == "object":
        return _object(schema, depth)
    return {"integer": "number"}.get(kind, kind)


def _object(schema: Mapping[str, Any], depth: int) -> str:
    """Return the type of an object. One that lists its members has no others here: so a misspelt one is found."""
    members, required = schema.get("properties") or {}, schema.get("required", ())
    if not members:
        others = schema.get("additionalProperties", True)
        return f"{{ [key: string]: {type_of(others, depth)} }}"
    space = "  " * (depth + 1)
    lines = [
        f"{space}{_key(name)}{'' if name in required else '?'}: {type_of(member, depth + 1)};\n"
        for name, member in members.items()
    ]
    return f"{{\n{''.join(lines)}{'  ' * depth}}}"


def _union(types: list[str]) -> str:
    """Return a union; what an unknown value is beside does not show."""
    each = list(dict.fromkeys(types))
    return "unknown" if "unknown" in each else " | ".join(each) or "never"


def _key(name: str) -> str:
    return name if _NAME.fullmatch(name) else json.dumps(name)


def _identifier(name: str) -> str:
    """Return the name of a definition as that of a type; those of versions of MCP have these before theirs."""
    return re.sub(r"\W", "_", name)


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
