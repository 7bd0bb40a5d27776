"""The operations that inputs are generated for, and how the module of each makes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import NamedTuple

from conformance.generate.choices import Choices
from conformance.operations import operations
from conformance.values import JSON

CHAT_TOOLS = "chat-tools-to-responses-tools"
RESPONSES_TOOLS = "responses-tools-to-chat-tools"
MCP_TOOL = "mcp-tool-to-chat-tool"
MCP_TOOLS = "mcp-tools-to-chat-tools"
MCP_TO_RESPONSES_TOOLS = "mcp-tools-to-responses-tools"
DEFINITION = "tool-definition-to-provider-tool"
OUTPUT = "responses-output-to-chat-message"
MESSAGES = "chat-messages-to-responses-input"
REGISTRY_TOOLS = "registry-tools-to-chat-tools"
REGISTRY_REQUEST = "registry-request-to-chat-request"
ITEMS = "responses-input-to-chat-messages"
OUTPUT_CALLS = "responses-output-to-tool-calls"
STREAM_CALLS = "responses-stream-to-tool-calls"
CHAT_CALLS = "chat-response-to-tool-calls"
CHAT_REQUEST = "chat-request-to-responses-request"
RESPONSES_REQUEST = "responses-request-to-chat-request"
CHAT_STREAM_CALLS = "chat-stream-to-tool-calls"
CHAT_RESPONSE = "responses-response-to-chat-response"
RESULT_TO_MESSAGE = "mcp-result-to-tool-message"
RESULT_TO_OUTPUT = "mcp-result-to-function-call-output"
TO_CHAT_STREAM = "responses-stream-to-chat-stream"
CHAT_EXCHANGE = "chat-response-to-responses-response"
CHAT_STREAM_EXCHANGE = "chat-stream-to-responses-stream"
LOOP = "tool-loop"

OPERATIONS = tuple(operations())


class Inputs(NamedTuple):
    """How the inputs of one operation are made.

    make: one real input. wrong_shapes: values that are nothing the operation takes, or hold what it does not know.
    deep_and_wide: named inputs that nest deeply or hold very much, always the same ones; `wide-100` and `wide-1000`
    differ by their size alone. malformed: a real input with one fault, and the fault's name.
    """

    make: Callable[[Choices], JSON]
    wrong_shapes: Callable[[], Sequence[JSON]]
    deep_and_wide: Callable[[], Sequence[tuple[str, JSON]]]
    malformed: Callable[[Choices], tuple[str, JSON]]


def unknown_operation(operation: str) -> ValueError | None:
    """Return the error for an operation that is none of OPERATIONS; it lists them."""
    if operation in OPERATIONS:
        return None
    known = ", ".join(OPERATIONS)
    return ValueError(f"no inputs can be generated for operation {operation!r}; known operations: {known}")


@cache
def inputs_of(operation: str) -> Inputs:
    """Return how an operation's inputs are made. Raises ValueError for an unknown operation."""
    problem = unknown_operation(operation)
    if problem is not None:
        raise problem
    # Each of these modules has INPUTS, a table of its operations.
    inputs: dict[str, Inputs] = import_module(f"conformance.generate.{operations()[operation].inputs}").INPUTS
    return inputs[operation]
