"""A fixed number of inputs for a seed.

They are made by the functions that make the strategies' values; `random.Random` takes the decisions. For a
fixed pool, which no failure steers or shrinks, Hypothesis' engine is no gain: most of its examples vary the
one before, a third equal another one, it takes twenty times as long, and it writes to the current directory.
"""

from __future__ import annotations

import json
from random import Random
from typing import NamedTuple

from conformance.base.values import JSON
from conformance.formats.operations import source_format
from conformance.inputs.choices import Dealing
from conformance.inputs.handles import with_handles
from conformance.inputs.operations import inputs_of
from conformance.inputs.schemas import with_numbers

# Of each five examples, the positions of those with a fault.
_MALFORMED = frozenset({1, 3})
_PATIENCE = 500  # draws in a row that were there before: so many in vain, and there are no others


class Example(NamedTuple):
    """One drawn input. mutation: the name of its one fault; None for an input without one."""

    value: JSON
    mutation: str | None = None


def draw(operation: str, count: int, seed: int, exact_numbers: bool = True) -> list[JSON]:
    """Return `count` different inputs of an operation, always the same ones for a seed.

    They are plain values that share nothing. A smaller count gives the beginning of the same list. Where there are not
    as many with a fault, there are others without; fewer in all, where there are no others.
    exact_numbers: as in `schemas`. Raises ValueError for an unknown operation.
    """
    return [example.value for example in draw_examples(operation, count, seed, exact_numbers)]


def draw_examples(operation: str, count: int, seed: int, exact_numbers: bool = True) -> list[Example]:
    """Return what `draw` returns, and which of the inputs have a fault."""
    made = inputs_of(operation)
    # A text as seed: random takes the absolute value of a number.
    choices = Dealing(Random(f"{operation} {seed}"))
    # Apart, so that the real inputs alone have everything that a table deals.
    of_faults = Dealing(Random(f"{operation} {seed} with faults"))
    of_handles = Dealing(Random(f"{operation} {seed} with handles"))
    examples: dict[str, Example] = {}
    in_vain = {True: 0, False: 0}  # by whether an input is to have a fault
    while len(examples) < count and min(in_vain.values()) < _PATIENCE:
        mutation, number = None, len(examples)
        is_malformed = in_vain[False] >= _PATIENCE or (number % 5 in _MALFORMED and in_vain[True] < _PATIENCE)
        if is_malformed:
            mutation, value = made.malformed(of_faults)
        else:
            value = with_handles(of_handles, source_format(operation), made.make(choices))
        value = with_numbers(value, exact_numbers)
        examples.setdefault(json.dumps(value, sort_keys=True), Example(value, mutation))
        in_vain[is_malformed] = in_vain[is_malformed] + 1 if len(examples) == number else 0
    return list(examples.values())
