"""A Responses API stream as a Chat Completions stream."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="responses-stream-to-chat-stream",
    source="responses-stream",
    target="chat-stream",
    checks="by_laws.chat_responses",
    inputs="answer_streams",
)
