"""The result of an MCP tool call as an Anthropic tool_result block."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="mcp-result-to-anthropic-tool-result",
    source="mcp-result",
    target="anthropic-tool-result",
    checks="by_laws.mcp_results",
    inputs="mcp_results",
)
