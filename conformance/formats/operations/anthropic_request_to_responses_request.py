"""An Anthropic request as a Responses request."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="anthropic-request-to-responses-request",
    source="anthropic-request",
    target="responses-request",
    checks="by_laws.requests",
    inputs="anthropic_requests",
)
