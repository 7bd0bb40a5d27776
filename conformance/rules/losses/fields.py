"""A JSON value taken apart: each field's value with its name, its place, and the object or list that holds it.

A place is a path with `*` for every position of a list, and for names that are the user's own: `*.function.name`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from conformance.base.values import JSON

# The value under these names is a JSON Schema: one field. Those a tool takes come before the others.
SCHEMAS = {"parameters": 0, "inputSchema": 0, "input_schema": 0, "outputSchema": 1, "schema": 1}
# Objects whose names are the user's own: one field each.
DATA = frozenset({"arguments", "input", "_meta", "metadata", "logit_bias"})
# Maps from names of the user's own to values that are one field each.
FREE_NAMES = frozenset({"results", "properties", "$defs", "definitions", "patternProperties"})
# The value under these names is one of a few words.
WORDS = frozenset({"type", "role", "object", "status", "finish_reason"})

SHORT = 3  # characters of a text that is too common to be recognised
LARGE = 1_000  # the first number that is not
_WHOLE = DATA | SCHEMAS.keys()
_PLAIN = frozenset({str, int, float, bool, type(None), dict, list})
_MOST_HOMES = 8  # objects of the result that are remembered for one of the input
_MOST_KEPT = 1_000  # places, and names of one place


class FieldNode:
    """An object or list. It knows what holds it, not what it holds, so that it is gone as soon as nobody needs it.

    Of an input: homes are the objects of the result that it became; own, those of them in which a field of its very
    own is, not one of an object that it holds. live: something of it is in the result.
    """

    __slots__ = ("homes", "is_entry", "live", "members", "own", "parent", "place")

    def __init__(self, parent: FieldNode | None, place: str, members: JSON, is_entry: bool = False) -> None:
        self.parent = parent
        self.place = place
        self.members = members
        self.is_entry = is_entry
        self.homes: list[FieldNode] | None = None
        self.own: list[FieldNode] | None = None
        self.live = False

    def became(self, home: FieldNode) -> None:
        """Note what it, and whatever holds it, became."""
        if self.own is None:
            self.own = [home]
        elif home not in self.own:
            self.own.append(home)
        node: FieldNode | None = self
        while node is not None:
            homes = node.homes
            if homes is None:
                node.homes = [home]
            elif home in homes or len(homes) >= _MOST_HOMES:
                return
            else:
                homes.append(home)
            node = node.parent

    def lives(self) -> None:
        """Note that something of it is in the result."""
        node: FieldNode | None = self
        while node is not None and not node.live:
            node.live = True
            node = node.parent

    @property
    def is_lost(self) -> bool:
        """Whether nothing of it is in the result."""
        return self.homes is None and not self.live

    @property
    def known(self) -> FieldNode:
        """The nearest one, itself or what holds it, that became something; else the entry of a list, or the root."""
        node = self
        while node.homes is None and not node.is_entry and node.parent is not None:
            node = node.parent
        return node

    @property
    def entry(self) -> FieldNode:
        """The entry of a list that it is, or is in; else the root."""
        node = self
        while not node.is_entry and node.parent is not None:
            node = node.parent
        return node

    @property
    def outermost_entry(self) -> FieldNode | None:
        """The entry of the outermost list that it is, or is in."""
        found = None
        node: FieldNode | None = self
        while node is not None:
            if node.is_entry:
                found = node
            node = node.parent
        return found


# One field: the object or list it is in, its name (the nearest one, for an entry of a list), its place and its value.
# A plain tuple: there is one for every value of every example.
Leaf: TypeAlias = tuple[FieldNode, str, str, JSON]


class Flat:
    """A value taken apart.

    rare: fields with a value that is recognised at any place. common: other fields. wholes: fields that have
    parts. names: all that objects have. lists: lists with the objects in them. objects: of the root and of each entry
    of a list, itself and the objects in it that are in no further list.

    Raises RecursionError for a value nested too deeply.
    """

    __slots__ = ("common", "lists", "names", "objects", "rare", "root", "wholes")

    def __init__(self, value: JSON) -> None:
        self.rare: list[Leaf] = []
        self.common: list[Leaf] = []
        self.wholes: list[Leaf] = []
        self.names: set[str] = set()
        self.lists: list[tuple[FieldNode, list[FieldNode]]] = []
        if type(value) not in _PLAIN:
            value = _plain(value)
        self.root = root = FieldNode(None, "", value)
        self.objects: dict[FieldNode, list[FieldNode]] = {root: []}
        if type(value) is dict:
            self._object(root, value, self.objects[root])
        elif type(value) is list:
            self._list(root, value, "")
        else:
            self._leaf(root, "", "", value)

    def _object(self, node: FieldNode, members: dict[str, JSON], together: list[FieldNode]) -> None:
        together.append(node)
        self.names.update(members)
        places, rare, common = _places[node.place], self.rare, self.common
        for name, value in members.items():
            kind = type(value)
            here = places[name]
            if kind is str:
                (rare if len(value) > SHORT and name not in WORDS else common).append((node, name, here, value))
                continue
            if kind not in _PLAIN:
                value = _plain(value)
                kind = type(value)
            if kind is dict and value:
                if name in _WHOLE:
                    self.wholes.append((node, name, here, value))
                elif name in FREE_NAMES:
                    self._free(FieldNode(node, here, value), value, name)
                else:
                    self._object(FieldNode(node, here, value), value, together)
            elif kind is list and any(is_rare(name, element) or isinstance(element, dict | list) for element in value):
                self._list(FieldNode(node, here, value), value, name)
            else:
                self._leaf(node, name, here, value)

    def _list(self, node: FieldNode, members: list[JSON], name: str) -> None:
        here = node.place + ".*"
        entries = []
        for value in members:
            kind = type(value)
            if kind not in _PLAIN:
                value = _plain(value)
                kind = type(value)
            if kind is dict and value:
                entry = FieldNode(node, here, value, True)
                entries.append(entry)
                self.objects[entry] = []
                self._object(entry, value, self.objects[entry])
            elif kind is list and value:
                self._list(FieldNode(node, here, value), value, name)
            else:
                self._leaf(node, name, here, value)
        if entries:
            self.lists.append((node, entries))

    def _free(self, node: FieldNode, members: dict[str, JSON], name: str) -> None:
        here = node.place + ".*"
        for value in members.values():
            if value and isinstance(value, dict | list):
                self.wholes.append((node, name, here, value))
            else:
                self._leaf(node, name, here, value)

    def _leaf(self, node: FieldNode, name: str, here: str, value: JSON) -> None:
        (self.rare if is_rare(name, value) else self.common).append((node, name, here, value))


def is_rare(name: str, value: JSON) -> bool:
    """Whether a value is recognised at any place."""
    kind = type(value)
    if kind is str:
        return len(value) > SHORT and name not in WORDS
    return kind is int and (value >= LARGE or value <= -LARGE)


def place_of(node: FieldNode, name: str) -> str:
    """Return the place of an object's field."""
    return _places[node.place][name]


def pair(
    entries: Sequence[FieldNode], lists: Iterable[tuple[FieldNode, list[FieldNode]]]
) -> Iterator[tuple[FieldNode, FieldNode]]:
    """Yield entries of a list that became nothing known, each with one of the result that came of nothing known.

    They are paired in order where as many are between the same neighbours on both sides; otherwise those that have a
    text in common.
    """
    linked = [[top for home in entry.homes or () if (top := home.outermost_entry) is not None] for entry in entries]
    known = {top for tops in linked for top in tops}
    of_known = {top.parent for top in known}
    candidates = [others for node, others in lists if not of_known or node in of_known]
    if len(candidates) != 1:
        return
    others = candidates[0]
    position = {other: index for index, other in enumerate(others)}
    begin = low = 0
    for end in range(len(entries) + 1):
        if end < len(entries):
            mine = [position[top] for top in linked[end] if top in position]
            if not mine:
                continue
        else:
            mine = [len(others)]
        free = [other for other in others[low : min(mine)] if other not in known]
        unknown = [entry for entry in entries[begin:end] if entry.homes is None]
        yield from zip(unknown, free, strict=True) if len(free) == len(unknown) else _alike(unknown, free)
        begin, low = end + 1, max(mine) + 1


def _alike(entries: Iterable[FieldNode], others: Sequence[FieldNode]) -> Iterator[tuple[FieldNode, FieldNode]]:
    begin = 0
    for entry in entries:
        own = set(_texts(entry.members))
        for number in range(begin, len(others)):
            if not own.isdisjoint(_texts(others[number].members)):
                yield entry, others[number]
                begin = number + 1
                break


def _texts(members: dict[str, JSON]) -> Iterator[tuple[str, str]]:
    """Yield name and text of the fields of an object, and of the objects that it holds."""
    for name, value in members.items():
        for inner, text in value.items() if type(value) is dict else ((name, value),):
            if type(text) is str and text and inner not in WORDS:
                yield inner, text


class _Names(dict[str, str]):
    """The places of the fields of an object, by name. Names repeat: what was written once is kept."""

    def __init__(self, place: str) -> None:
        super().__init__()
        self._place = place

    def __missing__(self, name: str) -> str:
        plain = name and name != "*" and not any(char in name for char in '."[')
        named = f"{self._place}.{name}" if plain else f"{self._place}[{json.dumps(name, ensure_ascii=False)}]"
        if len(self) < _MOST_KEPT:
            self[name] = named
        return named


class _Places(dict[str, _Names]):
    """The names of each place."""

    def __missing__(self, place: str) -> _Names:
        named = _Names(place)
        if len(self) < _MOST_KEPT:
            self[place] = named
        return named


_places = _Places()


def _plain(value: JSON) -> JSON:
    """Return a value of a subclass, which only a subject in this process can give, as what it extends."""
    kinds: tuple[type[JSON], ...] = (dict, list, str, int, float)
    return next((kind(value) for kind in kinds if isinstance(value, kind)), None)
