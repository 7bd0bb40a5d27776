"""A Responses API response as an Anthropic message."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="responses-response-to-anthropic-response",
    source="responses-response",
    target="anthropic-response",
    checks="by_laws.answers",
    inputs="responses",
)
