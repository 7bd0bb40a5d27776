"""A Responses API response as one Chat Completions response."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="responses-response-to-chat-response",
    source="responses-response",
    target="chat-response",
    checks="by_laws.chat_responses",
    inputs="responses",
)
