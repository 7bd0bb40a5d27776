"""Inputs of the operations: Hypothesis strategies, examples for a seed, and very deep and very wide ones.

Only the strategies need Hypothesis, and it is imported when the first one is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from conformance.generate.examples import draw
from conformance.generate.operations import CHAT_TOOLS, MCP_TOOL, MCP_TOOLS, OPERATIONS, unknown_operation
from conformance.generate.schemas import schemas
from conformance.generate.shapes import deep_and_wide
from conformance.generate.tools import chat_tool_lists, mcp_tool_lists, mcp_tools
from conformance.values import JSON

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = [
    "OPERATIONS",
    "chat_tool_lists",
    "deep_and_wide",
    "draw",
    "inputs",
    "mcp_tool_lists",
    "mcp_tools",
    "schemas",
]


def inputs(operation: str, exact_numbers: bool = True) -> SearchStrategy[JSON]:
    """The strategy of an operation's inputs, for anyone's own tests with `hypothesis.given`.

    exact_numbers: as in `schemas`. Raises ValueError for an unknown operation.
    """
    strategies = {CHAT_TOOLS: chat_tool_lists, MCP_TOOL: mcp_tools, MCP_TOOLS: mcp_tool_lists}
    strategy = strategies.get(operation)
    if strategy is None:
        raise unknown_operation(operation)
    return strategy(exact_numbers)
