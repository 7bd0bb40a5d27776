"""A registry's tools become Chat Completions tools."""

from conformance.formats.operations.model import ITSELF, Operation

OPERATION = Operation(
    name="registry-tools-to-chat-tools",
    source="registry-tools",
    target="chat-tools",
    checks="letters.registry_tools",
    inputs="registry",
    entries=ITSELF,
    tools=ITSELF,
)
