"""A tool definition becomes the tool of one provider's API."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="tool-definition-to-provider-tool",
    source="tool-definition",
    target="provider-tool",
    checks="letters.provider_tools",
    inputs="definitions",
    tools="definition",
)
