"""A Chat Completions response as an Anthropic message."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="chat-response-to-anthropic-response",
    source="chat-response",
    target="anthropic-response",
    checks="lawful",
    inputs="backend_answers",
)
