"""What the Model Context Protocol asks of a tool beyond its schema."""

from __future__ import annotations

import re
from collections.abc import Iterator

from conformance.apis.oracles.function_schemas import is_schema
from conformance.apis.oracles.table import BrokenApiRule, rule
from conformance.base.values import JSON


def broken_tool(tool: JSON) -> Iterator[BrokenApiRule]:
    """Yield what a tool breaks."""
    if not isinstance(tool, dict):
        return
    name = tool.get("name")
    if isinstance(name, str) and not re.fullmatch(rule("mcp-name").limit("*"), name):
        yield BrokenApiRule("mcp-name", ("name",), {"name": name})
    for key in ("inputSchema", "outputSchema"):
        schema = tool.get(key)
        if isinstance(schema, dict) and not is_schema(schema):
            yield BrokenApiRule("mcp-schema-invalid", (key,))
