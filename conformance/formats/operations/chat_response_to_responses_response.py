"""A Chat Completions response as a Responses API response."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="chat-response-to-responses-response",
    source="chat-exchange",
    target="responses-response",
    checks="by_laws.answers",
    inputs="exchanges",
)
