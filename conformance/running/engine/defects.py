"""Groups the failures of a run into defects: facts of several rules, inputs and operations that have one cause.

A defect names each of its facts: what `joins` joined wrongly costs a line, and hides nothing. Those that do most harm
come first (`harm`).
A failure breaks the sets of its own rule, and no other: for each set, a defect is headlined by one that breaks it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from conformance.apis.input_validity import REAL
from conformance.rules.contracts import SETS
from conformance.running.engine.broken_sets import Sets
from conformance.running.engine.facts import (
    Key,
    RuleFact,
    Way,
    by_rule,
    counted_in,
    facts_of,
    holds,
    key_of,
    medium,
    member_of,
)
from conformance.running.engine.failure_identity import ADDED, LOST, MANY, holders_of
from conformance.running.engine.harm import Harm, harm_of
from conformance.running.engine.joins import is_member, join
from conformance.running.engine.left_out_by import left_out_by
from conformance.running.engine.result import Evidence, Objection, RunResult

GENERATED = 200  # bytes by which a generated input must be smaller than a case or a given one, to be shown instead
PROPERTIES = "properties"
IN_A_WHOLE = "it compares the whole in which this is"  # why a rule is listed with a defect
# What a defect that is a table says of its members: no report names them, they have a place and are lost, the API
# always sends them, they are kinds of parts of a content that do not arrive.
SILENT, LOST_MEMBERS, LACKING, PARTS = TABLES = "silent", "lost", "lacking", "parts"


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


class NamedFact(NamedTuple):
    """A fact of a defect, as a report names it.

    way: how the rule fails, one of `facts.Way`. inputs: how many show it. evidence: the place of what shows it in the
    rule's. reason: why it is one defect with the facts before it.
    """

    operation: str
    rule: str
    way: str
    inputs: int
    evidence: int
    reason: str = ""


class MemberTable(NamedTuple):
    """Members to which one thing happens, which a defect is about. kind: one of TABLES. members: the worst first."""

    kind: str
    members: tuple[str, ...]


class ShownEvidence(NamedTuple):
    """The place of the evidence that shows a defect best: a real input first, then a small one, written by hand."""

    operation: str
    rule: str
    evidence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Defect:
    """Failures with one cause.

    id: D1, D2, ... in the order of the report. harm: of its worst fact. facts: what it consists of, that of its
    headline first, then the worst ones. table: the members that it is about, where they are several. decides: whether
    it keeps the run from conforming. sets: those that its failures break, in the order of SETS. inputs: how many show
    it. rules: what it is found by, that of its headline first. also_breaks: operations and rules that object to the
    same. shown: its headline, of the first set that decides the run. headlines: by set, the failure that breaks it.
    likewise: further keywords that are lost, or added, as the one that is shown. also_at: keywords of schemas in which
    the same is found, besides the place that is shown. objections: what it consists of, by operation and rule.
    symptoms: what it does to the cases, by which it is compared with known ones. cases: those that show the fact of its
    headline.
    left_out_by: the feature without which no worked case shows it.
    """

    id: str
    decides: bool
    sets: tuple[str, ...]
    inputs: int
    rules: tuple[BrokenRule, ...]
    also_breaks: tuple[Key, ...]
    shown: ShownEvidence
    headlines: Mapping[str, ShownEvidence] = field(default_factory=dict)
    likewise: tuple[str, ...] = ()
    also_at: tuple[str, ...] = ()
    objections: Mapping[Key, Sequence[Objection]] = field(default_factory=dict)
    symptoms: frozenset[Symptom] = frozenset()
    cases: frozenset[str] = frozenset()
    harm: Harm = Harm.FORM
    facts: tuple[NamedFact, ...] = ()
    table: MemberTable | None = None
    left_out_by: str | None = None


def defects(result: RunResult) -> tuple[Defect, ...]:
    """Return the defects of a run that is over, those that decide first.

    Each failure that counts in a set is in at least one of those that break the set.
    """
    sets = Sets(result)
    facts = facts_of(result, sets)
    join(facts, sets)
    groups: dict[RuleFact, list[RuleFact]] = defaultdict(list)
    for fact in facts:
        groups[fact.first].append(fact)
    found = [(_defect(group, sets), _weight_of(group, sets)) for group in groups.values()]
    found.sort(key=lambda pair: (not pair[0].decides, pair[1]))
    return tuple(
        replace(defect, id=f"D{number}", left_out_by=left_out_by(defect.objections, result.of_feature))
        for number, (defect, _weight) in enumerate(found, 1)
    )


def _weight_of(group: Sequence[RuleFact], sets: Sets) -> tuple[int, Harm, int, int]:
    """Return what makes a defect come first: the first set that it breaks, harm, many operations, many inputs."""
    broken = frozenset[str]().union(*(sets.broken(fact.entry, fact.objections) for fact in group))
    first = next((place for place, name in enumerate(sets.in_order) if name in broken), len(SETS))
    breaking = [
        (
            fact,
            [
                objection
                for objection in fact.objections
                if not broken or sets.in_order[first] in sets.broken(fact.entry, [objection])
            ],
        )
        for fact in group
    ]
    harm = min(harm_of(fact) for fact, own in breaking if own)
    inputs = {objection.input for fact, own in breaking if harm_of(fact) == harm for objection in own}
    return first, harm, -len({fact.operation for fact in group}), -len(inputs)


def _defect(group: Sequence[RuleFact], sets: Sets) -> Defect:
    entries = {key_of(fact.entry): fact.entry for fact in group}
    rules, counted = by_rule(group), counted_in(group)
    broken = frozenset[str]().union(*(sets.broken(fact.entry, fact.objections) for fact in group))
    own = {fact.entry.rule.id for fact in group}
    outer = {fact for fact in group if any(_is_around(fact, other) for other in group)}
    outer |= {fact for fact in group if not own.isdisjoint(fact.entry.rule.extends)}
    pieces = [_Piece.of(fact, place, sets, is_outer=fact in outer) for fact in group for place in fact.evidence]
    best = min(pieces, key=_Piece.weight)
    headlines: dict[str, _Piece] = {}
    for name in sets.in_order:
        if name in broken:
            breaking = [piece for piece in pieces if name in piece.sets] or [
                piece for piece in pieces if name in piece.of_fact
            ]
            first = min(breaking, key=_Piece.weight)
            # One that says more is not left out for one that breaks more sets.
            alike = (
                headline
                for headline in headlines.values()
                if headline in breaking and headline.is_outer == first.is_outer
            )
            headlines[name] = next(alike, first)
    shown = next(iter(headlines.values()), best)
    cause = shown.fact.cause
    keywords = (fact.cause for fact in group if fact.cause.kind == cause.kind and cause.kind in (LOST, ADDED))
    others = {keyword.place for keyword in keywords} - {cause.place}
    return Defect(
        id="",
        decides=any(sets.decides(fact.entry, fact.objections) for fact in group),
        sets=tuple(name for name in SETS if name in broken),
        inputs=len({objection.input for objections, _evidence in rules.values() for objection in objections}),
        rules=tuple(
            BrokenRule(*key, len({objection.input for objection in objections}), tuple(sorted(evidence)))
            for key, (objections, evidence) in sorted(rules.items(), key=lambda rule: rule[0] != shown.shown[:2])
        ),
        also_breaks=tuple(key for key in counted if key not in entries),
        shown=shown.shown,
        headlines={name: headlines[name].shown for name in SETS if name in headlines},
        likewise=tuple(sorted(others)),
        also_at=_also_at(group, shown),
        objections=counted,
        symptoms=frozenset(_symptoms(counted)),
        cases=frozenset(objection.case for objection in shown.fact.objections if objection.case is not None),
        harm=min(map(harm_of, group)),
        facts=tuple(_named_facts(group, shown.fact)),
        table=_table(group),
    )


def _named_facts(group: Sequence[RuleFact], shown: RuleFact) -> Iterator[NamedFact]:
    """Yield the facts of a defect, then what is listed with them."""
    ordered = sorted(group, key=lambda fact: (fact is not shown, harm_of(fact), -len(fact.inputs)))
    for fact in ordered:
        inputs = len({objection.input for objection in fact.objections})
        reason = "" if fact is shown else fact.reason or shown.reason
        yield NamedFact(*key_of(fact.entry), fact.way, inputs, fact.evidence[0], reason)
    listed: dict[Key, set[int | None]] = defaultdict(set)
    shown_by: dict[Key, int] = {}
    for fact in ordered:
        for key, objections in fact.also.items():
            listed[key].update(objection.input for objection in objections)
            shown_by.setdefault(key, fact.also_shown[key])
    for key, found in listed.items():
        if key not in {key_of(fact.entry) for fact in group}:
            yield NamedFact(*key, Way.CHANGED, len(found), shown_by[key], IN_A_WHOLE)


def _table(group: Sequence[RuleFact]) -> MemberTable | None:
    """Return the members that a defect is about; None where it is no table of several."""
    ordered = sorted(group, key=lambda fact: (harm_of(fact), -len(fact.inputs)))
    if all(medium(fact) for fact in group):
        kind, members = PARTS, sorted({medium(fact) or "" for fact in group})
    elif all(fact.is_missing for fact in group):
        kind, members = LACKING, [member_of(fact) for fact in ordered]
    elif all(fact.way is Way.SILENT and is_member(fact) for fact in group):
        kind, members = SILENT, [member_of(fact) for fact in ordered]
    elif all(fact.way in (Way.SILENT, Way.LOST) and fact.is_setting for fact in group):
        kind, members = LOST_MEMBERS, [member_of(fact) for fact in ordered]
    else:
        return None
    own = tuple(dict.fromkeys(members))
    return MemberTable(kind, own) if len(own) > 1 else None


def _is_around(fact: RuleFact, other: RuleFact) -> bool:
    """Whether the place of a fact holds that of another one."""
    return fact.at != other.at and holds(fact.at, other.at)


class _Piece(NamedTuple):
    """A piece of evidence of a fact.

    sets: those that it breaks. of_fact: those that the fact breaks. is_outer: whether another fact is inside its place,
    or is of a rule that its rule extends.
    """

    fact: RuleFact
    shown: ShownEvidence
    evidence: Evidence
    sets: frozenset[str]
    of_fact: frozenset[str]
    is_outer: bool

    @classmethod
    def of(cls, fact: RuleFact, place: int, sets: Sets, *, is_outer: bool) -> _Piece:
        """Return a piece of evidence with what it breaks."""
        evidence, of_fact = fact.entry.evidence[place], sets.broken(fact.entry, fact.objections)
        objection = evidence.objection
        own = of_fact if objection is None else sets.broken(fact.entry, [objection])
        return cls(fact, ShownEvidence(*key_of(fact.entry), place), evidence, own, of_fact, is_outer)

    def weight(self) -> tuple[Harm, bool, bool, int, bool, int]:
        """Return what makes evidence show a defect the better the less it is."""
        evidence = self.evidence
        try:
            # Beside a given input, a reduced one is shown.
            size = len(
                json.dumps([*evidence.earlier, evidence.input if evidence.reduced is None else evidence.reduced.input])
            )
        except (RecursionError, TypeError, ValueError):
            size = 1 << 30
        own = GENERATED if evidence.case is None and evidence.source is None else 0
        is_real = evidence.standing is None or evidence.standing.kind == REAL
        return (
            harm_of(self.fact),
            self.is_outer,
            not is_real,
            -len(self.fact.inputs),
            bool(evidence.earlier),
            size + own,
        )


def _also_at(group: Sequence[RuleFact], shown: _Piece) -> tuple[str, ...]:
    """Return the keywords of schemas in which the cause that is shown is found, besides the one where it is shown.

    Those that only a listed rule objects to are named too: who repairs the defect by this list has repaired all of it.
    """
    cause = shown.fact.cause
    if not cause.place:
        return ()
    facts = [fact for fact in group if fact.cause[:2] == cause[:2]]
    listed = (objection for fact in facts for objections in fact.also.values() for objection in objections)
    alike = (objection for objection in listed if objection.cause is not None and objection.cause[:2] == cause[:2])
    places = {holders_of(objection.at) for objection in (*(own for fact in facts for own in fact.objections), *alike)}
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
    for place in sorted(places, key=lambda place: (len({*place} - {PROPERTIES}), *place)):
        if place and found.isdisjoint(place):
            found.add(next((word for word in reversed(place) if word != PROPERTIES), PROPERTIES))
    return found


def _symptoms(counted: Mapping[Key, Iterable[Objection]]) -> Iterator[Symptom]:
    for key, found in counted.items():
        for objection in found:
            if objection.case is not None:
                yield Symptom(
                    *key, objection.case, objection.kind, objection.cause.place if objection.cause is not None else ""
                )
