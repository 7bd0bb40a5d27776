"""The result of an MCP tool call as a Responses function_call_output."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="mcp-result-to-function-call-output",
    source="mcp-result",
    target="function-call-output",
    checks="by_laws.mcp_results",
    inputs="mcp_results",
)
