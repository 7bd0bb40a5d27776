"""The result of an MCP tool call as a Chat Completions tool message."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="mcp-result-to-tool-message",
    source="mcp-result",
    target="tool-message",
    checks="by_laws.mcp_results",
    inputs="mcp_results",
)
