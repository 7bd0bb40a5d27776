"""Finds where an expected and an actual output should be compared: the place that the pointer names, not the first
difference, which may be a member that is free.
"""

from __future__ import annotations

from conformance.base.values import ABSENT, JSON, Absent, same, steps


def failing_place(expected: JSON | Absent, actual: JSON | Absent, at: str) -> list[str]:
    """Return the steps to the deepest place on a pointer's way that both outputs have and where they differ."""
    root, *path = steps(at) or [""]
    if root != "output":
        return []
    place: list[str] = []
    for depth, step in enumerate(path, 1):
        expected, actual = _member(expected, step), _member(actual, step)
        if expected is ABSENT or actual is ABSENT or _is_same(expected, actual):
            break
        place = path[:depth]
    return place


def _is_same(value: JSON, other: JSON) -> bool:
    try:
        return same(value, other)
    except RecursionError:  # nested too deeply to be compared
        return True


def _member(value: JSON | Absent, step: str) -> JSON | Absent:
    if isinstance(value, dict):
        return value.get(step, ABSENT)
    is_place = isinstance(value, list) and step.isdecimal() and int(step) < len(value)
    return value[int(step)] if is_place else ABSENT  # type: ignore[index]
