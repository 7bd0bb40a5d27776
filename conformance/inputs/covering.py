"""Covering arrays: few choices of levels for many factors, in which each pair of levels occurs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

Factor = TypeVar("Factor", bound=Hashable)
Level = TypeVar("Level")
_Pairs: TypeAlias = dict[int, int]  # by level, a bit for each level of another factor


def covering(
    factors: Mapping[Factor, Sequence[Level]], together: Callable[[Factor, Level, Factor, Level], bool]
) -> Iterator[dict[Factor, Level]]:
    """Yield choices of one level for each factor, until each pair of levels that may be together was in one.

    together: whether two levels of different factors may be in one choice; it is asked once for each pair. A factor is
    absent from a choice where each of its levels has one there that it may not be beside.
    """
    levels = [(factor, level) for factor, held in factors.items() for level in held]
    allowed = _allowed_pairs(levels, together)
    missing = dict(allowed)
    while any(missing.values()):
        chosen = _choose(levels, allowed, missing)
        for number in range(len(levels)):
            if chosen >> number & 1:
                missing[number] &= ~chosen
        yield dict(held for number, held in enumerate(levels) if chosen >> number & 1)


def _allowed_pairs(
    levels: Sequence[tuple[Factor, Level]], together: Callable[[Factor, Level, Factor, Level], bool]
) -> _Pairs:
    pairs: _Pairs = dict.fromkeys(range(len(levels)), 0)
    for number, (factor, level) in enumerate(levels):
        for other, (its_factor, its_level) in enumerate(levels[:number]):
            if factor != its_factor and together(its_factor, its_level, factor, level):
                pairs[number] |= 1 << other
                pairs[other] |= 1 << number
    return pairs


def _choose(levels: Sequence[object], allowed: _Pairs, missing: _Pairs) -> int:
    """Return a choice, as bits: first the level with the most missing pairs, then what adds the most of them."""
    chosen, left = 0, set(range(len(levels)))
    while left:
        best = max(
            left, key=lambda number: ((missing[number] & chosen).bit_count(), missing[number].bit_count(), -number)
        )
        chosen |= 1 << best
        left = {number for number in left if number != best and allowed[best] >> number & 1}
    return chosen
