"""A Chat Completions response as an Anthropic message."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="chat-response-to-anthropic-response",
    source="chat-response",
    target="anthropic-response",
    checks="by_laws.answers",
    inputs="backend_answers",
)
