"""A converter that needs nothing but Python 3.8: one MCP tool to one Chat tool."""

MAPS = {"properties", "patternProperties", "$defs", "definitions", "dependencies", "dependentSchemas"}
SCHEMAS = {
    "additionalItems", "additionalProperties", "allOf", "anyOf", "contains", "contentSchema", "else", "if", "items",
    "not", "oneOf", "prefixItems", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
}  # fmt: skip


def mcp_tool_to_chat_tool(tool):
    """Raises ValueError for a tool without a name or a schema."""
    if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
        raise ValueError("a tool needs a name")
    if not isinstance(tool.get("inputSchema"), dict):
        raise ValueError("{} needs an inputSchema".format(tool["name"]))
    description, parameters = tool.get("description"), without_defaults(tool["inputSchema"])
    if parameters.get("type") == "object" and parameters.get("properties") is None:
        parameters["properties"] = {}  # the API wants them
    function = {
        "name": tool["name"],
        "description": description if isinstance(description, str) else "",
        "parameters": parameters,
    }
    return {"type": "function", "function": function}


def without_defaults(schema):
    if isinstance(schema, list):
        return [without_defaults(member) for member in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {}
    for keyword, value in schema.items():
        if keyword in SCHEMAS:
            kept[keyword] = without_defaults(value)
        elif keyword in MAPS and isinstance(value, dict):
            kept[keyword] = {name: without_defaults(member) for name, member in value.items()}
        elif keyword != "default":
            kept[keyword] = copied(value)
    return kept


def copied(value):
    if isinstance(value, dict):
        return {key: copied(member) for key, member in value.items()}
    if isinstance(value, list):
        return [copied(member) for member in value]
    return value
