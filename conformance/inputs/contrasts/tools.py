"""Contrasts of tool definitions: MCP tools, Chat tools, registry tools and definitions for a provider."""

from __future__ import annotations

from conformance.base.values import JSON
from conformance.formats.json_schema import is_valid_schema
from conformance.inputs.contrasts.model import Contrast, rewritten

DESCRIPTION = "Does what its name says."
EMPTY_SCHEMA: JSON = {"type": "object", "properties": {}}
# The keywords of a schema that contain further schemas under names of their own, and those whose names are properties.
_NAMED_SCHEMAS = ("properties", "dependentSchemas", "dependencies")
_SCHEMAS = ("$defs", "definitions", "patternProperties")


def _tools(value: JSON) -> list[dict[str, JSON]]:
    """Return the tools of an input: one tool, a list of them, or the `tools` or the `definition` of an object."""
    if isinstance(value, list):
        return [entry for entry in value if isinstance(entry, dict)]
    if not isinstance(value, dict):
        return []
    for key in ("tools", "definition"):
        if key in value:
            return _tools(value[key])
    return [value]


def _body(tool: dict[str, JSON]) -> dict[str, JSON]:
    """Return the object that has the name of a tool: its `function`, or the tool."""
    function = tool.get("function")
    return function if isinstance(function, dict) else tool


def _schema_key(body: dict[str, JSON]) -> str:
    return "inputSchema" if "inputSchema" in body else "parameters"


def _tool_with_descriptions(value: JSON) -> JSON:
    for tool in _tools(value):
        body = _body(tool)
        if "name" in body and body.get("description") in (None, ""):
            body["description"] = DESCRIPTION
    return value


def _complete(value: JSON) -> JSON:
    """Give a description and parameters to each function that lacks one of them."""
    for tool in _tools(_tool_with_descriptions(value)):
        body = _body(tool)
        if "name" in body and body.get(_schema_key(body)) is None:
            body[_schema_key(body)] = EMPTY_SCHEMA
    return value


def _without_schemas(value: JSON) -> JSON:
    for tool in _tools(value):
        body = _body(tool)
        if _schema_key(body) in body:
            body[_schema_key(body)] = EMPTY_SCHEMA
    return value


def _with_tools(value: JSON) -> JSON:
    if not isinstance(value, dict) or "messages" not in value or value.get("tools"):
        return value
    tool = {
        "type": "function",
        "function": {"name": "list_models", "description": DESCRIPTION, "parameters": EMPTY_SCHEMA},
    }
    return value | {"tools": [tool]}


def _with_valid_schemas(value: JSON) -> JSON:
    for tool in _tools(value):
        body = _body(tool)
        key = _schema_key(body)
        if key in body and not is_valid_schema(body[key]):
            body[key] = EMPTY_SCHEMA
    return value


def _without_schemas_for_google(value: JSON) -> JSON:
    return _without_schemas(value) if isinstance(value, dict) and value.get("provider") == "google" else value


def _without_references(value: JSON) -> JSON:
    """Let each schema that is a reference accept anything."""
    for tool in _tools(value):
        body = _body(tool)
        key = _schema_key(body)
        if key in body:
            body[key] = rewritten(body[key], lambda schema: {} if isinstance(schema.get("$ref"), str) else schema)
            if body[key] == {}:
                body[key] = EMPTY_SCHEMA
    return value


def _plainly_named(value: JSON) -> JSON:
    for tool in _tools(value):
        body = _body(tool)
        key = _schema_key(body)
        if key in body:
            body[key] = _schema_with_names(body[key], _plain_names(body[key]))
    return value


def _plain_names(schema: JSON) -> dict[str, str]:
    """Return a plain name for each property of a schema, at any depth."""
    names: dict[str, str] = {}
    pending = [schema]
    while pending:
        value = pending.pop()
        if isinstance(value, list):
            pending += value
        elif isinstance(value, dict):
            properties = value.get("properties")
            for name in properties if isinstance(properties, dict) else ():
                names.setdefault(name, f"field_{len(names) + 1}")
            pending += value.values()
    return names


def _schema_with_names(schema: JSON, names: dict[str, str]) -> JSON:
    """Return a schema whose properties have other names, also where a keyword refers to them."""
    if isinstance(schema, list):
        return [_schema_with_names(member, names) for member in schema]
    if not isinstance(schema, dict):
        return schema
    renamed: dict[str, JSON] = {}
    for keyword, value in schema.items():
        if keyword in _NAMED_SCHEMAS and isinstance(value, dict):
            renamed[keyword] = {names.get(name, name): _requirement(member, names) for name, member in value.items()}
        elif keyword in _SCHEMAS and isinstance(value, dict):
            renamed[keyword] = {name: _schema_with_names(member, names) for name, member in value.items()}
        elif keyword == "required":
            renamed[keyword] = _names(value, names)
        elif keyword == "dependentRequired" and isinstance(value, dict):
            renamed[keyword] = {names.get(name, name): _names(member, names) for name, member in value.items()}
        elif keyword == "$ref" and isinstance(value, str):
            renamed[keyword] = _reference(value, names)
        elif keyword in ("default", "const", "enum", "examples"):
            renamed[keyword] = value
        else:
            renamed[keyword] = _schema_with_names(value, names)
    return renamed


def _requirement(member: JSON, names: dict[str, str]) -> JSON:
    """Rename in a member of `dependencies`, which is a schema or a list of names."""
    return _names(member, names) if isinstance(member, list) else _schema_with_names(member, names)


def _names(value: JSON, names: dict[str, str]) -> JSON:
    if not isinstance(value, list):
        return value
    return [names.get(name, name) if isinstance(name, str) else name for name in value]


def _reference(reference: str, names: dict[str, str]) -> str:
    """Rename the properties in a pointer: each segment that follows `properties`."""
    segments = reference.split("/")
    for index in range(1, len(segments)):
        if segments[index - 1] == "properties":
            name = segments[index].replace("~1", "/").replace("~0", "~")
            segments[index] = names.get(name, segments[index])
    return "/".join(segments)


TOOLS = {
    "described-tools": Contrast(when="if every tool has a description", remove=_tool_with_descriptions),
    "complete-functions": Contrast(when="if every function has a description and parameters", remove=_complete),
    "plain-property-names": Contrast(when="with plain property names", remove=_plainly_named),
    "no-references": Contrast(when="without references in its schema", remove=_without_references),
    "with-tools": Contrast(when="if the request has tools", remove=_with_tools),
    "valid-schemas": Contrast(when="if every schema is valid", remove=_with_valid_schemas),
    "empty-schemas-for-google": Contrast(when="with an empty schema", remove=_without_schemas_for_google),
}
