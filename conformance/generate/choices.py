"""Small decisions, the only thing generated values are made of.

Generators are plain functions of a `Choices`. `strategy_of` turns one into a Hypothesis strategy, where each
decision is a draw from a strategy that was built once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

T = TypeVar("T")

# Hypothesis replaces some draws by constants that it finds in the source code of loaded modules, but only by
# numbers of 100 and more. Below that limit a seed does not depend on what else is loaded.
LIMIT = 100


class Choices:
    """Decisions for one generated value. An earlier option counts as simpler when Hypothesis shrinks."""

    __slots__ = ("_below",)

    def __init__(self, below: Callable[[int], int]) -> None:
        """`below(n)` gives a number from 0 to n - 1, for n from 2 to LIMIT."""
        self._below = below

    def pick(self, options: Sequence[T]) -> T:
        """One of 1 to LIMIT options, all equally likely."""
        return options[self._below(len(options))] if len(options) > 1 else options[0]

    def one_in(self, number: int) -> bool:
        """True once in `number` times."""
        return self._below(number) == number - 1


def weighted(weights: Mapping[T, int]) -> tuple[T, ...]:
    """Options for `pick`, each repeated as often as its weight says."""
    options = tuple(option for option, weight in weights.items() for _ in range(weight))
    if not 1 <= len(options) <= LIMIT:
        raise ValueError(f"weights sum up to {len(options)}; make them sum up to 1 to {LIMIT}")
    return options


def strategy_of(make: Callable[[Choices], T]) -> SearchStrategy[T]:
    """The Hypothesis strategy of what `make` makes."""
    return _composite()(make)


@functools.cache
def _composite() -> Callable[..., SearchStrategy[Any]]:
    from hypothesis import strategies as st

    numbers = tuple(st.integers(0, max(0, size - 1)) for size in range(LIMIT + 1))

    def generated(draw: DrawFn, make: Callable[[Choices], T]) -> T:
        return make(Choices(lambda size: draw(numbers[size])))

    return st.composite(generated)
