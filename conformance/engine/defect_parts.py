"""The parts of defects: what one rule objects to for one cause, and which rule's failures come with those of another.

Of rules that object to the same difference, few are charged (`charges`). A failure of another rule goes with a charged
one in two ways. Where the charged one breaks every set that it breaks, in the same place of the same input, the rule is
only listed there. Otherwise it adds a set: it is a failure of the same defect only if the charged rule rarely objects
without it, and else a defect of its own. A rule that objects elsewhere in the same input has nothing to do with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from conformance.checks.conduct import is_conduct
from conformance.contracts import SETS
from conformance.engine.charges import charged
from conformance.engine.failure_identity import Cause
from conformance.engine.result import FAIL, Objection, RuleResult, RunResult
from conformance.engine.sets import DECIDES, counts, in_force, own_sets

NO_CAUSE = Cause("", "", "", "")
# One of so many inputs of a charged rule must show what goes with it: a lost keyword changes what a schema takes nearly
# always, and a default that stays does so once in a hundred inputs, where something else is wrong with it.
OFTEN = 2
Key = tuple[str, str]  # operation and rule


class Sets:
    """Which objections count in which set, and which decide a run."""

    def __init__(self, result: RunResult) -> None:
        self._deciding = result.deciding
        self._decide = in_force((entry for entry in result.rules if entry.counts), result.deciding)
        self._rules = {
            name: in_force((entry for entry in result.rules if name in entry.rule.sets), (name,)) for name in SETS
        }

    @property
    def in_order(self) -> tuple[str, ...]:
        """The sets, those first that decide the run."""
        return tuple(sorted(SETS, key=lambda name: name not in self._deciding))

    def decides(self, entry: RuleResult, objections: Iterable[Objection]) -> bool:
        """Whether one of the objections of a rule keeps the run from conforming."""
        return entry.counts and any(
            counts(one, name, entry, self._decide) for name in own_sets(entry, self._deciding) for one in objections
        )

    def broken(self, entry: RuleResult, objections: Collection[Objection]) -> frozenset[str]:
        """Return the sets that objections of a rule decide; none for a rule that is only advised."""
        own = (name for name in entry.rule.sets if entry.rule.level == "MUST")
        return frozenset(name for name in own if any(counts(one, name, entry, self._rules[name]) for one in objections))


@dataclass(slots=True, kw_only=True, eq=False)
class Part:
    """What one rule objects to for one cause, and the defect that it belongs to, by the first part of that.

    evidence: its places in that of the rule. also: what other rules object to in the same places, where that breaks no
    further set. is_charged: whether the rule is charged with it.
    """

    entry: RuleResult
    cause: Cause
    is_charged: bool
    objections: list[Objection] = field(default_factory=list)
    evidence: list[int] = field(default_factory=list)
    also: dict[Key, list[Objection]] = field(default_factory=dict)
    parent: Part | None = None

    @property
    def first(self) -> Part:
        """The first part of the same defect."""
        return self if self.parent is None else self.parent.first

    def join(self, other: Part) -> None:
        """Make two parts one defect."""
        if self.first is not other.first:
            other.first.parent = self.first


class _Unexplained(NamedTuple):
    """An objection that no part explains without a further set, and the parts that may have the same cause."""

    objection: Objection
    beside: Sequence[Part]


def key_of(entry: RuleResult) -> Key:
    """Return the operation and the rule of a result."""
    return entry.operation, entry.rule.id


def holds(outer: str, inner: str) -> bool:
    """Whether a pointer leads to another one's value or to what holds it."""
    return inner == outer or inner.startswith(f"{outer}/")


def parts_of(result: RunResult, sets: Sets) -> Iterator[Part]:
    """Yield the parts of everything that counts, operation by operation; those that go with others have a parent."""
    failing = [entry for entry in result.rules if entry.verdict == FAIL and entry.evidence]
    counting = {key_of(entry): _counting(entry, sets) for entry in failing}
    for operation in dict.fromkeys(entry.operation for entry in failing):
        own = {entry.rule.id: entry for entry in failing if entry.operation == operation and counting[key_of(entry)]}
        required = [entry for entry in own.values() if entry.rule.level == "MUST"]
        heads = charged(required, {entry.rule.id: counting[key_of(entry)] for entry in required})
        parts = [
            part
            for rule, entry in own.items()
            for part in _by_cause(entry, counting[key_of(entry)], rule in heads or entry.rule.level != "MUST")
        ]
        explaining = _Explaining([part for part in parts if part.is_charged], sets)
        for part in parts:
            yield from [part] if part.is_charged else explaining.split(part)


def _counting(entry: RuleResult, sets: Sets) -> list[Objection]:
    """Return the objections of a rule that count in one of its sets; all of a rule that is only advised."""
    if entry.rule.level == "MUST":
        return _in_order(one for one in entry.objections if sets.broken(entry, [one]))
    return [] if all(one.advice is not None for one in entry.evidence) else _in_order(entry.objections)


def _in_order(objections: Iterable[Objection]) -> list[Objection]:
    """Return objections in an order that is the same in every run: sets have none."""
    return sorted(objections, key=lambda one: (one.case or "", one.at, one.kind))


def _by_cause(entry: RuleResult, objections: Iterable[Objection], is_charged: bool) -> list[Part]:
    """Return the parts of a rule. What no evidence shows, because there is too much, goes to what is most like it."""
    parts: dict[Cause, Part] = {}
    for one in objections:
        cause = one.cause or NO_CAUSE
        parts.setdefault(cause, Part(entry=entry, cause=cause, is_charged=is_charged)).objections.append(one)
    # Where nothing counts but in one set, what yields in another one is the evidence.
    counting = [place for place, one in enumerate(entry.evidence) if one.advice is None]
    for place in counting or range(len(entry.evidence)):
        part = parts.get(_cause_shown(entry, place))
        if part is not None:
            part.evidence.append(place)
    shown = sorted((part for part in parts.values() if part.evidence), key=lambda part: part.evidence[0])
    if not shown:  # what it objects to was found again in another form, or no check found it
        every = [one for part in parts.values() for one in part.objections]
        evidence = counting or list(range(len(entry.evidence)))
        return [Part(entry=entry, cause=NO_CAUSE, is_charged=is_charged, objections=every, evidence=evidence)]
    for part in parts.values():
        if not part.evidence:
            nearest = max(shown, key=lambda one: _likeness(one.cause, part.cause))
            nearest.objections += part.objections
    return shown


def _cause_shown(entry: RuleResult, place: int) -> Cause:
    evidence = entry.evidence[place]
    counted = evidence.objection.cause if evidence.objection is not None else None
    return counted or evidence.cause or NO_CAUSE


def _likeness(one: Cause, other: Cause) -> tuple[bool, bool]:
    return one.kind == other.kind, one.place == other.place


class _Explaining:
    """The parts of the charged rules of an operation, and what they explain of other rules."""

    def __init__(self, parts: Sequence[Part], sets: Sets) -> None:
        self._sets = sets
        self._parts = [
            part for part in parts if part.entry.rule.level == "MUST" and not any(map(is_conduct, part.objections))
        ]
        self._at: dict[int, list[tuple[Objection, Part]]] = defaultdict(list)
        for part in self._parts:
            for one in part.objections:
                if one.input is not None:
                    self._at[one.input].append((one, part))

    def split(self, part: Part) -> list[Part]:
        """List a part of a rule that is not charged where it adds no set; return what is left of it, as parts."""
        left: list[_Unexplained] = []
        for one in part.objections:
            nested, beside = self._around(part, one)
            broken = self._sets.broken(part.entry, [one])
            explaining = [other for other, own in nested if broken <= self._sets.broken(other.entry, own)]
            for likely in (_extends, self._is_often):
                explaining = [other for other in explaining if likely(other, part)] or explaining
            for other in explaining:
                other.also.setdefault(key_of(part.entry), []).append(one)
            if not explaining:
                left.append(_Unexplained(one, [other for other, _own in nested] or beside))
        return self._divided(part, left) if left else []

    def _around(self, part: Part, one: Objection) -> tuple[list[tuple[Part, list[Objection]]], list[Part]]:
        """Return the parts that object at, in or around a place of an input, with what they object to, or to what the
        rule extends; and those that object on the other sides of the input.
        """
        if is_conduct(one):
            return [], []
        here = self._at[one.input] if one.input is not None else []
        nested: dict[Part, list[Objection]] = defaultdict(list)
        for own, other in here:
            if holds(one.at, own.at) or holds(own.at, one.at):
                nested[other].append(own)
        for other in self._parts:
            if _extends(part, other) and other not in nested:
                nested[other] = other.objections
        return list(nested.items()), list({other: None for own, other in here if _side(own.at) != _side(one.at)})

    def _divided(self, part: Part, left: Sequence[_Unexplained]) -> list[Part]:
        """Return what a part adds to each part that rarely objects without it, and the rest as a part of its own."""
        often = {other for one in left for other in one.beside if self._is_often(other, part)}
        alone = {one.beside[0] for one in left if len(one.beside) == 1} & often
        found: dict[Part | None, list[Objection]] = defaultdict(list)
        for one in left:
            possible = [other for other in one.beside if other in often]
            possible = [other for other in possible if other in alone] or possible
            found[possible[0] if len(possible) == 1 else None].append(one.objection)
        divided = {other: _part_with(part, objections, other) for other, objections in found.items()}
        shown = [one for one in divided.values() if one.evidence]
        if not shown:
            every = [one for objections in found.values() for one in objections]
            return [_part_with(part, every, None, part.evidence)]
        # What no evidence shows of it is counted with what is shown, of a defect of its own first.
        shown.sort(key=lambda one: one.parent is not None)
        for hidden in divided.values():
            if not hidden.evidence:
                broken = self._sets.broken(part.entry, hidden.objections)
                holding = (other for other in shown if broken <= self._sets.broken(part.entry, other.objections))
                next(holding, shown[0]).objections.extend(hidden.objections)
        return sorted(shown, key=lambda one: one.evidence[0])

    def _is_often(self, charged_part: Part, part: Part) -> bool:
        """Whether one of OFTEN inputs of a charged part, of those that decide the same sets, show another one too."""
        broken = self._sets.broken(part.entry, part.objections)
        deciding = {one.input for one in charged_part.objections if DECIDES[one.standing] & broken}
        both = deciding & {one.input for one in part.objections}
        return OFTEN * len(both) >= len(deciding) > 0


def _part_with(
    part: Part, objections: list[Objection], parent: Part | None, evidence: Sequence[int] | None = None
) -> Part:
    if evidence is None:
        known = frozenset(objections)
        evidence = [place for place in part.evidence if part.entry.evidence[place].objection in known]
    return Part(
        entry=part.entry,
        cause=part.cause,
        is_charged=False,
        objections=objections,
        evidence=list(evidence),
        parent=parent,
    )


def _extends(part: Part, other: Part) -> bool:
    """Whether two rules, one of which extends the other, object to the same kind of place in the same way."""
    one, two = part.entry.rule, other.entry.rule
    related = one.id in two.extends or two.id in one.extends
    return related and part.cause[:2] == other.cause[:2]


def _side(at: str) -> str:
    return at.split("/", 2)[1] if at else ""


def counted_in(parts: Iterable[Part]) -> dict[Key, list[Objection]]:
    """Return what the rules of some parts object to, and those that are listed with them."""
    found: dict[Key, list[Objection]] = defaultdict(list)
    for part in parts:
        found[key_of(part.entry)] += part.objections
        for key, objections in part.also.items():
            found[key] += objections
    return found


def by_rule(parts: Iterable[Part]) -> Mapping[Key, tuple[list[Objection], list[int]]]:
    """Return, by the rules of some parts, their objections and the places of their evidence."""
    found: dict[Key, tuple[list[Objection], list[int]]] = {}
    for part in parts:
        objections, evidence = found.setdefault(key_of(part.entry), ([], []))
        objections += part.objections
        evidence += part.evidence
    return found
