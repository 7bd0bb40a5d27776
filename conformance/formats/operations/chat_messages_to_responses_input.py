"""Chat Completions messages to Responses API input."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="chat-messages-to-responses-input",
    source="chat-messages",
    target="responses-input",
    checks="letters.responses_input",
    inputs="conversations",
)
