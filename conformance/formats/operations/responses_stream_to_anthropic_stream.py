"""A Responses API stream as an Anthropic stream."""

from conformance.formats.operations.model import Operation

OPERATION = Operation(
    name="responses-stream-to-anthropic-stream",
    source="responses-stream",
    target="anthropic-stream",
    checks="by_laws.answers",
    inputs="answer_streams",
)
