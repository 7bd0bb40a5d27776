"""MCP tools become Responses API tools."""

from conformance.formats.operations.model import ITSELF, Operation

OPERATION = Operation(
    name="mcp-tools-to-responses-tools",
    source="mcp-tools",
    target="responses-tools",
    checks="by_laws.flat_mcp_tools",
    inputs="tools",
    entries=ITSELF,
    tools=ITSELF,
    empty_names=True,
)
