"""Where the values of one input are in what became of it. Only values decide, so it holds for every operation.

A text or number that is rare enough to be recognised is looked for in the whole result. It also shows which object of
the result an object of the input became. What is too common to be recognised (true, null, "", "function") is looked
for there alone, under its own name.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeAlias

from conformance.base.values import JSON, packed
from conformance.rules.losses.fields import FREE_NAMES, SCHEMAS, WORDS, FieldNode, Flat, Leaf, is_rare, pair, place_of
from conformance.rules.losses.likeness import is_equal, keywords_of, packed_text, says_the_same

KEPT, RENAMED, CHANGED, DROPPED = "kept", "renamed", "changed", "dropped"
EMPTY = "empty"  # dropped, and it was null, "", [] or {}

# A value as a key that keeps 1, 1.0 and true apart: its type's name and itself, or its bytes.
Key: TypeAlias = tuple[str, str | int | float | bytes | None]
Otherwise: TypeAlias = tuple[str, str]  # a state, and the place in the result


class Tally:
    """What was found in some trials. All that happens to it is adding, so the order of the trials is free.

    found: (field, state, place in the result) by number; the place of what was dropped is "". undecided: (field, where
    a common value of it is, state and place if it went to none of these places; None for what is not known then).
    made: (place, value) of what comes of no value of the input. keywords: (field, keyword, whether it went).
    """

    def __init__(self) -> None:
        self.found: Counter[tuple[str, str, str]] = Counter()
        self.undecided: Counter[tuple[str, tuple[tuple[str, Key], ...], Otherwise | None]] = Counter()
        self.made: Counter[tuple[str, Key]] = Counter()
        self.keywords: Counter[tuple[str, str, bool]] = Counter()


def trace(given: JSON, got: JSON, tally: Tally) -> None:
    """Add to the tally what became of each field of an input, and what of the result comes of none.

    Raises RecursionError for values nested too deeply, before anything is added.
    """
    _Trace(Flat(given), Flat(got), tally).run()


class _Trace:
    """One trial. claimed: (object, name) of what in the result comes of the input."""

    def __init__(self, source: Flat, result: Flat, tally: Tally) -> None:
        self._source = source
        self._result = result
        self._tally = tally
        self._claimed: set[tuple[FieldNode, str]] = set()
        self._found: set[JSON] = set()  # rare values
        self._rare_of: dict[JSON, list[Leaf]] = {}
        self._arounds: dict[FieldNode, Sequence[FieldNode]] = {}
        self._rest: list[Leaf] = []  # rare texts of the result that are no whole text of the input
        self._of_key: dict[Key, list[Leaf]] | None = None  # common values of the result; made when it is needed

    def run(self) -> None:
        """Find the values, surest first."""
        missing = self._equal_values()
        self._rest = [
            hit
            for value, hits in self._rare_of.items()
            if value not in self._found and type(value) is str
            for hit in hits
        ]
        if self._rest:
            missing = [leaf for leaf in missing if not self._is_part(leaf)]
        wholes = self._equal_wholes() if self._source.wholes else []
        self._equal_objects()
        self._align()
        if wholes:
            wholes = [leaf for leaf in wholes if not self._is_changed(leaf)]
        self._by_name(missing + wholes)
        self._unsourced()

    def _match(self, leaf: Leaf, hit: Leaf) -> None:
        node, name, place, _value = leaf
        home, other, where, _hit = hit
        self._claimed.add((home, other))
        node.became(home)
        self._tally.found[place, KEPT if name == other else RENAMED, where] += 1

    def _equal_values(self) -> list[Leaf]:
        """Match rare values that are equal: by the same name first, then by names that are left. Return the others."""
        rare_of, found = self._rare_of, self._found
        for leaf in self._result.rare:
            rare_of.setdefault(leaf[3], []).append(leaf)
        missing: list[Leaf] = []
        elsewhere: list[Leaf] = []
        taken: dict[tuple[str, JSON], int] = {}
        for leaf in self._source.rare:
            value = leaf[3]
            if value not in rare_of:
                missing.append(leaf)
                continue
            name = leaf[1]
            named = [hit for hit in rare_of[value] if hit[1] == name]
            if named:
                found.add(value)
                self._match(leaf, _next(named, name, value, taken))
            else:
                elsewhere.append(leaf)
        if elsewhere:
            by_name = self._claimed.copy()
            for leaf in elsewhere:
                value = leaf[3]
                free = [hit for hit in rare_of[value] if hit[:2] not in by_name]
                if free:
                    found.add(value)
                    self._match(leaf, _next(free, "", value, taken))
                else:
                    missing.append(leaf)
        return missing

    def _is_part(self, leaf: Leaf) -> bool:
        """Match a text that was joined with others."""
        value = leaf[3]
        if type(value) is str:
            for hit in self._rest:
                if value in hit[3]:
                    self._match(leaf, hit)
                    return True
        return False

    def _equal_wholes(self) -> list[Leaf]:
        """Match schemas and data that are equal, or were written as JSON text. Return those that are not."""
        there: dict[bytes | None, list[Leaf]] = {}
        for hit in self._result.wholes:
            there.setdefault(packed(hit[3]), []).append(hit)
        there.pop(None, None)  # nested too deeply to be distinguished
        if any(leaf[1] not in SCHEMAS for leaf in self._source.wholes):
            for hits in self._rare_of.values():
                for hit in hits:
                    if hit[:2] not in self._claimed and (data := packed_text(hit[3])) is not None:
                        there.setdefault(data, []).append(hit)
        wholes = sorted(self._source.wholes, key=lambda whole: SCHEMAS.get(whole[1], 0))
        # First where it is expected; then whatever moved, or is in an object of which nothing else is known.
        for anywhere in (False, True):
            left: list[Leaf] = []
            for leaf in wholes:
                hits = there.get(packed(leaf[3])) or []
                near = self._near(leaf[0]) if hits and not anywhere else {}
                free = (hit for hit in hits if hit[:2] not in self._claimed and (anywhere or hit[0] in near))
                found = next(free, None)
                if found is not None:
                    self._match(leaf, found)
                else:
                    left.append(leaf)
            wholes = left
        return wholes

    def _equal_objects(self) -> None:
        """Note which objects came over whole, for those that hold nothing rare."""
        whole = {}
        for home in self._result.objects[self._result.root][1:]:
            if not any((home, name) in self._claimed for name in home.members):
                whole[home.place.rpartition(".")[2], packed(home.members)] = home
        if whole:
            for node in dict.fromkeys(leaf[0] for leaf in self._source.common):
                if node.homes is None:
                    same = whole.get((node.place.rpartition(".")[2], packed(node.members)))
                    if same is not None:
                        node.became(same)

    def _align(self) -> None:
        """Pair entries of the outermost lists in which nothing was recognised, where that leaves no doubt."""
        lists = [list_ for list_ in self._result.lists if _is_outermost(list_[0])]
        for node, entries in self._source.lists if lists else ():
            if _is_outermost(node) and any(entry.homes is None for entry in entries):
                for entry, other in list(pair(entries, lists)):
                    for home in self._result.objects[other]:
                        entry.became(home)

    def _is_changed(self, leaf: Leaf) -> bool:
        """Match a schema, or data, with what took its place."""
        node, name, place, value = leaf
        near = self._near(node)
        hits = (hit for hit in self._result.wholes if hit[0] in near and hit[:2] not in self._claimed)
        hit = next((hit for hit in hits if (hit[1] in SCHEMAS) == (name in SCHEMAS)), None)
        if hit is None:
            return False
        home, other, where, after = hit
        self._claimed.add((home, other))
        node.became(home)
        tally = self._tally
        if is_equal(value, after):
            tally.found[place, KEPT if name == other else RENAMED, where] += 1
            return True
        tally.found[place, CHANGED, where] += 1
        if name in SCHEMAS:
            before, now = keywords_of(value), keywords_of(after)
            for keyword in before.keys() | now.keys():
                if before[keyword] != now[keyword]:
                    tally.keywords[place, keyword, now[keyword] < before[keyword]] += 1
        return True

    def _near(self, node: FieldNode) -> dict[FieldNode, None]:
        """Return the objects of the result that may hold what an object held, nearest first."""
        known = node.known
        if known.parent is None:
            return dict.fromkeys(chain(*map(self._around, known.homes or ()), self._result.objects[self._result.root]))
        if known.homes is None:
            return {}
        return dict.fromkeys(chain(*map(self._around, known.homes)))

    def _around(self, home: FieldNode) -> Sequence[FieldNode]:
        """Return an object, those that hold it, and those beside it in one entry of a list."""
        found = self._arounds.get(home)
        if found is None:
            own = self._result.objects[home.entry]
            found = [node for node in (home, *_holding(home)) if type(node.members) is dict] + own
            self._arounds[home] = found
        return found

    def _by_name(self, weighty: Sequence[Leaf]) -> None:
        """Match the rest by name, where its object went. weighty: values that would be recognised."""
        found, claimed = self._tally.found, self._claimed
        pending: list[Leaf] = []
        lost: list[Leaf] = []
        unknown: set[FieldNode] = set()  # entries of lists that hold something weighty, and nothing of it is known
        names = self._result.names
        last: FieldNode | None = None
        near: dict[FieldNode, None] | None = None
        for number, leaf in enumerate(chain(weighty, self._source.common)):
            node, name, place, value = leaf
            if node is not last:
                last, known, near = node, node.known, None
            if known.homes is None and known.is_entry:
                if number < len(weighty):
                    unknown.add(known)
                (lost if known in unknown else pending).append(leaf)
            elif name not in names:
                pending.append(leaf)
            else:
                if near is None:
                    near = self._near(node)
                for home in near:
                    if name in home.members:
                        member = home.members[name]
                        same = type(member) is type(value) and member == value
                        if same and (type(value) is not list or is_equal(member, value)):
                            found[place, KEPT, place_of(home, name)] += 1
                            claimed.add((home, name))
                            node.lives()
                            break
                else:
                    pending.append(leaf)
        lost += [leaf for leaf in pending if not self._is_reported(leaf)]
        if lost:
            self._drop(lost)

    def _is_reported(self, leaf: Leaf) -> bool:
        """Note what became of a value that is not found under its name; False where it is lost."""
        node, name, place, value = leaf
        known = node.known
        of_nothing = known.homes is None and known.is_entry
        nameless = _is_nameless(node, name)
        otherwise: Otherwise | None = None if of_nothing else (_kind_of_lost(value), "")
        home = None
        if not (of_nothing or nameless) and name in self._result.names:
            home = self._replacing(known, leaf)
        if home is not None:
            where, member = place_of(home, name), home.members[name]
            self._claimed.add((home, name))
            node.lives()
            if says_the_same(value, member):
                self._tally.found[place, KEPT, where] += 1
                return True
            otherwise = (CHANGED, where)
        elif node.is_lost and not (of_nothing or nameless):
            return False
        equals = self._equals(name, value)
        named = next((hit for hit in equals if hit[1] == name), None) if of_nothing or nameless else None
        if named is not None:
            self._claimed.add(named[:2])
            node.lives()
            self._tally.found[place, KEPT, named[2]] += 1
        elif equals:
            places = tuple(sorted({(hit[2], key_of(hit[3])) for hit in equals}, key=repr))
            self._tally.undecided[place, places, otherwise] += 1
        elif otherwise is not None and otherwise[0] == CHANGED:
            self._tally.found[place, CHANGED, otherwise[1]] += 1
        else:
            return False
        return True

    def _replacing(self, known: FieldNode, leaf: Leaf) -> FieldNode | None:
        """Return the nearest object of the result that has another value under the name."""
        node, name, _place, value = leaf
        if node.homes is None and node.parent is not None and name in WORDS:
            return None  # every object has a type: that of another one says nothing of one that is lost
        own = known.own or ()
        # An object to which only parts of another one went need not have taken anything but those.
        near = chain.from_iterable(self._around(home) if home in own else _holding(home) for home in known.homes or ())
        for home in chain(near, self._result.objects[self._result.root] if known.parent is None else ()):
            if type(home.members) is dict and name in home.members:
                member = home.members[name]
                if says_the_same(value, member):
                    return home
                # A list in the place of an object is something else of the same name.
                if (home, name) not in self._claimed and not (type(value) is dict and type(member) is list):
                    return home
        return None

    def _equals(self, name: str, value: JSON) -> list[Leaf]:
        """Return the fields of the result that have a common value, as it is or as part of a text, and no source."""
        kind = type(value)
        if (is_rare(name, value) and name not in FREE_NAMES) or (value and (kind is dict or kind is list)):
            return []
        if self._of_key is None:
            self._of_key = {}
            for leaf in chain(self._result.common, self._rest):
                self._of_key.setdefault(key_of(leaf[3]), []).append(leaf)
        hits = self._of_key.get(key_of(value), ())
        equals = [hit for hit in hits if hit[:2] not in self._claimed or _is_nameless(*hit[:2])] if hits else []
        if kind is str:
            if value and self._rest and name not in WORDS:
                equals += [hit for hit in self._rest if value in hit[3]]
        elif name in FREE_NAMES:
            equals += self._of_key.get(("str", json.dumps(value)), ())
        return equals

    def _drop(self, lost: Iterable[Leaf]) -> None:
        """Note what is lost: the largest object or list of which nothing is left, once."""
        matched: set[FieldNode] = set()
        for node, name, place, value in lost:
            state = _kind_of_lost(value)
            if node.is_lost and node.parent is not None and name not in FREE_NAMES:
                while node.parent.parent is not None and node.parent.is_lost:
                    node = node.parent
                if node in matched:
                    continue
                matched.add(node)
                place, state = node.place, DROPPED
            self._tally.found[place, state, ""] += 1

    def _unsourced(self) -> None:
        """Note what comes of no value of the input."""
        result, claimed, made = self._result, self._claimed, self._tally.made
        for node, name, place, value in result.common:
            if (node, name) not in claimed:
                made[place, key_of(value)] += 1
        wholes = [leaf for leaf in result.wholes if leaf[:2] not in claimed]
        # What was found as text may be in the result a second time, decoded.
        read = {packed_text(value) for value in self._found} - {None} if wholes else ()
        for _node, _name, place, value in wholes:
            key = key_of(value)
            if key[1] not in read:
                made[place, key] += 1
        for node, name, place, value in result.rare:
            if (node, name) not in claimed and value not in self._found:
                made[place, key_of(value)] += 1


def key_of(value: JSON) -> Key:
    """Return a value as something that can be counted."""
    if type(value) is dict or type(value) is list:
        return "json", packed(value)
    return type(value).__name__, value


def _kind_of_lost(value: JSON) -> str:
    return DROPPED if value or value is False or value == 0 else EMPTY


def _next(hits: Sequence[Leaf], name: str, value: JSON, taken: dict[tuple[str, JSON], int]) -> Leaf:
    """Return the first of some equal fields that was not taken; the last one for all that come after."""
    if len(hits) == 1:
        return hits[0]
    number = taken.get((name, value), 0)
    taken[name, value] = number + 1
    return hits[min(number, len(hits) - 1)]


def _is_nameless(node: FieldNode, name: str) -> bool:
    """Whether a field has the name of the list or map that it is in: one claim covers all there."""
    return type(node.members) is not dict or name not in node.members


def _is_outermost(node: FieldNode) -> bool:
    return node.parent is None or node.parent.parent is None


def _holding(node: FieldNode) -> Iterator[FieldNode]:
    holder = node.parent
    while holder is not None:
        yield holder
        holder = holder.parent
