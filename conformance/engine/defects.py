"""Groups the failures of a run into defects: failures of several rules, inputs and operations that have one cause.

A part is what one rule objects to for one cause (`defect_parts`). Parts are one defect if they are of one family of
operations and have the same cause, or if two rules of an operation object to the same inputs, at places of which one is
in the other, where nothing else objects. Keywords that are lost are one defect where they are many: the schema is built
anew from those that are known. In doubt there are two defects.

A failure breaks the sets of its own rule, and no other: for each set, a defect is headlined by one that breaks it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from conformance.contracts import SETS
from conformance.engine.charges import SIDES
from conformance.engine.defect_parts import (
    NO_CAUSE,
    Key,
    Part,
    Sets,
    by_rule,
    counted_in,
    holds,
    key_of,
    parts_of,
)
from conformance.engine.failure_identity import LOST, MANY, holders_of
from conformance.engine.result import Evidence, Objection, RunResult
from conformance.operations import declared
from conformance.standing import REAL

GENERATED = 200  # bytes by which a generated input must be smaller than a case or a given one, to be shown instead
PROPERTIES = "properties"
COMMON = 2  # inputs that two rules must both object to, to be taken for one cause


class BrokenRule(NamedTuple):
    """A rule that a defect breaks. inputs: how many show it. evidence: the places of what shows it in the rule's."""

    operation: str
    rule: str
    inputs: int
    evidence: tuple[int, ...]


class Symptom(NamedTuple):
    """That a rule fails in a case. kind, place: as in Cause."""

    operation: str
    rule: str
    case: str
    kind: str
    place: str


class Shown(NamedTuple):
    """The place of the evidence that shows a defect best: a real input first, then a small one, written by hand."""

    operation: str
    rule: str
    evidence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Defect:
    """Failures with one cause.

    id: D1, D2, ... in the order of the report. decides: whether it keeps the run from conforming. sets: those that its
    failures break, in the order of SETS. inputs: how many show it. rules: what it is found by, that of its headline
    first. also_breaks: operations and rules that object to the same. shown: its headline, of the first set that decides
    the run. headlines: by set, the failure that breaks it. likewise: further keywords that are lost as the one that is
    shown. also_at: keywords of schemas in which the same is found, besides the place that is shown. objections: what it
    consists of, by operation and rule. symptoms: what it does to the cases, by which it is compared with known ones.
    """

    id: str
    decides: bool
    sets: tuple[str, ...]
    inputs: int
    rules: tuple[BrokenRule, ...]
    also_breaks: tuple[Key, ...]
    shown: Shown
    headlines: Mapping[str, Shown] = field(default_factory=dict)
    likewise: tuple[str, ...] = ()
    also_at: tuple[str, ...] = ()
    objections: Mapping[Key, Sequence[Objection]] = field(default_factory=dict)
    symptoms: frozenset[Symptom] = frozenset()


def defects(result: RunResult) -> tuple[Defect, ...]:
    """Return the defects of a run that is over, those that decide first.

    Each failure that counts in a set is in at least one of those that break the set.
    """
    sets = Sets(result)
    parts = list(parts_of(result, sets))
    own = [part for part in parts if part.parent is None]
    _join_equal_causes(own)
    _join_lost_keywords(own)
    for operation in dict.fromkeys(part.entry.operation for part in own):
        _join_nested([part for part in own if part.entry.operation == operation])
    groups: dict[Part, list[Part]] = defaultdict(list)
    for part in parts:
        groups[part.first].append(part)
    found = [(_defect(group, sets), _weight_of(group, sets)) for group in groups.values()]
    found.sort(key=lambda one: (not one[0].decides, one[1]))
    return tuple(replace(one, id=f"D{number}") for number, (one, _weight) in enumerate(found, 1))


def _family(part: Part) -> str:
    """Return what operations have in common that share code: those of MCP's tools do, whatever they make of them."""
    operation = part.entry.operation
    one = declared(operation)
    return operation if one is None else one.checks.removeprefix("flat_")


def _join_equal_causes(parts: Iterable[Part]) -> None:
    """Join the parts of a family of operations that have the same cause."""
    seen: dict[tuple[str, ...], Part] = {}
    for part in parts:
        if part.cause == NO_CAUSE:
            continue
        family, cause = _family(part), part.cause
        key = (family, cause.error, cause.name) if cause.name else (family, *cause)
        seen.setdefault(key, part).join(part)


def _join_lost_keywords(parts: Iterable[Part]) -> None:
    lost: dict[str, list[Part]] = defaultdict(list)
    for part in parts:
        if part.cause.kind == LOST:
            lost[_family(part)].append(part)
    for own in lost.values():
        if len({part.cause.place for part in own}) >= MANY:
            for part in own[1:]:
                own[0].join(part)


def _join_nested(parts: Sequence[Part]) -> None:
    """Join the parts of an operation that object to the same inputs, one inside the places of the other, and alone."""
    at: dict[int, list[tuple[str, Part]]] = defaultdict(list)
    for part in parts:
        for one in part.objections:
            if one.input is not None:
                at[one.input].append((one.at, part))
    for part in parts:
        if any(one.input is None or one.at.removeprefix("/") in ("", *SIDES) for one in part.objections):
            continue
        inside = [
            {other.first for place, other in at[one.input or 0] if other is not part and holds(one.at, place)}
            for one in part.objections
        ]
        if any(len(others) != 1 for others in inside):
            continue
        (other,) = inside[0]
        inputs = {one.input for one in part.objections}
        of_other = {one.input for each in parts if each.first is other for one in each.objections}
        if all(other in others for others in inside) and inputs == of_other and len(inputs) >= COMMON:
            other.join(part)


def _weight_of(group: Sequence[Part], sets: Sets) -> tuple[int, int, int]:
    """Return what makes a defect come first: the first set that it breaks, many operations, many inputs that do."""
    broken = frozenset[str]().union(*(sets.broken(part.entry, part.objections) for part in group))
    first = next((place for place, name in enumerate(sets.in_order) if name in broken), len(SETS))
    inputs = {
        one.input
        for part in group
        for one in part.objections
        if not broken or sets.in_order[first] in sets.broken(part.entry, [one])
    }
    return first, -len({part.entry.operation for part in group}), -len(inputs)


def _defect(group: Sequence[Part], sets: Sets) -> Defect:
    entries = {key_of(part.entry): part.entry for part in group}
    rules, counted = by_rule(group), counted_in(group)
    broken = frozenset[str]().union(*(sets.broken(part.entry, part.objections) for part in group))
    pieces = [_Piece.of(part, place, sets) for part in group for place in part.evidence]
    best = min(pieces, key=_Piece.weight)
    headlines: dict[str, _Piece] = {}
    for name in sets.in_order:
        if name in broken:
            breaking = [one for one in pieces if name in one.sets] or [one for one in pieces if name in one.of_part]
            first = min(breaking, key=_Piece.weight)
            # One that says more is not left out for one that breaks more sets.
            alike = (
                one for one in headlines.values() if one in breaking and one.part.is_charged == first.part.is_charged
            )
            headlines[name] = next(alike, first)
    shown = next(iter(headlines.values()), best)
    cause = shown.part.cause
    others = {part.cause.place for part in group if part.cause.kind == cause.kind == LOST} - {cause.place}
    return Defect(
        id="",
        decides=any(sets.decides(part.entry, part.objections) for part in group),
        sets=tuple(name for name in SETS if name in broken),
        inputs=len({one.input for objections, _evidence in rules.values() for one in objections}),
        rules=tuple(
            BrokenRule(*key, len({one.input for one in objections}), tuple(sorted(evidence)))
            for key, (objections, evidence) in sorted(rules.items(), key=lambda one: one[0] != shown.shown[:2])
        ),
        also_breaks=tuple(key for key in counted if key not in entries),
        shown=shown.shown,
        headlines={name: headlines[name].shown for name in SETS if name in headlines},
        likewise=tuple(sorted(others)),
        also_at=_also_at(group, shown),
        objections=counted,
        symptoms=frozenset(_symptoms(counted)),
    )


class _Piece(NamedTuple):
    """A piece of evidence of a part. sets: those that it breaks. of_part: those that the part breaks."""

    part: Part
    shown: Shown
    evidence: Evidence
    sets: frozenset[str]
    of_part: frozenset[str]

    @classmethod
    def of(cls, part: Part, place: int, sets: Sets) -> _Piece:
        """Return a piece of evidence with what it breaks."""
        evidence, of_part = part.entry.evidence[place], sets.broken(part.entry, part.objections)
        objection = evidence.objection
        own = of_part if objection is None else sets.broken(part.entry, [objection])
        return cls(part, Shown(*key_of(part.entry), place), evidence, own, of_part)

    def weight(self) -> tuple[bool, bool, bool, int]:
        """Return what makes evidence show a defect the better the less it is."""
        one = self.evidence
        try:
            # Beside a given input, a reduced one is shown.
            size = len(json.dumps([*one.earlier, one.input if one.reduced is None else one.reduced.input]))
        except (RecursionError, TypeError, ValueError):
            size = 1 << 30
        own = GENERATED if one.case is None and one.source is None else 0
        is_real = one.standing is None or one.standing.kind == REAL
        return not self.part.is_charged, not is_real, bool(one.earlier), size + own


def _also_at(group: Sequence[Part], shown: _Piece) -> tuple[str, ...]:
    """Return the keywords of schemas in which the cause that is shown is found, besides the one where it is shown.

    Those that only a listed rule objects to are named too: who repairs the defect by this list has repaired all of it.
    """
    cause = shown.part.cause
    if not cause.place:
        return ()
    parts = [part for part in group if part.cause.kind == cause.kind and part.cause.place == cause.place]
    listed = (one for part in parts for objections in part.also.values() for one in objections)
    alike = (one for one in listed if one.cause is not None and one.cause[:2] == cause[:2])
    places = {holders_of(one.at) for one in (*(own for part in parts for own in part.objections), *alike)}
    here = holders_of(shown.evidence.at)
    found = _own_keywords({*places, here})
    return tuple(sorted(found - {next((word for word in reversed(here) if word in found), "")}))


def _own_keywords(places: Iterable[Sequence[str]]) -> set[str]:
    """Return the keywords that explain some places, each given by the keywords that lead to it.

    Who looks into no schema in `properties` may look into every other one there. Where many keywords fail outside of
    it, though, those inside are taken to fail too.
    """
    every = list(places)
    found = _explaining(every)
    if PROPERTIES in found and len(found) > MANY:
        found |= _explaining([word for word in place if word != PROPERTIES] for place in every)
    return found


def _explaining(places: Iterable[Sequence[str]]) -> set[str]:
    """Return keywords of which each place has one.

    A keyword on the way to another one has done nothing wrong: a place is explained by a keyword in it that fails
    alone, or in a shorter one. What nothing explains is taken for a matter of its innermost keyword: of `properties`
    only where it has no other, as each schema has them.
    """
    found: set[str] = set()
    for place in sorted(places, key=lambda one: (len({*one} - {PROPERTIES}), *one)):
        if place and found.isdisjoint(place):
            found.add(next((word for word in reversed(place) if word != PROPERTIES), PROPERTIES))
    return found


def _symptoms(counted: Mapping[Key, Iterable[Objection]]) -> Iterator[Symptom]:
    for key, found in counted.items():
        for one in found:
            if one.case is not None:
                yield Symptom(*key, one.case, one.kind, one.cause.place if one.cause is not None else "")
