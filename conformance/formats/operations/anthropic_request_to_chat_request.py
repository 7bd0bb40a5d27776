"""An Anthropic request as a Chat Completions request."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="anthropic-request-to-chat-request",
    source="anthropic-request",
    target="chat-request",
    checks="by_laws.requests",
    inputs="anthropic_requests",
)
