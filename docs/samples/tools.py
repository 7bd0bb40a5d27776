"""A converter from MCP tools to the tools of Chat Completions: what the sample workflow certifies."""

import copy

MAPS_OF_SCHEMAS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies")
VALUES = ("const", "enum", "examples", "required", "dependentRequired")


def to_chat_tool(tool):
    """Return one MCP tool as a tool of Chat Completions. Raises ValueError for what is no tool."""
    if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
        raise ValueError("the tool has no name")
    if not isinstance(tool.get("inputSchema"), dict):
        raise ValueError(f"the tool {tool['name']} has no inputSchema")
    parameters = without_defaults(copy.deepcopy(tool["inputSchema"]))
    if parameters.get("type") == "object" and parameters.get("properties") is None:
        parameters["properties"] = {}  # without them the API refuses the tool
    function = {"name": tool["name"], "description": tool.get("description") or "", "parameters": parameters}
    return {"type": "function", "function": function}


def without_defaults(schema):
    """Return a schema, and every schema in it, without its default."""
    if isinstance(schema, list):
        return [without_defaults(member) for member in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _inner(key, value) for key, value in schema.items() if key != "default"}


def _inner(key, value):
    if key in VALUES:
        return value
    if key in MAPS_OF_SCHEMAS and isinstance(value, dict):
        return {name: without_defaults(member) for name, member in value.items()}
    return without_defaults(value)
