"""The operations that inputs are generated for, and how the module of each makes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import NamedTuple

from conformance.base.values import JSON
from conformance.formats.operations import operations
from conformance.inputs.choices import Choices

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
    declared = operations()[operation]
    # Each of these modules has INPUTS, a table by source format.
    inputs: dict[str, Inputs] = import_module(f"conformance.inputs.{declared.inputs}").INPUTS
    return inputs[declared.source]
