"""A Responses API stream becomes text and tool calls."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="responses-stream-to-tool-calls",
    source="responses-stream",
    target="tool-calls",
    checks="letters.tool_calls",
    inputs="answer_streams",
)
