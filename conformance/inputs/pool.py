"""Examples that were drawn once stay in memory, for programs that judge many subjects in one process."""

from __future__ import annotations

from functools import lru_cache

from conformance.base.values import JSON, packed, unpacked
from conformance.inputs.examples import Example, draw_examples
from conformance.inputs.operations import unknown_operation

REMEMBERED = 64  # draws


def pooled(operation: str, count: int, seed: int, exact_numbers: bool = True) -> list[JSON]:
    """Return what `draw` returns. Raises ValueError for an unknown operation.

    The values are fresh: changing one changes no later one.
    """
    return [example.value for example in pooled_examples(operation, count, seed, exact_numbers)]


def pooled_examples(operation: str, count: int, seed: int, exact_numbers: bool = True) -> list[Example]:
    """Return what `draw_examples` returns, in the same way."""
    problem = unknown_operation(operation)
    if problem is not None:
        raise problem
    return [Example(*example) for example in unpacked(_drawn(operation, count, seed, exact_numbers))]


@lru_cache(maxsize=REMEMBERED)
def _drawn(operation: str, count: int, seed: int, exact_numbers: bool) -> bytes:
    return packed([tuple(example) for example in draw_examples(operation, count, seed, exact_numbers)]) or b""
