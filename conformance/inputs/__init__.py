"""Inputs of the operations: Hypothesis strategies, examples for a seed, and very deep and very wide ones.

Imports `apis`, `formats` and `base`; it knows no rule. Begin with `operations.py` (which module draws for which
operation) and `examples.py`. `covering.py` deals each class of texts, names, numbers and schemas to each fact, whatever
the seed. `contrasts/` takes one feature out of an input. Only the strategies need Hypothesis, and it is imported when
the first one is asked for.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from conformance.base.values import JSON
from conformance.inputs.choices import strategy_of
from conformance.inputs.examples import draw
from conformance.inputs.operations import OPERATIONS, inputs_of
from conformance.inputs.schemas import schemas, with_numbers
from conformance.inputs.shapes import deep_and_wide
from conformance.inputs.tools import chat_tool_lists, mcp_tool_lists, mcp_tools

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


@functools.cache
def inputs(operation: str, exact_numbers: bool = True) -> SearchStrategy[JSON]:
    """The strategy of an operation's inputs, for anyone's own tests with `hypothesis.given`.

    exact_numbers: as in `schemas`. Raises ValueError for an unknown operation.
    """
    make = inputs_of(operation).make
    return strategy_of(lambda choices: with_numbers(make(choices), exact_numbers))
