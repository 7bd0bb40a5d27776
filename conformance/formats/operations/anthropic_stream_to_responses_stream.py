"""An Anthropic stream as a Responses API stream."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="anthropic-stream-to-responses-stream",
    source="anthropic-stream-exchange",
    target="responses-stream",
    checks="by_laws.answers",
    inputs="anthropic_exchanges",
)
