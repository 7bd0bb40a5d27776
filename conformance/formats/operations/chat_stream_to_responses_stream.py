"""A Chat Completions stream as a Responses API stream."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="chat-stream-to-responses-stream",
    source="chat-stream-exchange",
    target="responses-stream",
    checks="by_laws.answers",
    inputs="exchanges",
)
