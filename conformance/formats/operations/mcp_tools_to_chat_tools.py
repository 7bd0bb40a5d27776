"""MCP tools become Chat Completions tools."""

from conformance.formats.operations.model import ITSELF, Operation

OPERATION = Operation(
    name="mcp-tools-to-chat-tools",
    source="mcp-tools",
    target="chat-tools",
    checks="by_laws.mcp_tools",
    inputs="tools",
    entries=ITSELF,
    tools=ITSELF,
    empty_names=True,
)
