"""Nested Chat Completions tools to flat Responses API tools."""

from conformance.formats.operations.model import ITSELF, Operation

OPERATION = Operation(
    name="chat-tools-to-responses-tools",
    source="chat-tools",
    target="responses-tools",
    checks="by_laws.chat_tools",
    inputs="tools",
    entries=ITSELF,
    tools=ITSELF,
)
