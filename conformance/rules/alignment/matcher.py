"""Pairs the facts that are expected of an output with those that it holds."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Container, Hashable, Iterable, Sequence
from typing import Generic, TypeVar

from conformance.base.values import JSON, packed

Expected = TypeVar("Expected")
Actual = TypeVar("Actual")


def key_of(value: JSON) -> Hashable:
    """Return what distinguishes two values; the order of keys does not matter."""
    if isinstance(value, str):
        return value
    return packed(ordered(value)) or repr(value)


def ordered(value: JSON) -> JSON:
    """Return a value with the keys of its objects in alphabetical order."""
    if isinstance(value, dict):
        return {key: ordered(value[key]) for key in sorted(value, key=str)}
    return [ordered(member) for member in value] if isinstance(value, list | tuple) else value


class Matcher(Generic[Expected, Actual]):
    """One assignment, built in passes: each pairs what is left by a weaker likeness than the one before.

    partners: for each expected fact the position of the actual one, None where it has none. exact: whether that was
    found by a key, and not only by its place. taken: for each actual fact whether it is paired.
    """

    def __init__(self, expected: Sequence[Expected], actual: Sequence[Actual]) -> None:
        self.expected = expected
        self.actual = actual
        self.partners: list[int | None] = [None] * len(expected)
        self.exact = [False] * len(expected)
        self.taken = [False] * len(actual)

    def pair(self, index: int, position: int) -> None:
        """Pair two facts."""
        self.partners[index], self.exact[index], self.taken[position] = position, True, True

    def pair_equal(
        self,
        expected: Iterable[tuple[int, Hashable]],
        actual: Iterable[tuple[int, Hashable]],
        *,
        only_even: bool = False,
    ) -> None:
        """Pair facts of equal keys, given as (position, key).

        As many actual as expected facts of one key are paired in their order. Of a different number, those are paired
        that are between the partners of their neighbours, then any; only_even leaves these for a later pass, which
        knows more neighbours.
        """
        waiting: dict[Hashable, list[int]] = {}
        for index, key in expected:
            if self.partners[index] is None:
                waiting.setdefault(key, []).append(index)
        free: dict[Hashable, list[int]] = {}
        for position, key in actual if waiting else ():
            if key in waiting and not self.taken[position]:
                free.setdefault(key, []).append(position)
        uneven = []
        for key, positions in free.items():
            if len(positions) == len(waiting[key]):
                for index, position in zip(waiting[key], positions, strict=True):
                    self.pair(index, position)
            else:
                uneven += [(index, positions) for index in waiting[key]]
        if uneven and not only_even:
            uneven.sort(key=lambda pair: pair[0])
            self._pair_between_neighbours(uneven)
            for index, positions in uneven:
                left = next((position for position in positions if not self.taken[position]), None)
                if left is not None and self.partners[index] is None:
                    self.pair(index, left)

    def pair_by_keys(
        self,
        expected: Sequence[tuple[int, JSON]],
        actual: Sequence[tuple[int, JSON]],
        keys: Sequence[Callable[[JSON], JSON]],
        *,
        only_even: bool = False,
    ) -> None:
        """Pair facts, given as (position, value), by each key of their values in turn: the most specific first."""
        for key in keys:
            left = [(index, value) for index, value in expected if self.partners[index] is None]
            free = [(position, value) for position, value in actual if not self.taken[position]]
            if not (left and free):
                return
            self.pair_equal(
                [(index, key_of(key(value))) for index, value in left],
                [(position, key_of(key(value))) for position, value in free],
                only_even=only_even,
            )

    def _pair_between_neighbours(self, uneven: Sequence[tuple[int, Sequence[int]]]) -> None:
        bounds = self.bounds()
        before = -1
        for index, positions in uneven:
            low, high = bounds[index]
            low = max(low, before) if low < high and before < high else low
            for position in positions[bisect_right(positions, low) :]:
                if position >= high:
                    break
                if not self.taken[position]:
                    self.pair(index, position)
                    before = position
                    break

    def pair_by_place(self, may_pair: Callable[[Expected, Actual], bool], skip: Container[int] = ()) -> None:
        """Pair what is left, but for `skip`, with what is between the partners of its neighbours: it changed."""
        left = [position for position, taken in enumerate(self.taken) if not taken]
        for index, (low, high) in enumerate(self.bounds() if left else ()):
            if self.partners[index] is not None or index in skip:
                continue
            for position in left[bisect_right(left, low) :]:
                if position >= high:
                    break
                if not self.taken[position] and may_pair(self.expected[index], self.actual[position]):
                    self.partners[index], self.taken[position] = position, True
                    break

    def ambiguous(self, key: Callable[[Expected], Hashable], skip: Container[int] = ()) -> frozenset[int]:
        """Return the paired expected facts of which an identical one, but for `skip`, has no partner.

        Either of the two may be the missing one, so that no rule about the place of one is certain to be broken.
        """
        unpaired = [i for i, partner in enumerate(self.partners) if partner is None and i not in skip]
        missing = {key(self.expected[i]) for i in unpaired}
        paired = (i for i, partner in enumerate(self.partners) if missing and partner is not None)
        return frozenset(i for i in paired if key(self.expected[i]) in missing)

    def bounds(self) -> list[tuple[int, int]]:
        """Return for each expected fact the positions between which it belongs: those of its paired neighbours."""
        count = len(self.actual)
        highs = [count] * (len(self.partners) + 1)
        for index in range(len(self.partners) - 1, -1, -1):
            position = self.partners[index]
            highs[index] = highs[index + 1] if position is None else position
        bounds = []
        low = -1
        for index, position in enumerate(self.partners):
            high = highs[index + 1]
            bounds.append((low, high) if low < high else (-1, count))
            low = low if position is None else position
        return bounds
