"""Small decisions, the only thing generated values are made of.

Generators are plain functions of a `Choices`. `strategy_of` turns one into a Hypothesis strategy, where each
decision is a draw from a strategy that was built once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

T = TypeVar("T")

# Hypothesis replaces some draws by constants that it finds in the source code of loaded modules, but only by
# numbers of 100 and more. Below that limit a seed does not depend on what else is loaded.
LIMIT = 100


class DealtOptions(tuple[T, ...]):
    """Options of which every one should occur: a draw by seed deals them like cards (`Dealing`)."""

    __slots__ = ()


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

    def apart(self) -> Choices:
        """The decisions for what could be lost: what is dealt there is not missing from the other values."""
        return self


class Dealing(Choices):
    """Decisions of a random generator, for many values in a row.

    What is picked from a Table comes once before anything of it comes again. Picked at random, one of 50 options
    would be missing from 100 picks once in seven times, and so would the defects that only it shows.
    """

    __slots__ = ("_apart", "_hands", "_random")

    def __init__(self, random: Random) -> None:
        """All decisions, and the order of each table's options, come from `random`."""
        super().__init__(random.randrange)
        self._random = random
        # The table is kept with its hand: another one made later must not get the same identity.
        self._hands: dict[int, tuple[Sequence[Any], list[Any]]] = {}
        self._apart: Dealing | None = None

    def pick(self, options: Sequence[T]) -> T:
        """One of the options; from a Table each comes once before any comes again."""
        if type(options) is not DealtOptions:
            return super().pick(options)
        held = self._hands.get(id(options))
        if held is None:
            held = self._hands[id(options)] = (options, [])
        hand: list[T] = held[1]
        if not hand:
            hand += options
            self._random.shuffle(hand)
        return hand.pop()

    def apart(self) -> Choices:
        """Decisions of the same random generator, which deal every table apart."""
        if self._apart is None:
            self._apart = Dealing(self._random)
        return self._apart


def weighted(weights: Mapping[T, int]) -> DealtOptions[T]:
    """Options for `pick`, each repeated as often as its weight says."""
    options = DealtOptions(option for option, weight in weights.items() for _ in range(weight))
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
