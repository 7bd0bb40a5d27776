import copy


def convert(tool):
    """Copies the schema with all its defaults, and takes anything for a tool: MCP-2 and others fail."""
    function = {"name": tool["name"], "description": tool.get("description", "")}
    function["parameters"] = schema = copy.deepcopy(tool["inputSchema"])
    if schema.get("type") == "object" and schema.get("properties") is None:
        schema["properties"] = {}
    return {"type": "function", "function": function}
