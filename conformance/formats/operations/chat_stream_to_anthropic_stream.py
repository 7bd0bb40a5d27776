"""A Chat Completions stream as an Anthropic stream."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="chat-stream-to-anthropic-stream",
    source="chat-stream",
    target="anthropic-stream",
    checks="by_laws.answers",
    inputs="backend_answers",
)
