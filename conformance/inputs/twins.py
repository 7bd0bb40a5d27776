"""Inputs that differ from another one in a single place.

A converter that remembers its results under a key takes two inputs for one where the key leaves something out: a
value, its case, its spaces, the order of a list, the difference between 1 and true.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from conformance.base.values import JSON, packed

# Kinds of changes.
CASE, SPACE, LETTERS, ORDER = "case", "space", "order of letters", "order of entries"
OTHER_VALUE, MEMBER_LEFT_OUT = "other value", "member left out"

_Path = tuple[str | int, ...]
_Place = tuple[_Path, JSON]


# Members whose texts are words of a format, or names of what does not change with a text.
_WORDS = frozenset({"finish_reason", "model", "object", "phase", "role", "status", "stop_reason", "type"})


class Twin(NamedTuple):
    """An input with one change. kind: of the change. name: of the member that changed, "" where any would do."""

    kind: str
    name: str
    input: JSON


def twins(value: JSON, output: JSON) -> Iterator[Twin]:
    """Yield copies of an input with one change each, which share with it what did not change.

    output: what the input became. A change is made where the output shows the value, so that the twin's output differs.
    First what keys lose most often; then another value for a leaf of each member name; then each member name left out
    once, which makes some of them wrong.
    """
    places = list(_places(value, ()))
    output_shows = _Shown(output).shows
    shown = [place for place in places if output_shows(place[1])]
    yield from _with_other_text(value, shown)
    for kind, path, new in _lost_by_keys(shown):
        yield Twin(kind, "", _replaced(value, path, new))
    leaves = {path: leaf for path, leaf in shown if not isinstance(leaf, dict | list)}
    for name, path in _one_of_each_name(leaves).items():
        yield Twin(OTHER_VALUE, name, _replaced(value, path, _other(leaves[path])))
    for name, path in _one_of_each_name(path for path, _value in places).items():
        yield Twin(MEMBER_LEFT_OUT, name, _removed(value, path))


class _Shown:
    """The leaves of an output."""

    def __init__(self, output: JSON) -> None:
        leaves = [leaf for _path, leaf in _places(output, ()) if not isinstance(leaf, dict | list)]
        self._text = "\n".join(leaf for leaf in leaves if isinstance(leaf, str))
        self._others = {packed(leaf) for leaf in leaves if not isinstance(leaf, str)}

    def shows(self, value: JSON) -> bool:
        """Whether a leaf is part of the output; a list counts if one of its entries does."""
        if isinstance(value, list):
            return any(self.shows(entry) for entry in value)
        if isinstance(value, dict):
            return any(self.shows(member) for member in value.values())
        if isinstance(value, str):
            return value in self._text
        return packed(value) in self._others or json.dumps(value) in self._text


def _places(value: JSON, path: _Path) -> Iterator[_Place]:
    yield path, value
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield from _places(member, (*path, key))


def _with_other_text(value: JSON, shown: list[_Place]) -> Iterator[Twin]:
    """Yield twins with the longest text changed, wherever it is; its case also in its parts, as streams have them.

    A word of the format is changed only where there is no other text: with another one the input may be none.
    """
    texts = [(path, leaf) for path, leaf in shown if isinstance(leaf, str)]
    free = [leaf for path, leaf in texts if not (path and (path[-1] in _WORDS or str(path[-1]).endswith("id")))]
    longest = max(free or [leaf for _path, leaf in texts], key=len, default="")
    if longest:
        yield Twin(SPACE, "", _mapped(value, lambda text: f"{text} " if text == longest else text))
    if longest != longest[::-1]:
        yield Twin(LETTERS, "", _mapped(value, lambda text: text[::-1] if text == longest else text))
    if longest != longest.swapcase():
        yield Twin(CASE, "", _mapped(value, lambda text: text.swapcase() if text in longest else text))


def _mapped(value: JSON, change: Callable[[str], str]) -> JSON:
    """Change all texts but those under `type`."""
    if isinstance(value, dict):
        return {key: member if key == "type" else _mapped(member, change) for key, member in value.items()}
    if isinstance(value, list):
        return [_mapped(entry, change) for entry in value]
    return change(value) if isinstance(value, str) else value


def _lost_by_keys(places: list[_Place]) -> Iterator[tuple[str, _Path, JSON]]:
    """Yield the longest list in another order, and the first number or boolean of each kind as another kind."""
    lists = [place for place in places if isinstance(place[1], list)]
    if lists:
        path, entries = max(lists, key=lambda place: len(place[1]))
        if packed(entries) != packed(entries[::-1]):
            yield ORDER, path, entries[::-1]
    for kind, (is_kind, changed_to) in _EQUAL_IN_PYTHON.items():
        yield from (
            (kind, path, changed_to(leaf)) for path, leaf in [place for place in places if is_kind(place[1])][:1]
        )


# Values that are equal, and have equal hashes, in Python, and are different JSON.
_EQUAL_IN_PYTHON: dict[str, tuple[Callable[[JSON], bool], Callable[[JSON], JSON]]] = {
    "number for boolean": (lambda leaf: isinstance(leaf, bool), int),
    "boolean for number": (lambda leaf: type(leaf) is int and leaf in (0, 1), bool),
    "float for integer": (lambda leaf: type(leaf) is int and abs(leaf) < 2**53, float),
    "integer for float": (lambda leaf: type(leaf) is float and leaf.is_integer(), int),
}


LOST_BY_KEYS = (CASE, SPACE, LETTERS, ORDER, *_EQUAL_IN_PYTHON)


def _other(leaf: JSON) -> JSON:
    if isinstance(leaf, bool):
        return not leaf
    if isinstance(leaf, int | float):
        return leaf + 1
    return f"{leaf}x" if isinstance(leaf, str) else "x"


def _one_of_each_name(paths: Iterable[_Path]) -> dict[str, _Path]:
    """Return the first path that ends with each member name."""
    found: dict[str, _Path] = {}
    for path in paths:
        if path and isinstance(path[-1], str):
            found.setdefault(path[-1], path)
    return found


def _replaced(value: JSON, path: _Path, new: JSON) -> JSON:
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = _replaced(value[path[0]], path[1:], new)
    return copy


def _removed(value: JSON, path: _Path) -> JSON:
    copy = value.copy()
    if len(path) == 1:
        del copy[path[0]]
    else:
        copy[path[0]] = _removed(value[path[0]], path[1:])
    return copy
