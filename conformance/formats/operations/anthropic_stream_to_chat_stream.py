"""An Anthropic stream as a Chat Completions stream."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="anthropic-stream-to-chat-stream",
    source="anthropic-stream",
    target="chat-stream",
    checks="by_laws.answers",
    inputs="anthropic_answers",
)
