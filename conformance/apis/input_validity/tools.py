"""The standing of tools in each source format: Chat, MCP, the registry of S1, the definitions of S3."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema_rs

from conformance.apis.input_validity.model import Reason, below, reason
from conformance.apis.input_validity.refusals import refusals
from conformance.apis.input_validity.requests import is_excused
from conformance.apis.input_validity.rules import as_object, not_empty, unique
from conformance.apis.input_validity.schemas import schema_reasons
from conformance.apis.oracles import findings_of_tools
from conformance.apis.oracles.judge import findings_of
from conformance.apis.oracles.pinned import pin, validator
from conformance.apis.oracles.relax import changed
from conformance.base.values import JSON

# The rules of what is documented, not malformed.
NEWEST, BOOLEAN_PROPERTY = "mcp-newest-only", "boolean-property"
PROVIDERS = ("openai-responses", "openai-chat", "gwdg", "anthropic", "google")


def chat_tools(tools: JSON) -> Iterator[Reason]:
    """Yield why a list is not one of Chat Completions tools."""
    if not isinstance(tools, list):
        yield reason("type", "not a list of tools")
        return
    for found in findings_of_tools("openai-chat", tools):
        if not is_excused(found, {"tools": tools}, "/tools"):
            yield Reason(at=found.at, message=found.message, rule=found.rule)
    for index, tool in enumerate(tools):
        function = as_object(as_object(tool).get("function"))
        if "parameters" in function:
            yield from below((index, "function", "parameters"), schema_reasons(function["parameters"]))
        if function.get("type", "function") != "function":
            yield reason("type", "clients write no type but function into a function", index, "function", "type")
        name = as_object(as_object(tool).get("custom")).get("name")
        yield from not_empty(name, "name", index, "custom", "name")


def responses_tools(tools: JSON) -> Iterator[Reason]:
    """Yield why a list is not one of Responses tools."""
    if not isinstance(tools, list):
        yield reason("type", "not a list of tools")
        return
    for found in findings_of_tools("openai-responses", tools):
        if not is_excused(found, {"tools": tools}, "/tools"):
            yield Reason(at=found.at, message=found.message, rule=found.rule)
    named = list(_named_tools(tools))
    for path, tool in named:
        yield from not_empty(tool.get("name"), "name", *path, "name")
        if isinstance(tool.get("parameters"), dict):
            yield from below((*path, "parameters"), schema_reasons(tool["parameters"]))
    yield from unique(((tool.get("name"), (*path, "name")) for path, tool in named if len(path) == 1), "tool name")


def _named_tools(tools: list[JSON]) -> Iterator[tuple[tuple[str | int, ...], dict[str, JSON]]]:
    """Yield the functions and custom tools of a Responses request, those in namespaces too, each with its path."""
    for index, tool in enumerate(tools):
        yield (index,), as_object(tool)
        inside = as_object(tool).get("tools") if as_object(tool).get("type") == "namespace" else None
        for number, inner in enumerate(inside if isinstance(inside, list) else ()):
            yield (index, "tools", number), as_object(inner)


def mcp_tools(tools: JSON) -> Iterator[Reason]:
    """Yield why a list is not one of MCP tools."""
    if not isinstance(tools, list):
        yield reason("type", "not a list of tools")
        return
    for index, tool in enumerate(tools):
        yield from below((index,), mcp_tool(tool))
    yield from unique(((as_object(tool).get("name"), (i, "name")) for i, tool in enumerate(tools)), "tool name")


def mcp_tool(tool: JSON) -> Iterator[Reason]:
    """Yield why a value is not a tool in every published version of the MCP schema."""
    old, new = _versions()
    if not new.is_valid(tool):
        yield from refusals("schema", new.iter_errors(tool))
    else:
        yield from refusals(NEWEST, old.iter_errors(tool), "only the newest version of MCP allows this: ")
    for found in findings_of("mcp-tool", tool):
        if found.rule not in ("schema", "mcp-schema-invalid"):  # both are judged here, more strictly
            yield Reason(at=found.at, message=found.message, rule=found.rule)
    for key in ("inputSchema", "outputSchema"):
        schema = as_object(tool).get(key)
        if isinstance(schema, dict):
            yield from below((key,), schema_reasons(schema))


@cache
def _versions() -> tuple[jsonschema_rs.Validator, jsonschema_rs.Validator]:
    """Return the validators of the older versions together, and of the newest one.

    The pinned schema is that of the Python types, where an optional member may be null and a property may be a
    boolean. The published schema is that of the TypeScript types, where neither is allowed before the newest version.
    """
    schema = pin("mcp-tool")["schema"]
    old, new = (
        validator(changed({"$ref": branch["$ref"], "$defs": schema["$defs"]}, as_published))
        for branch in schema["anyOf"]
    )
    return old, new


def as_published(schema: dict[str, Any]) -> None:
    """Remove from a schema what only the Python types have: null for an absent member, a boolean for a schema."""
    branches = [branch for branch in schema.get("anyOf", ()) if branch != {"type": "null"}]
    if any(branch.get("type") == "object" for branch in branches):
        branches = [branch for branch in branches if branch != {"type": "boolean"}]
    if branches:
        schema["anyOf"] = branches


def registry_tools(tools: JSON) -> Iterator[Reason]:
    """Yield why a list is not one of a registry's tools, as the types of S1 have them."""
    if not isinstance(tools, list):
        yield reason("type", "not a list of tools")
        return
    for index, tool in enumerate(tools):
        yield from below((index,), _registry_tool(tool))
    names = (
        (as_object(as_object(tool).get(kind)).get("name"), (index, kind, "name"))
        for index, tool in enumerate(tools)
        for kind in ("function", "custom")
    )
    yield from unique(names, "tool name")


def _registry_tool(tool: JSON) -> Iterator[Reason]:
    kind = as_object(tool).get("type")
    if not isinstance(kind, str) or kind not in _REGISTRY:
        place = ["type"] if isinstance(tool, dict) else []
        yield reason("registry-type", f"not a tool of one of the types {', '.join(_REGISTRY)}", *place)
        return
    refused = list(_REGISTRY[kind].iter_errors(tool))
    yield from refusals("registry-schema", refused)
    if not refused and "parameters" in as_object(tool.get("function")):
        yield from below(("function", "parameters"), schema_reasons(tool["function"]["parameters"]))


def _closed_schema(required: list[str], **properties: JSON) -> dict[str, JSON]:
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


_TEXT = {"type": "string"}
_NAME = {"type": "string", "minLength": 1}
_FUNCTION = _closed_schema(
    ["name"], name=_NAME, description=_TEXT, parameters={"type": "object"}, strict={"type": "boolean"}
)
# A grammar is written as Responses has it, or as Chat Completions has it.
_GRAMMAR = _closed_schema(["syntax", "definition"], syntax={"enum": ["lark", "regex"]}, definition=_TEXT)
_FORMAT = {
    "anyOf": [
        _closed_schema(["type"], type={"const": "text"}),
        _closed_schema(["type", "grammar"], type={"const": "grammar"}, grammar=_GRAMMAR),
        _closed_schema(["type", "syntax", "definition"], type={"const": "grammar"}, **_GRAMMAR["properties"]),
    ]
}
_CUSTOM = _closed_schema(["name"], name=_NAME, description=_TEXT, format=_FORMAT)
_REGISTRY_TYPES = {
    kind: _closed_schema(["type", *inner], type={"const": kind}, **inner)
    for kind, inner in {
        "function": {"function": _FUNCTION}, "local_shell": {}, "web_search": {}, "custom": {"custom": _CUSTOM},
    }.items()
}  # fmt: skip
# The schemas of a registry's tool, and of a tool definition.
REGISTRY_TOOL: dict[str, JSON] = {"anyOf": list(_REGISTRY_TYPES.values())}
DEFINITION = _FUNCTION
_REGISTRY = {kind: jsonschema_rs.Draft202012Validator(schema) for kind, schema in _REGISTRY_TYPES.items()}
_DEFINITION = jsonschema_rs.Draft202012Validator(DEFINITION)


def definition(value: JSON) -> Iterator[Reason]:
    """Yield why a value is not a tool definition: a Chat function without the limits of an API."""
    refused = list(_DEFINITION.iter_errors(value))
    yield from refusals("definition-schema", refused)
    parameters = as_object(value).get("parameters")
    if refused or parameters is None:
        return
    if parameters.get("type") != "object":
        yield reason("root-type", "the parameters of a function are a schema of type object", "parameters")
    for name, schema in as_object(parameters.get("properties")).items():
        if isinstance(schema, bool):
            message = (
                "few programs write a boolean for a property's schema, and only the newest version of MCP allows it"
            )
            yield reason(BOOLEAN_PROPERTY, message, "parameters", "properties", name)
    yield from below(("parameters",), schema_reasons(parameters))


def provider_definition(value: JSON) -> Iterator[Reason]:
    """Yield why a value is not a provider with a tool definition."""
    given = as_object(value)
    if given.get("provider") not in PROVIDERS:
        yield reason("provider", f"the provider is not one of {', '.join(PROVIDERS)}", "provider")
    yield from below(("definition",), definition(given.get("definition")))
    for key in given.keys() - {"provider", "definition"}:
        yield reason("schema", f"unknown member {json.dumps(key)}", key)
