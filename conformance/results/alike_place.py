"""Finds the place in an input that a pointer into a result is about: it mostly ends with the same steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conformance.base.values import JSON

MOST_LOOKED_AT = 20_000  # places of one input


def alike_place(value: JSON, path: Sequence[str]) -> list[str]:
    """Return the first place in a value that has the most last steps in common with a path; [] if none has one.

    A number alone says nothing.
    """
    best: list[str] = []
    most = 0
    for place in _places(value):
        common = _common_end(place, path)
        if common > most and not all(step.isdecimal() for step in place[-common:]):
            best, most = place, common
    return best


def _common_end(values: Sequence[str], other: Sequence[str]) -> int:
    number = 0
    for own, its in zip(reversed(values), reversed(other), strict=False):
        if own != its:
            break
        number += 1
    return number


def _places(value: JSON) -> Iterator[list[str]]:
    """Yield the places in a value in their order, without recursion."""
    stack: list[tuple[list[str], JSON]] = [([], value)]
    for _number in range(MOST_LOOKED_AT):
        if not stack:
            return
        place, item = stack.pop()
        yield place
        members = item.items() if isinstance(item, dict) else enumerate(item) if isinstance(item, list) else ()
        stack.extend(reversed([([*place, str(step)], member) for step, member in members]))
