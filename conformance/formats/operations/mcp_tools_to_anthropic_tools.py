"""MCP tools become Anthropic tools."""

from conformance.formats.operations.model import ITSELF, Operation

OPERATION = Operation(
    name="mcp-tools-to-anthropic-tools",
    source="mcp-tools",
    target="anthropic-tools",
    checks="by_laws.anthropic_tools",
    inputs="tools",
    entries=ITSELF,
    tools=ITSELF,
    empty_names=True,
)
