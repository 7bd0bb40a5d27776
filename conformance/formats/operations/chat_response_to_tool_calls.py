"""A Chat Completions response becomes text and tool calls."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="chat-response-to-tool-calls",
    source="chat-response",
    target="tool-calls",
    checks="letters.tool_calls",
    inputs="chat_answers",
)
