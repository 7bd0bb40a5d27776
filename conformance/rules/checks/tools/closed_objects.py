"""Objects that a converter closed. Models fill in the properties that are listed, and strict mode wants no others."""

from __future__ import annotations

from conformance.base.values import JSON, packed, unpacked
from conformance.formats.json_schema import Path, SchemaDifference, find_reference, subschemas

_SAYS_OF_OTHERS = frozenset({"additionalProperties", "patternProperties", "unevaluatedProperties"})


def is_closed(source: JSON, difference: SchemaDifference) -> bool:
    """Whether a difference is that an object was closed which lists properties and says nothing of others."""
    added = difference.kind == "keyword-added" and difference.actual is False
    return added and difference.path[-1] == "additionalProperties" and _lists_properties(source, difference.path[:-1])


def reopened(source: JSON, result: JSON) -> JSON:
    """Return `result` without each `additionalProperties: false` that `is_closed` describes."""
    places = [
        path
        for path, member in subschemas(result)
        if isinstance(member, dict) and member.get("additionalProperties") is False and _lists_properties(source, path)
    ]
    data = packed(result)
    if not places or data is None:
        return result
    copy = unpacked(data)
    for path in places:
        member = copy
        for step in path:
            member = member[step]
        del member["additionalProperties"]
    return copy


def _lists_properties(root: JSON, path: Path) -> bool:
    """Whether there is such an object at a path, or behind references on the way, which a result may have inlined."""
    place = root
    for step in path:
        if not _has(place, step):
            place = _target(root, place)
        if not _has(place, step):
            return False
        place = place[step]
    place = _target(root, place)
    return isinstance(place, dict) and bool(place.get("properties")) and _SAYS_OF_OTHERS.isdisjoint(place)


def _has(place: JSON, step: str | int) -> bool:
    return step in place if isinstance(place, dict) else isinstance(place, list) and step in range(len(place))


def _target(root: JSON, place: JSON) -> JSON:
    """Return what a reference leads to, None if that is not found, and anything else as it is."""
    seen: list[JSON] = []
    while isinstance(place, dict) and isinstance(place.get("$ref"), str):
        reference = place["$ref"]
        if reference in seen or not (reference == "#" or reference.startswith("#/")):
            return None
        seen.append(reference)
        place = find_reference(root, reference)[1]
    return place
