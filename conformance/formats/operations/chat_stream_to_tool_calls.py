"""A Chat Completions stream becomes text and tool calls."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="chat-stream-to-tool-calls",
    source="chat-stream",
    target="tool-calls",
    checks="letters.tool_calls",
    inputs="answer_chunks",
)
