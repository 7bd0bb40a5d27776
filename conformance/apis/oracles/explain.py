"""Explains why a pinned schema refuses a value: one complaint a mistake, of the branch that was meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from jsonschema_rs import ValidationError

from conformance.apis.oracles.unions import CHOSEN, TAGS
from conformance.base.values import JSON

Path = tuple[str | int, ...]
MISSING, UNKNOWN, TYPE, VALUE, OTHER = "missing", "unknown", "type", "value", "other"


class Undecided(Exception):
    """No branch that the tag of a value names was meant: an explanation needs the branches that it does not name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """One mistake in a value, without any API's words.

    at: its place; of a missing or unknown key, the place that key has. expected: the JSON types (TYPE) or the values
    (VALUE) that would do. got: the value at that place. detail: the validator's own words (OTHER).
    """

    kind: str
    at: Path
    expected: tuple[JSON, ...] = ()
    got: JSON = None
    detail: str = ""


def complaints(errors: Iterable[ValidationError]) -> list[Complaint]:
    """Return what is wrong, each mistake once, in the order of the schema's keys.

    Raises Undecided for errors by a schema whose unions ask for the tag first, if these say too little.
    """
    found: dict[tuple[Path, str], Complaint] = {}
    for error in errors:
        for complaint in _of(error):
            found.setdefault((complaint.at, complaint.kind), complaint)
    # A value of a wrong type is none of the values either, and of what bears a wrong tag no more is known.
    others = {at[:-1] for at, kind in found if kind == VALUE and at[-1:] == ("type",)}
    return [
        complaint
        for complaint in found.values()
        if not (complaint.kind == VALUE and (complaint.at, TYPE) in found)
        and not (complaint.kind == MISSING and complaint.at[:-1] in others)
    ]


def _of(error: ValidationError) -> Iterator[Complaint]:
    at: Path = tuple(error.instance_path)
    name = error.kind.name
    value: Any = error.instance
    if name == "anyOf":
        yield from _of_union(at, value, error)
    elif name == "required":
        yield Complaint(kind=MISSING, at=(*at, error.kind.value))
    elif name == "additionalProperties":
        for key in error.kind.value:
            yield Complaint(kind=UNKNOWN, at=(*at, key), got=value[key])
    elif name == "type":
        yield Complaint(kind=TYPE, at=at, expected=tuple(error.kind.value), got=value)
    elif name == "const":
        yield Complaint(kind=VALUE, at=at, expected=(error.kind.value,), got=value)
    elif name == "enum":
        yield Complaint(kind=VALUE, at=at, expected=tuple(error.kind.value), got=value)
    else:
        yield Complaint(kind=OTHER, at=at, got=value, detail=error.message)


def _of_union(at: Path, value: JSON, error: ValidationError) -> Iterator[Complaint]:
    """Explain by the branches that were meant: those whose tag the value bears, or else what they would take."""
    judged = [(_distance(at, branch), branch) for branch in _flat(at, error)]
    nearest = min(distance for distance, _branch in judged)
    if nearest != _MEANT and any(_is_chosen(union) for union in _unions(at, error)):
        raise Undecided
    meant = [branch for distance, branch in judged if distance == nearest]
    if nearest == _WRONG_TYPE:
        expected = dict.fromkeys(name for branch in meant for error in branch for name in _types(at, error))
        yield Complaint(kind=TYPE, at=at, expected=tuple(expected), got=value)
    elif nearest == _WRONG_TAG:
        tags = [
            (tag, dict.fromkeys(value for branch in meant for error in branch for value in _values((*at, tag), error)))
            for tag in TAGS
        ]
        borne = [(tag, expected) for tag, expected in tags if expected and isinstance(value, dict) and tag in value]
        if not borne:  # the validator's paths leave out empty names: the mistake is deeper
            yield Complaint(kind=OTHER, at=at, got=value, detail="it is none of the forms that are taken here")
            return
        tag, expected = borne[0]
        yield Complaint(kind=VALUE, at=(*at, tag), expected=tuple(expected), got=value[tag])
    elif nearest == _NO_TAG:
        yield Complaint(kind=MISSING, at=(*at, _lacking(at, meant[0])))
    else:
        best = min(meant, key=_weight)
        if all(tuple(error.instance_path) == at and error.kind.name in ("enum", "const") for error in best):
            expected = dict.fromkeys(value for branch in meant for error in branch for value in _values(at, error))
            yield Complaint(kind=VALUE, at=at, expected=tuple(expected), got=value)
            return
        for error in best:
            yield from _of(error)


# How far a value is from a branch of a union.
_MEANT, _NO_TAG, _WRONG_TAG, _OTHER_TAG, _WRONG_TYPE = range(5)


def _distance(at: Path, branch: Sequence[ValidationError]) -> int:
    """Return how far a value is from a branch."""
    farthest = _MEANT
    for error in branch:
        place, name = tuple(error.instance_path), error.kind.name
        if place == at and name == "type":
            return _WRONG_TYPE
        if place == at and name == "additionalProperties" and any(tag in error.kind.value for tag in TAGS):
            farthest = max(farthest, _OTHER_TAG)
        elif len(place) == len(at) + 1 and place[-1] in TAGS and any(True for _one in _values(place, error)):
            farthest = max(farthest, _WRONG_TAG)
        elif place == at and name == "required" and error.kind.value in TAGS:
            farthest = max(farthest, _NO_TAG)
    return farthest


def _flat(at: Path, union: ValidationError) -> Iterator[Sequence[ValidationError]]:
    """Yield the branches, those of a union within the union among them."""
    for branch in union.kind.value:
        inner = _inner_union(at, branch)
        if inner is not None:
            yield from _flat(at, inner)
        else:
            yield branch


def _unions(at: Path, union: ValidationError) -> Iterator[ValidationError]:
    """Yield a union and those within it."""
    yield union
    for branch in union.kind.value:
        inner = _inner_union(at, branch)
        if inner is not None:
            yield from _unions(at, inner)


def _inner_union(at: Path, branch: Sequence[ValidationError]) -> ValidationError | None:
    only = branch[0] if len(branch) == 1 else None
    return only if only is not None and only.kind.name == "anyOf" and tuple(only.instance_path) == at else None


def _is_chosen(union: ValidationError) -> bool:
    """Whether the branches of a union were chosen by the tag, so that there are more."""
    return list(union.schema_path)[-2:-1] == [CHOSEN]


def _weight(branch: Sequence[ValidationError]) -> tuple[int, int]:
    """Count the mistakes of a branch; of equal numbers the one whose mistakes lie deeper was meant."""
    count = sum(len(error.kind.value) if error.kind.name == "additionalProperties" else 1 for error in branch)
    return count, -max(len(error.instance_path) for error in branch)


def _types(at: Path, error: ValidationError) -> Iterator[str]:
    if tuple(error.instance_path) == at and error.kind.name == "type":
        yield from error.kind.value


def _values(at: Path, error: ValidationError) -> Iterator[Any]:
    """Yield the values that would do at a place, by what one error says."""
    if tuple(error.instance_path) != at:
        return
    if error.kind.name == "const":
        yield error.kind.value
    elif error.kind.name == "enum":
        yield from error.kind.value
    elif error.kind.name == "anyOf":
        for branch in error.kind.value:
            for element in branch:
                yield from _values(at, element)


def _lacking(at: Path, branch: Sequence[ValidationError]) -> str:
    for error in branch:
        if tuple(error.instance_path) == at and error.kind.name == "required" and error.kind.value in TAGS:
            return str(error.kind.value)
    return TAGS[0]
