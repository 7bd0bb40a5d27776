"""Positions that the events of a stream count: they stay without gaps where events go."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from conformance.base.values import JSON

# Members that count events, items, blocks, parts or calls.
COUNTED: Final = frozenset({"content_index", "index", "output_index", "sequence_number", "summary_index"})
_Path = tuple[str, ...]


def beginnings(value: JSON) -> dict[_Path, int]:
    """Return by place, which has no positions of lists, the number from which on it counts."""
    found: dict[_Path, int] = {}
    for path, number in _counted(value, ()):
        found[path] = min(number, found.get(path, number))
    return found


def renumbered(value: JSON, begins: Mapping[_Path, int]) -> JSON:
    """Return a value in which what counts at one place of its lists has no gaps. begins: as of `beginnings`."""
    found: dict[_Path, set[int]] = defaultdict(set)
    for path, number in _counted(value, ()):
        found[path].add(number)
    ranks = {
        path: {number: begins.get(path, 0) + rank for rank, number in enumerate(sorted(numbers))}
        for path, numbers in found.items()
    }
    return _with_ranks(value, (), ranks)


def _counted(value: JSON, path: _Path) -> Iterator[tuple[_Path, int]]:
    if isinstance(value, dict):
        for name, member in value.items():
            if name in COUNTED and type(member) is int:
                yield (*path, name), member
            else:
                yield from _counted(member, (*path, name))
    elif isinstance(value, list):
        for element in value:
            yield from _counted(element, path)


def _with_ranks(value: JSON, path: _Path, ranks: dict[_Path, dict[int, int]]) -> JSON:
    if isinstance(value, dict):
        return {
            name: ranks[*path, name][member]
            if name in COUNTED and type(member) is int
            else _with_ranks(member, (*path, name), ranks)
            for name, member in value.items()
        }
    return [_with_ranks(element, path, ranks) for element in value] if isinstance(value, list) else value
