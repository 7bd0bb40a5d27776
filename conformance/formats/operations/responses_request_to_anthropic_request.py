"""A Responses request as an Anthropic request."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="responses-request-to-anthropic-request",
    source="responses-request",
    target="anthropic-request",
    checks="by_laws.requests",
    inputs="flat_requests",
)
