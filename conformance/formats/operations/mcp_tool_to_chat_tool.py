"""An MCP tool becomes a Chat Completions tool."""

from conformance.formats.operations.model import ITSELF, Operation

OPERATION = Operation(
    name="mcp-tool-to-chat-tool",
    source="mcp-tool",
    target="chat-tool",
    checks="by_laws.mcp_tools",
    inputs="tools",
    tools=ITSELF,
    empty_names=True,
)
