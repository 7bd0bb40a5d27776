"""A Chat Completions request to a Responses API request."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="chat-request-to-responses-request",
    source="chat-request",
    target="responses-request",
    checks="by_laws.openai_requests",
    inputs="requests",
)
