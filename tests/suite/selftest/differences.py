"""What the changes of a value were, found by comparing it with what it became."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from conformance.base.values import JSON, same
from conformance.formats.json_schema import Path
from tests.suite.selftest.changes import ValueChange

# Of an event: what counts it and its item, which is another number behind each event that is left out or added.
_COUNTS = frozenset({"sequence_number", "output_index"})


def differences(before: JSON, after: JSON) -> Iterator[ValueChange]:
    """Yield the changes by which a value became another one, each as `changes` makes it, with the whole other value."""
    yield from (ValueChange(kind, path, part, after) for kind, path, part in _found(before, after, ()))


def _found(before: JSON, after: JSON, path: Path) -> Iterator[tuple[str, Path, JSON]]:
    if same(before, after):
        return
    if isinstance(before, dict) and isinstance(after, dict) and before and after:
        yield from _in_objects(before, after, path)
    elif isinstance(before, list) and isinstance(after, list) and before and after:
        yield from _in_lists(before, after, path)
    else:
        yield _kind(before, after), path, before


def _kind(before: JSON, after: JSON) -> str:
    """Return in what way one value stands in the place of another."""
    if after is None:
        return "nulled"
    if not after and type(after) is type(before) and not isinstance(after, bool):
        return "emptied"
    if isinstance(after, str):
        if isinstance(before, str):
            if before.startswith(after):
                return "truncated"
            if after == before.upper():
                return "upper-case"
            return "padded" if after.rstrip() == before else "other"
        if after == json.dumps(before, ensure_ascii=False):
            return "as-text"
        return "as-repr" if after == repr(before) else "other"
    return "other"


def _in_objects(before: dict[str, JSON], after: dict[str, JSON], path: Path) -> Iterator[tuple[str, Path, JSON]]:
    gone = [name for name in before if name not in after]
    new = [name for name in after if name not in before]
    for old in list(gone):
        name = next((name for name in new if same(after[name], before[old])), None)
        if name is not None:
            gone.remove(old)
            new.remove(name)
            yield "renamed", (*path, old), before[old]
    for name in gone:
        yield "removed", (*path, name), before[name]
    if new:
        yield "added", path, before
    for name in (name for name in before if name in after):
        yield from _found(before[name], after[name], (*path, name))


def _in_lists(before: list[JSON], after: list[JSON], path: Path) -> Iterator[tuple[str, Path, JSON]]:
    swapped = next(
        (at for at, (element, other) in enumerate(zip(before, after, strict=False)) if not same(element, other)), 0
    )
    if same(after, [*before[:swapped], *before[swapped + 1 : swapped + 2], before[swapped], *before[swapped + 2 :]]):
        yield "swapped", (*path, swapped), before[swapped]
        return
    pairs = [(at, *element) for at, element in enumerate(zip(before, after, strict=False)) if not same(*element)]
    if len(before) == len(after) and len(pairs) == 1:  # also where it became equal to a neighbour
        yield from _found(pairs[0][1], pairs[0][2], (*path, pairs[0][0]))
        return
    old, new = (list(map(_key, entries)) for entries in (before, after))
    for what, first, end, at, until in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "insert":
            yield from _inserted(before, after, path, first, range(at, until))
            continue
        for element, other in _paired(before[first:end], after[at:until], is_same=what == "equal"):
            if element is None and other is not None:
                yield from _inserted(before, after, path, end, range(at + other, at + other + 1))
            elif other is None and element is not None:
                yield "removed", (*path, first + element), before[first + element]
            elif element is not None and other is not None:
                yield from _found(before[first + element], after[at + other], (*path, first + element))


def _paired(before: list[JSON], after: list[JSON], *, is_same: bool) -> Iterator[tuple[int | None, int | None]]:
    """Yield pairs of entries of two lists, one for the other: in their order, those of one type before others."""
    types = [
        [entry.get("type") if isinstance(entry, dict) else None for entry in entries] for entries in (before, after)
    ]
    if is_same or None in types[0]:
        yield from zip_longest(range(len(before)), range(len(after)))
        return
    old, new = (list(map(str, each)) for each in types)
    for _what, first, end, at, until in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        yield from zip_longest(range(first, end), range(at, until))


def _key(entry: JSON) -> str:
    """Return by what an entry of a list is found again in another one."""
    kept = {name: value for name, value in entry.items() if name not in _COUNTS} if isinstance(entry, dict) else entry
    return json.dumps(kept, sort_keys=True)


def _inserted(
    before: list[JSON], after: list[JSON], path: Path, first: int, places: Sequence[int]
) -> Iterator[tuple[str, Path, JSON]]:
    for place in places:
        near = next((at for at in (first - 1, first) if 0 <= at < len(before) and same(before[at], after[place])), None)
        if near is None:
            yield "added", path, before
        else:
            yield "duplicated", (*path, near), before[near]
