"""Flat Responses API tools to nested Chat Completions tools."""

from conformance.formats.operations.model import ITSELF, Operation

OPERATION = Operation(
    name="responses-tools-to-chat-tools",
    source="responses-tools",
    target="chat-tools",
    checks="by_laws.responses_tools",
    inputs="flat_tools",
    entries=ITSELF,
    tools=ITSELF,
)
