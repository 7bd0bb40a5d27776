"""An Anthropic message becomes text and tool calls."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="anthropic-response-to-tool-calls",
    source="anthropic-response",
    target="tool-calls",
    checks="letters.tool_calls",
    inputs="anthropic_answers",
)
