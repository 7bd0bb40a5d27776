"""A Chat Completions request to a Responses API request."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="chat-request-to-responses-request",
    source="chat-request",
    target="responses-request",
    checks="letters.requests",
    inputs="requests",
)
