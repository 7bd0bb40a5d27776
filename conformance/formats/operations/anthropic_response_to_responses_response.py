"""An Anthropic message as a Responses API response."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="anthropic-response-to-responses-response",
    source="anthropic-exchange",
    target="responses-response",
    checks="lawful",
    inputs="anthropic_exchanges",
)
