"""A Responses API request to a Chat Completions request."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="responses-request-to-chat-request",
    source="responses-request",
    target="chat-request",
    checks="by_laws.openai_requests",
    inputs="flat_requests",
)
