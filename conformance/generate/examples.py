"""A fixed number of inputs for a seed.

They are made by the functions that make the strategies' values; `random.Random` takes the decisions. For a
fixed pool, which no failure steers or shrinks, Hypothesis' engine is no gain: most of its examples vary the
one before, a third equal another one, it takes twenty times as long, and it writes to the current directory.
"""

from __future__ import annotations

import json
from random import Random

from conformance.generate.choices import Dealing
from conformance.generate.operations import inputs_of
from conformance.generate.schemas import with_numbers
from conformance.values import JSON


def draw(operation: str, count: int, seed: int, exact_numbers: bool = True) -> list[JSON]:
    """Return `count` different inputs of an operation, always the same ones for a seed.

    They are plain values that share nothing. A smaller count gives the beginning of the same list.
    exact_numbers: as in `schemas`. Raises ValueError for an unknown operation.
    """
    make = inputs_of(operation).make
    # A text as seed: random takes the absolute value of a number.
    choices = Dealing(Random(f"{operation} {seed}"))
    inputs: dict[str, JSON] = {}
    while len(inputs) < count:
        value = with_numbers(make(choices), exact_numbers)
        inputs.setdefault(json.dumps(value, sort_keys=True), value)
    return list(inputs.values())
