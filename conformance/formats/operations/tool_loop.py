"""A conversation with tools runs to its answer."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="tool-loop",
    source="tool-loop",
    target="conversation",
    checks="by_laws.tool_loop",
    inputs="loops",
    tools="tools",
    scripted=True,
)
