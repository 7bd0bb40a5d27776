"""The events of an Anthropic stream become text and tool calls."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="anthropic-stream-to-tool-calls",
    source="anthropic-stream",
    target="tool-calls",
    checks="letters.tool_calls",
    inputs="anthropic_answers",
)
