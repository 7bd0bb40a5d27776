"""A Responses API request to a Chat Completions request."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="responses-request-to-chat-request",
    source="responses-request",
    target="chat-request",
    checks="letters.requests",
    inputs="flat_requests",
)
