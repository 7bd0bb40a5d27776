"""Responses API input items to Chat Completions messages."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="responses-input-to-chat-messages",
    source="responses-input",
    target="chat-messages",
    checks="by_laws.chat_messages",
    inputs="items",
)
