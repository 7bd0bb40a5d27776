"""Examples that were drawn once are kept, for the next subject and the next run of the same seed.

Drawing is nearly all that examples cost. What is kept goes by everything it depends on: operation, seed, and the code
of the generators.
"""

from __future__ import annotations

import os
from functools import cache

from conformance import __version__
from conformance.digest import sha256
from conformance.generate.examples import draw
from conformance.generate.operations import unknown_operation
from conformance.kept import keep, kept
from conformance.values import JSON, packed, unpacked

# Of how many draws the values stay in memory, for whoever judges many subjects in one process.
REMEMBERED = 64

_remembered: dict[str, bytes] = {}


def pooled(operation: str, count: int, seed: int, exact_numbers: bool = True) -> list[JSON]:
    """Return what `draw` returns, from the pool where it is kept. Raises ValueError for an unknown operation.

    The values are fresh: whoever changes one changes no later one.
    """
    problem = unknown_operation(operation)
    if problem is not None:
        raise problem
    parts = repr((__version__, _code(), operation, seed, exact_numbers, count))
    key = str(sha256(parts.encode()).hexdigest())[:32]
    data = _remembered.get(key) or kept(f"pool-{key}.bin")
    if data is None:
        data = packed(draw(operation, count, seed, exact_numbers)) or b""
        keep(f"pool-{key}.bin", data)
    if len(_remembered) >= REMEMBERED:
        del _remembered[next(iter(_remembered))]
    _remembered[key] = data
    values: list[JSON] = unpacked(data)
    return values


@cache
def _code() -> str:
    """Name the state of the generators' code."""
    with os.scandir(os.path.dirname(os.path.abspath(__file__))) as entries:
        return repr(sorted((entry.name, entry.stat().st_mtime_ns) for entry in entries if entry.name.endswith(".py")))
