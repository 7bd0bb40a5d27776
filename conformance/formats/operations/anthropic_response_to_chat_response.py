"""An Anthropic message as a Chat Completions response."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="anthropic-response-to-chat-response",
    source="anthropic-response",
    target="chat-response",
    checks="by_laws.answers",
    inputs="anthropic_answers",
)
