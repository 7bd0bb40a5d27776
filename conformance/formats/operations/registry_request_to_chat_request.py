"""A request with a registry's tools becomes a Chat Completions request."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="registry-request-to-chat-request",
    source="registry-request",
    target="chat-request",
    checks="letters.registry_tools",
    inputs="registry",
    entries="tools",
    tools="tools",
)
