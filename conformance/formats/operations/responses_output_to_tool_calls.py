"""A Responses API response becomes text and tool calls."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="responses-output-to-tool-calls",
    source="responses-response",
    target="tool-calls",
    checks="letters.tool_calls",
    inputs="answers",
)
