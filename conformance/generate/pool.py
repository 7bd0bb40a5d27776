"""Examples that were drawn once stay in memory, for programs that judge many subjects in one process."""

from __future__ import annotations

from functools import lru_cache

from conformance.generate.examples import draw
from conformance.generate.operations import unknown_operation
from conformance.values import JSON, packed, unpacked

REMEMBERED = 64  # draws


def pooled(operation: str, count: int, seed: int, exact_numbers: bool = True) -> list[JSON]:
    """Return what `draw` returns. Raises ValueError for an unknown operation.

    The values are fresh: changing one changes no later one.
    """
    problem = unknown_operation(operation)
    if problem is not None:
        raise problem
    values: list[JSON] = unpacked(_drawn(operation, count, seed, exact_numbers))
    return values


@lru_cache(maxsize=REMEMBERED)
def _drawn(operation: str, count: int, seed: int, exact_numbers: bool) -> bytes:
    return packed(draw(operation, count, seed, exact_numbers)) or b""
