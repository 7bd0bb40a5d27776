"""Charges each difference to one rule, and lists the other rules that it breaks.

Several rules can object to one difference: a lost keyword changes the schema, what it accepts, and what it says. As few
rules as explain every objection are charged. A rule explains what another one objects to in the same input if its own
place is inside the place of the other, or if one objects to a part of the input and the other to the output. What an
API refuses is explained by a rule that objects to the whole which holds it. A rule and one that extends it to other
inputs or places explain each other's failures of the same kind. Of rules that explain as many objections, the one that
the fewest inputs reached is charged: it is the most specific one. A rule comes before those that extend it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from conformance.rules.checks.conduct import is_conduct
from conformance.running.engine.result import FAIL, Objection, RuleResult

SIDES = ("input", "output", "requests")
CALL = "/call"  # the place of what a call does besides its result: that neither explains differences nor is explained


class _ObjectionPlace(NamedTuple):
    """Where a rule objects. input, kind: as in Objection."""

    rule: str
    input: int | None
    at: str
    kind: str


def charge(entries: Iterable[RuleResult], counting: Mapping[tuple[str, str], Collection[Objection]]) -> None:
    """Write into failing rules what they also break, or which rules are charged instead of them.

    counting: by operation and rule, the objections that count. Other rules are neither charged nor listed.
    """
    failing = [entry for entry in entries if entry.verdict == FAIL and (entry.operation, entry.rule.id) in counting]
    for operation in dict.fromkeys(entry.operation for entry in failing):
        own = {entry.rule.id: entry for entry in failing if entry.operation == operation}
        found = charged(own.values(), {rule: counting[operation, rule] for rule in own})
        for rule, also in found.items():
            own[rule].also_breaks = also
            for other in also:
                own[other].charged_to = (*own[other].charged_to, rule)
        for entry in own.values():
            words = ("also breaks", entry.also_breaks), ("what it objects to also breaks", entry.charged_to)
            reasons = [entry.reason, *(f"{word} {', '.join(rules)}" for word, rules in words if rules)]
            entry.reason = "; ".join(reason for reason in reasons if reason) or None


def charged(
    entries: Collection[RuleResult], counting: Mapping[str, Collection[Objection]]
) -> dict[str, tuple[str, ...]]:
    """Return the rules of an operation that are charged, in their order, each with what it also breaks.

    entries: rules that fail. counting: by rule, its objections that count.
    """
    reached = {entry.rule.id: entry.cases_run + entry.examples_run for entry in entries}
    places = [
        _ObjectionPlace(
            rule, objection.input, f"{CALL}{objection.at}" if is_conduct(objection) else objection.at, objection.kind
        )
        for rule in reached
        for objection in counting[rule]
    ]
    extended = {entry.rule.id: entry.rule.extends for entry in entries}
    of_api = {entry.rule.id for entry in entries if entry.rule.origin == "api"}
    explained_by = _explanations(places, _alike(places, extended), of_api)
    preferred = sorted(reached, key=lambda rule: (any(text in reached for text in extended[rule]), reached[rule]))
    chosen = _fewest(list(explained_by.values()), preferred)
    also: dict[str, dict[str, None]] = {rule: {} for rule in reached if rule in chosen}
    for place, rules in explained_by.items():
        if place.rule not in chosen:
            for rule in rules & chosen:
                also[rule][place.rule] = None
    return {rule: tuple(other for other in reached if other in others) for rule, others in also.items()}


def _alike(
    places: Collection[_ObjectionPlace], extended: Mapping[str, Collection[str]]
) -> dict[tuple[str, str], frozenset[str]]:
    """Return, by rule and kind of objection, the rules that object in this way to what is the same: itself, those that
    it extends, and those that extend it.
    """
    kinds = {(place.rule, place.kind) for place in places}
    return {
        (rule, kind): frozenset(
            other
            for other in extended
            if (other, kind) in kinds and (other == rule or other in extended[rule] or rule in extended[other])
        )
        for rule, kind in kinds
    }


def _explanations(
    places: Sequence[_ObjectionPlace], alike: Mapping[tuple[str, str], frozenset[str]], of_api: Collection[str]
) -> dict[_ObjectionPlace, set[str]]:
    """Return the rules that explain each objection, its own among them.

    alike: as `_alike` returns it. of_api: the rules about what an API refuses.
    """
    at: dict[tuple[int, str], set[str]] = defaultdict(set)  # by input and place, who objects there
    inside: dict[tuple[int, str], set[str]] = defaultdict(set)  # by input and place, who objects there or inside
    sides: dict[tuple[int, str], set[str]] = defaultdict(set)  # by input and side, who objects inside that side
    for place in places:
        if place.input is not None:
            _, side, *names = place.at.split("/", 2)
            rules = alike[place.rule, place.kind]
            sides[place.input, side].update(rules if names else ())
            at[place.input, place.at].update(rules if names else ())
            for end in _ends(place.at):
                inside[place.input, place.at[:end]].update(rules)
    explained_by = {}
    for place in places:
        explained_by[place] = set(alike[place.rule, place.kind])
        if place.input is not None:
            own = place.at.split("/", 2)[1]
            explained_by[place] |= inside[place.input, place.at]
            if place.rule in of_api:
                explained_by[place].update(*(at.get((place.input, place.at[:end]), ()) for end in _ends(place.at)))
            others = () if place.at.startswith(CALL) else SIDES
            explained_by[place].update(*(sides[place.input, side] for side in others if side != own))
    return explained_by


def _ends(at: str) -> Iterator[int]:
    """Yield where a pointer and each pointer to what is around it end."""
    end = len(at)
    while end > 0:
        yield end
        end = at.rfind("/", 0, end)


def _fewest(sets: Sequence[set[str]], preferred: Sequence[str]) -> set[str]:
    """Return few rules of which each set has one: those in most sets first; of equals the first preferred one."""
    chosen: list[str] = []
    left = list(sets)
    while left:
        counts = Counter(rule for rules in left for rule in rules)
        best = max(preferred, key=lambda rule: counts[rule])
        chosen.append(best)
        left = [rules for rules in left if best not in rules]
    for rule in list(chosen):
        if all(rules & (set(chosen) - {rule}) for rules in sets):
            chosen.remove(rule)
    return set(chosen)
