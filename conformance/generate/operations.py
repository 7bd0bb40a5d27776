"""The operations that inputs can be generated for, and the modules that make them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import NamedTuple

from conformance.generate.choices import Choices
from conformance.values import JSON

CHAT_TOOLS = "chat-tools-to-responses-tools"
MCP_TOOL = "mcp-tool-to-chat-tool"
MCP_TOOLS = "mcp-tools-to-chat-tools"

# Each of these modules has INPUTS, a table of its operations.
_MODULES = {
    CHAT_TOOLS: "tools",
    MCP_TOOL: "tools",
    MCP_TOOLS: "tools",
}

OPERATIONS = tuple(_MODULES)


class Inputs(NamedTuple):
    """How the inputs of one operation are made.

    make: one input. wrong_shapes: values that are nothing the operation takes. deep_and_wide: named inputs that nest
    deeply or hold very much, always the same ones; `wide-100` and `wide-1000` differ by their size alone.
    """

    make: Callable[[Choices], JSON]
    wrong_shapes: Callable[[], Sequence[JSON]]
    deep_and_wide: Callable[[], Sequence[tuple[str, JSON]]]


@cache
def inputs_of(operation: str) -> Inputs:
    """Return how an operation's inputs are made. Raises ValueError for an unknown operation; it lists the known."""
    if operation not in _MODULES:
        known = ", ".join(OPERATIONS)
        raise ValueError(f"no inputs can be generated for operation {operation!r}; known operations: {known}")
    inputs: dict[str, Inputs] = import_module(f"conformance.generate.{_MODULES[operation]}").INPUTS
    return inputs[operation]
