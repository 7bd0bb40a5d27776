"""The output of a Responses model as one Chat Completions assistant message."""

from conformance.formats.operations.model import ITSELF, Operation

OPERATION = Operation(
    name="responses-output-to-chat-message",
    source="responses-output",
    target="chat-message",
    checks="by_laws.chat_message",
    inputs="outputs",
    entries=ITSELF,
)
