"""Groups the failures of a run into defects: failures of several rules, inputs and operations that have one cause.

A part is what one rule objects to for one cause. Parts are one defect if they are of one family of operations and
have the same cause, or if two rules of an operation object to the same inputs, at places of which one is in the other,
where nothing else objects. Keywords that are lost are one defect where they are many: the schema is built anew from
those that are known. In doubt there are two defects. What a rule objects to besides the rules that are charged
with it is listed with their defects.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from conformance.checks.registry import PACKAGES
from conformance.contracts import SETS
from conformance.engine.alike import Cause
from conformance.engine.charges import SIDES, charged
from conformance.engine.result import FAIL, Evidence, Objection, RuleResult, RunResult
from conformance.engine.sets import ALL, counting, counts
from conformance.standing import REAL

GENERATED = 200  # bytes by which a generated input must be smaller than one written by hand, to be shown instead
LOST, MANY = "keyword-lost", 6  # from so many keywords on that are lost, one cause is taken for all
COMMON = 2  # inputs that two rules must both object to, to be taken for one cause
NO_CAUSE = Cause("", "", "", "")
Key = tuple[str, str]  # operation and rule


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

    id: D1, D2, ... in the order of the report. decides: whether it keeps the run from conforming. sets: those in which
    a rule fails for it. inputs: how many show it. rules: the charged ones. also_breaks: operations and rules that
    object to the same. likewise: further keywords that are lost as the one that is shown. symptoms: what it does to the
    cases, by which it is compared with known defects.
    """

    id: str
    decides: bool
    sets: tuple[str, ...]
    inputs: int
    rules: tuple[BrokenRule, ...]
    also_breaks: tuple[Key, ...]
    shown: Shown
    likewise: tuple[str, ...] = ()
    symptoms: frozenset[Symptom] = frozenset()


@dataclass(slots=True, kw_only=True)
class _Part:
    """What one rule objects to for one cause, and the defect that it belongs to, by the first part of that."""

    entry: RuleResult
    cause: Cause
    objections: list[Objection] = field(default_factory=list)
    evidence: list[int] = field(default_factory=list)
    also: dict[Key, list[Objection]] = field(default_factory=dict)
    parent: _Part | None = None

    @property
    def first(self) -> _Part:
        """The first part of the same defect."""
        return self if self.parent is None else self.parent.first

    def join(self, other: _Part) -> None:
        """Make two parts one defect."""
        if self.first is not other.first:
            other.first.parent = self.first


def defects(result: RunResult) -> tuple[Defect, ...]:
    """Return the defects of a run that is over, those that decide first.

    A cause of which the report has no evidence, because it has more of the same rule, is left out.
    """
    entries = {_key(entry): entry for entry in result.rules if entry.verdict == FAIL}
    sets = _Sets(result)
    objections = _counting(entries.values(), sets)
    parts = list(_parts(entries, objections))
    for operation in dict.fromkeys(part.entry.operation for part in parts):
        _list_also([part for part in parts if part.entry.operation == operation], entries, objections)
    _join_equal_causes(parts)
    _join_lost_keywords(parts)
    for operation in dict.fromkeys(part.entry.operation for part in parts):
        _join_nested([part for part in parts if part.entry.operation == operation])
    groups: dict[int, list[_Part]] = defaultdict(list)
    for part in parts:
        groups[id(part.first)].append(part)
    found = [_defect(group, entries, sets) for group in groups.values()]
    found.sort(key=_rank)
    return tuple(replace(one, id=f"D{number}") for number, one in enumerate(found, 1))


def _rank(one: Defect) -> tuple[bool, int, int, int]:
    """Return what makes a defect come first: it decides, it is in the first set, in many operations, on many inputs."""
    first = min((SETS.index(name) for name in one.sets), default=len(SETS))
    return not one.decides, first, -len({rule.operation for rule in one.rules}), -one.inputs


def _counting(entries: Collection[RuleResult], sets: _Sets) -> dict[Key, list[Objection]]:
    """Return the objections of failing rules that count: with all rules, or of those that yield then, in one set."""
    required = [entry for entry in entries if entry.rule.level == "MUST"]
    others = [entry for entry in entries if entry.rule.level != "MUST" and not _is_advice(entry)]
    in_one_set = {_key(entry): [one for one in entry.objections if sets.failing(entry, [one])] for entry in required}
    found = counting(required, (ALL,), {_key(entry) for entry in required})
    found = {key: objections for key, objections in in_one_set.items() if objections} | found
    return found | {_key(entry): list(entry.objections) for entry in others}


def _is_advice(entry: RuleResult) -> bool:
    return all(one.advice is not None for one in entry.evidence)


def _parts(entries: Mapping[Key, RuleResult], objections: Mapping[Key, Sequence[Objection]]) -> Iterator[_Part]:
    """Yield the parts of the charged rules that evidence shows."""
    for operation in dict.fromkeys(operation for operation, _rule in objections):
        own = {key[1]: entry for key, entry in entries.items() if key[0] == operation and key in objections}
        required = {rule: entry for rule, entry in own.items() if entry.rule.level == "MUST"}
        also = charged(required.values(), {rule: objections[operation, rule] for rule in required})
        for rule, entry in own.items():
            if rule in also or rule not in required:
                others = dict.fromkeys((operation, other) for other in also.get(rule, ()))
                yield from _parts_of(entry, objections[operation, rule], others)


def _parts_of(entry: RuleResult, objections: Iterable[Objection], also: Iterable[Key]) -> list[_Part]:
    parts: dict[Cause, _Part] = {}
    for one in objections:
        cause = one.cause or NO_CAUSE
        parts.setdefault(cause, _Part(entry=entry, cause=cause)).objections.append(one)
    # Where nothing counts but in one set, what yields in another one is the evidence.
    places = [place for place, one in enumerate(entry.evidence) if one.advice is None]
    places = places or [place for place, one in enumerate(entry.evidence) if one.yields_to is not None]
    for place in places:
        part = parts.get(entry.evidence[place].cause or NO_CAUSE)
        if part is not None:
            part.evidence.append(place)
    shown = [part for part in parts.values() if part.evidence]
    if not shown and places:  # what it objects to was found again in another form, or no check found it
        shown = [_Part(entry=entry, cause=NO_CAUSE, objections=list(objections), evidence=places)]
    for part in shown:
        part.also = {key: [] for key in also}
    return sorted(shown, key=lambda part: part.evidence[0])  # objections have no order


def _list_also(
    parts: Sequence[_Part], entries: Mapping[Key, RuleResult], objections: Mapping[Key, Sequence[Objection]]
) -> None:
    """Keep of the rules that each part also breaks those that object to the same places of the same inputs.

    Where some parts alone explain objections of a rule, they explain those too that they share with other parts.
    """
    for key in dict.fromkeys(key for part in parts for key in part.also):
        having = [part for part in parts if key in part.also]
        at: dict[int | None, list[tuple[str, _Part]]] = defaultdict(list)
        for part in having:
            for one in part.objections:
                at[one.input].append((one.at, part))
        explaining = [(one, _nearest(one.at, at[one.input])) for one in objections[key]]
        alone = {id(found[0]) for _one, found in explaining if len(found) == 1}
        for part in having:
            part.also[key] = [one for one, found in explaining if part in found and (not alone or id(part) in alone)]
        if not any(part.also[key] for part in having):
            having[0].also[key] = list(objections[key])
        for part in having:
            if not part.also[key]:
                del part.also[key]


def _nearest(place: str, others: Iterable[tuple[str, _Part]]) -> list[_Part]:
    """Return the parts that object at, in or around a place of an input; else those that do on its other sides.

    The form of the output in which others arrived may have nothing to do with what is lost of the input.
    """
    nested = {id(part): part for at, part in others if _holds(place, at) or _holds(at, place)}
    beside = {id(part): part for at, part in others if _side(at) != _side(place)}
    return list((nested or beside).values())


def _side(at: str) -> str:
    return at.split("/", 2)[1] if at else ""


def _holds(outer: str, inner: str) -> bool:
    return inner == outer or inner.startswith(f"{outer}/")


def _join_equal_causes(parts: Iterable[_Part]) -> None:
    """Join the parts of a family of operations that have the same cause."""
    seen: dict[tuple[str, ...], _Part] = {}
    for part in parts:
        if part.cause == NO_CAUSE:
            continue
        family, cause = _family(part), part.cause
        key = (family, cause.error, cause.name) if cause.name else (family, *cause)
        seen.setdefault(key, part).join(part)


def _family(part: _Part) -> str:
    """Return what operations have in common that share code: those of MCP's tools do, whatever they make of them."""
    operation = part.entry.operation
    return PACKAGES.get(operation, operation).removeprefix("flat_")


def _join_lost_keywords(parts: Iterable[_Part]) -> None:
    lost: dict[str, list[_Part]] = defaultdict(list)
    for part in parts:
        if part.cause.kind == LOST:
            lost[_family(part)].append(part)
    for own in lost.values():
        if len({part.cause.place for part in own}) >= MANY:
            for part in own[1:]:
                own[0].join(part)


def _join_nested(parts: Sequence[_Part]) -> None:
    """Join the parts of an operation that object to the same inputs, one inside the places of the other, and alone."""
    at: dict[int, list[tuple[str, _Part]]] = defaultdict(list)
    for part in parts:
        for one in part.objections:
            if one.input is not None:
                at[one.input].append((one.at, part))
    for part in parts:
        if any(one.input is None or one.at.removeprefix("/") in ("", *SIDES) for one in part.objections):
            continue
        inside = [
            {
                id(other.first): other.first
                for place, other in at[one.input or 0]
                if other is not part and _holds(one.at, place)
            }
            for one in part.objections
        ]
        if any(len(others) != 1 for others in inside):
            continue
        other = next(iter(inside[0].values()))
        inputs = {one.input for one in part.objections}
        of_other = {one.input for each in parts if each.first is other for one in each.objections}
        if all(id(other) in others for others in inside) and inputs == of_other and len(inputs) >= COMMON:
            other.join(part)


class _Sets:
    """Which objections count in which set, and which decide a run."""

    def __init__(self, result: RunResult) -> None:
        self._deciding = result.deciding
        self._decide = {_key(entry) for entry in result.rules if entry.counts}
        self._rules = {name: {_key(entry) for entry in result.rules if name in entry.rule.sets} for name in SETS}

    def decides(self, entry: RuleResult, objections: Iterable[Objection]) -> bool:
        """Whether one of the objections of a rule keeps the run from conforming."""
        return entry.counts and any(
            counts(one, name, entry, self._decide) for one in objections for name in self._deciding
        )

    def failing(self, entry: RuleResult, objections: Collection[Objection]) -> set[str]:
        """Return the sets that a rule breaks."""
        own = (name for name in entry.rule.sets if entry.rule.level == "MUST")
        return {name for name in own if any(counts(one, name, entry, self._rules[name]) for one in objections)}


def _defect(group: Sequence[_Part], entries: Mapping[Key, RuleResult], sets: _Sets) -> Defect:
    by_rule: dict[Key, list[Objection]] = defaultdict(list)
    evidence: dict[Key, list[int]] = defaultdict(list)
    also: dict[Key, list[Objection]] = defaultdict(list)
    for part in group:
        by_rule[_key(part.entry)] += part.objections
        evidence[_key(part.entry)] += part.evidence
        for other, objections in part.also.items():
            also[other] += objections
    both = [(entries[key], found) for key, found in (*by_rule.items(), *also.items())]
    failing = set[str]().union(*(sets.failing(*one) for one in both))
    shown = _shown(evidence, entries)
    cause = entries[shown[:2]].evidence[shown.evidence].cause or NO_CAUSE
    others = {part.cause.place for part in group if part.cause.kind == cause.kind == LOST} - {cause.place}
    return Defect(
        id="",
        decides=any(sets.decides(*one) for one in both),
        sets=tuple(name for name in SETS if name in failing),
        inputs=len({one.input for objections in by_rule.values() for one in objections}),
        rules=tuple(
            BrokenRule(*key, len({one.input for one in objections}), tuple(sorted(evidence[key])))
            for key, objections in by_rule.items()
        ),
        also_breaks=tuple(key for key in also if key not in by_rule),
        shown=shown,
        likewise=tuple(sorted(others)),
        symptoms=frozenset(_symptoms((*by_rule.items(), *also.items()))),
    )


def _symptoms(objections: Iterable[tuple[Key, Iterable[Objection]]]) -> Iterator[Symptom]:
    for key, found in objections:
        for one in found:
            if one.case is not None:
                yield Symptom(*key, one.case, one.kind, one.cause.place if one.cause is not None else "")


def _key(entry: RuleResult) -> Key:
    return entry.operation, entry.rule.id


def _shown(evidence: Mapping[Key, Sequence[int]], entries: Mapping[Key, RuleResult]) -> Shown:
    every = [(key, place) for key, places in evidence.items() for place in sorted(places)]
    found = [(Shown(*key, place), entries[key].evidence[place]) for key, place in every]
    return min(found, key=lambda one: _weight(one[1]))[0]


def _weight(one: Evidence) -> tuple[bool, bool, int]:
    """Return what makes evidence show a defect the better the less it is."""
    try:
        size = len(json.dumps([*one.earlier, one.input]))
    except (RecursionError, TypeError, ValueError):
        size = 1 << 30
    own = 0 if one.case is not None else GENERATED
    return one.standing is not None and one.standing.kind != REAL, bool(one.earlier), size + own
