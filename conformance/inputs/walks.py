"""Covering designs: few short sequences in which everything that can come directly before something else does."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeAlias, TypeVar

T = TypeVar("T")
# Whether something can come after a sequence, which is empty at its beginning.
Follows: TypeAlias = Callable[[Sequence[T], T], bool]
_Walk: TypeAlias = tuple[T, ...]


def walks(kinds: Sequence[T], pairs: Iterable[tuple[T, T]], follows: Follows[T], length: int) -> tuple[_Walk[T], ...]:
    """Return sequences of at most `length` entries, in which each of some pairs is beside each other at least once.

    As in a de Bruijn sequence each step makes a new pair where one is left; otherwise the shortest way to one is gone.
    Raises ValueError if a pair is in no sequence of `length` entries.
    """
    missing = set(pairs)
    found: list[_Walk[T]] = []
    while missing:
        walk: _Walk[T] = ()
        while longer := _longer(kinds, follows, walk, missing, length):
            missing.difference_update(itertools.pairwise(longer))
            walk = longer
        if not walk:
            raise ValueError(f"no sequence of {length} entries has any of {missing}")
        found.append(walk)
    return tuple(found)


def _longer(
    kinds: Sequence[T], follows: Follows[T], walk: _Walk[T], missing: Collection[tuple[T, T]], length: int
) -> _Walk[T]:
    """Return a walk with the nearest pair that is missing, from which most lead on; empty if there is none."""
    left = Counter(element for element, _other in missing)
    ways, seen = [walk], set()
    for _step in range(length - len(walk)):
        further = [(*way, kind) for way in ways for kind in kinds if follows(way, kind)]
        new = [way for way in further if way[-2:] in missing]
        if new:
            return max(new, key=lambda way: left[way[-1]])
        ways = []
        for way in further:
            state = way[-1], tuple(follows(way, kind) for kind in kinds)
            if state not in seen:
                seen.add(state)
                ways.append(way)
    return ()


def around(kinds: Sequence[T], is_beside: Callable[[T, T], bool], kind: T) -> tuple[_Walk[T], ...]:
    """Return the contents that begin and end with a kind: it alone, twice, and around each other kind.

    Those of all kinds together have each possible pair.
    """
    twice = [(kind, kind)] if is_beside(kind, kind) else []
    others = [other for other in kinds if other != kind and is_beside(kind, other) and is_beside(other, kind)]
    return ((kind,), *twice, *((kind, other, kind) for other in others))


def _anything(_before: Sequence[T], _kind: T) -> bool:
    return True


def contents(kinds: Sequence[T], length: int, follows: Follows[T] = _anything) -> tuple[_Walk[T], ...]:
    """Return contents of at most `length` entries: each kind alone, first, last, and before each that can follow it."""
    ends = [None, *kinds]  # nothing is before the first entry, and behind the last

    def goes_on(before: Sequence[T | None], kind: T | None) -> bool:
        if not before:
            return kind is None
        is_open = len(before) == 1 or before[-1] is not None
        if kind is None:
            return is_open and len(before) > 2
        said = [element for element in before if element is not None]
        return is_open and len(said) < length and follows(said, kind)

    beside = [(kind, other) for kind in kinds for other in kinds if follows((kind,), other)]
    outer = [pair for element, other in beside for pair in ((None, element), (other, None))]
    found = walks(ends, {*beside, *outer}, goes_on, length + 2)
    return (*((kind,) for kind in kinds), *(tuple(node for node in walk if node is not None) for walk in found))
