"""Makes a change of a schema in a value, where an API would make it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from conformance.base.values import JSON, same
from conformance.running.drift.changes import ANY, LIST, has_type
from conformance.running.drift.model import DefinitionChange, DriftKind, Variant
from conformance.running.drift.places import DefinitionMember, FoundPlaces, place_of

# What is put in the place of a value that may have another type now. No conversion knows them.
_SAMPLES: dict[str, JSON] = {
    "null": None, "a string": "changed", "an integer": 7, "a number": 7.5, "a boolean": True, ANY: {"changed": True},
}  # fmt: skip


def is_in(change: DefinitionChange, found: FoundPlaces) -> bool:
    """Whether a value that was found has what changed, so that the change can be made in it."""
    if change.difference in (DriftKind.NEW, DriftKind.REQUIRED):
        return False
    if change.variant is not None and change.difference is DriftKind.NARROWER:
        return any(True for _object in _of_variant(change.variant, place_of(change), found))
    if change.variant is not None:
        return place_of(change) in found.entries
    if change.difference is DriftKind.NARROWER:
        return False  # all that is taken now was taken before
    return place_of(change) in found.members


def make(change: DefinitionChange, found: FoundPlaces) -> None:
    """Make a change in the objects that were found. Of several new values it takes the first."""
    place = place_of(change)
    if change.variant is not None:
        _make_variant(change, change.variant, place, found)
        return
    for holder, name in found.members.get(place, ()):
        if name not in holder:
            continue  # an object can be found along two definitions
        if change.difference is DriftKind.WIDER:
            holder[name] = _wider(change, holder[name])
        else:
            del holder[name]


def _wider(change: DefinitionChange, value: JSON) -> JSON:
    """Return what a place holds that takes more now."""
    if change.type == LIST:
        return value if isinstance(value, list) else [value]
    new = _new(change)
    if isinstance(value, list) and (change.values or LIST not in change.kept):
        return [
            new if change.type or _is_plain(element) else element for element in value
        ]  # the change is of its entries
    # Beside a list of values a union may have objects, which an unknown value does not replace.
    return value if change.values and isinstance(value, dict) else new


def _make_variant(change: DefinitionChange, variant: Variant, place: DefinitionMember, found: FoundPlaces) -> None:
    """Put a new variant in the place of objects; give those of a variant that is gone a tag that nothing knows."""
    if change.difference is DriftKind.WIDER:
        for entry in found.entries.get(place, ()):
            entry.clear()
            entry.update(variant.tags)
        return
    for entry in list(_of_variant(variant, place, found)):
        names = {name for name, _value in variant.tags} & entry.keys()
        for name in names:
            entry[name] = "changed"
        if not names:
            entry.clear()


def _of_variant(variant: Variant, place: DefinitionMember, found: FoundPlaces) -> Iterator[dict[str, JSON]]:
    """Yield the objects at a place that can be of this variant alone; of one that is inline, those with its tags."""
    own = DefinitionMember(place.kind, variant.definition, "")
    for entry in found.entries.get(place, ()):
        if variant.definition:
            if all(taken == own for taken in found.taken_as(entry, place.kind)):
                yield entry
        elif any((name, entry.get(name)) in variant.tags for name, _value in variant.tags):
            yield entry


def is_refused(change: DefinitionChange, found: FoundPlaces, changed: frozenset[DefinitionMember]) -> bool:
    """Whether a value no longer fits after a change. changed: all places that differ in the way that this one does.

    An object that can be of several definitions fits as long as one of them takes it.
    """
    place = place_of(change)
    name = place.at.rpartition(".")[2]
    holders: Iterable[dict[str, JSON]]
    if change.difference is DriftKind.REQUIRED:
        holders = (entry for entry in found.objects.get(place.around, ()) if name not in entry)
    elif change.difference is DriftKind.GONE:
        holders = (member.holder for member in found.members.get(place, ()))
    elif change.difference is DriftKind.NARROWER and change.variant is not None:
        return any(True for _object in _of_variant(change.variant, place, found))
    elif change.difference is DriftKind.NARROWER:
        holders = (
            member.holder for member in found.members.get(place, ()) if _is_lost(change, member.holder[member.name])
        )
    else:
        return False
    return any(
        all(member.below(name) in changed for member in found.taken_as(holder, place.kind)) for holder in holders
    )


def _is_lost(change: DefinitionChange, value: JSON) -> bool:
    """Whether a place takes a value no longer."""
    entries = value if isinstance(value, list) else [value]
    if not change.type:
        return any(entry in change.values for entry in entries if _is_plain(entry))
    if LIST in (change.type, *change.kept):
        entries = [value]  # the change is not of the entries of a list
    return any(has_type(entry, change.type) and not _is_kept(change, entry) for entry in entries)


def _is_kept(change: DefinitionChange, value: JSON) -> bool:
    return value in change.values or any(has_type(value, type_) for type_ in change.kept)


def _is_plain(value: Any) -> bool:
    return not isinstance(value, dict | list)


def is_copied(change: DefinitionChange, before: JSON, after: JSON) -> bool:
    """Whether two results differ only in that the second has the new text where the first has another value.

    A text that is copied is passed on, not read. before, after: the results without the change and with it.
    """
    if isinstance(before, dict) and isinstance(after, dict):
        return before.keys() == after.keys() and all(is_copied(change, before[name], after[name]) for name in before)
    if isinstance(before, list) and isinstance(after, list):
        pairs = zip(before, after, strict=False)
        return len(before) == len(after) and all(is_copied(change, pair, other) for pair, other in pairs)
    return same(before, after) or (_is_plain(before) and isinstance(after, str) and after == _new(change))


def _new(change: DefinitionChange) -> JSON:
    """Return what is put where more is taken now."""
    return change.values[0] if change.values else _SAMPLES.get(change.type)
