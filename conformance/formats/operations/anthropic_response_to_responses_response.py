"""An Anthropic message as a Responses API response."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="anthropic-response-to-responses-response",
    source="anthropic-exchange",
    target="responses-response",
    checks="by_laws.answers",
    inputs="anthropic_exchanges",
)
