"""A Chat Completions request as an Anthropic request."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="chat-request-to-anthropic-request",
    source="chat-request",
    target="anthropic-request",
    checks="by_laws.requests",
    inputs="requests",
)
