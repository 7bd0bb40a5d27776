"""Plants two defects in different members: a report must name both, and each alone must be one defect, or two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import NamedTuple, TypeAlias

from conformance.formats.operations import Operation, operations
from conformance.results.defects import MEMBERS_LISTED, defects_of, paragraph
from conformance.results.document import document
from conformance.rules.contracts import Contract, Specifications
from conformance.running.engine import Options, RunResult
from conformance.running.engine.broken_sets import Sets
from conformance.running.engine.defects import Defect, defects
from conformance.running.engine.facts import NO_CAUSE, facts_of, member_of
from conformance.running.engine.result import RuleResult
from tests.suite.selftest.banks import lawful, lawful_requests
from tests.suite.selftest.model import Convert
from tests.suite.selftest.mutators.model import Formats, Mutator, OfValue
from tests.suite.selftest.mutators.requests import OfRequests
from tests.suite.selftest.running import certify_functions

Planted: TypeAlias = Mutator | OfRequests
OF_ANSWERS, OF_REQUESTS = JUDGED_BY = "by_laws.answers", "by_laws.requests"  # checks that all mutators are for


class Said(NamedTuple):
    """What a rule objects to, in whichever run."""

    rule: str
    kind: str
    place: str
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a run with planted defects found: the defects that decide, and the member that most inputs show.

    said: what its rules object to. printed: what of it the headlines and the lines below them say.
    """

    result: RunResult
    defects: tuple[Defect, ...]
    member: str
    said: frozenset[Said]
    printed: frozenset[Said]

    @property
    def paragraphs(self) -> list[str]:
        """The lines of its defects as a report shows them."""
        return [
            line for defect in defects_of(document(self.result)) if defect.decides for line in paragraph(defect, None)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class DefectPair:
    """Two planted defects of an operation: what is found of each alone, and of both together."""

    operation: str
    planted: tuple[str, str]
    alone: tuple[Found, Found]
    together: Found

    @property
    def is_one(self) -> bool:
        """Whether a report has less than a headline for each."""
        return len(self.together.defects) < len(self.planted)

    @property
    def is_hidden(self) -> bool:
        """Whether no rule objects to one of them where the other is: it lost what is wrong, or nothing can be read."""
        return any(own.isdisjoint(self.together.said) for own in self._own)

    @property
    def names_both(self) -> bool:
        """Whether a report says of each what it says of that one alone, and not of the other."""
        return not any(own.isdisjoint(self.together.printed) for own in self._own)

    @property
    def _own(self) -> tuple[frozenset[Said], frozenset[Said]]:
        first, second = (element.said for element in self.alone)
        return first - second, second - first


def pairs_of(specifications: Specifications, operation: str, number: int, options: Options) -> Iterator[DefectPair]:
    """Yield pairs of defects that show in different members, drawn with the seed of the options.

    number: of those of which neither hides the other.
    """
    declared, contract = operations()[operation], specifications.contracts[operation]
    options = replace(options, operations=(operation,))
    known: dict[str, Found] = {}

    def find(planted: Planted) -> Found:
        return _found(specifications, options, operation, _converter(declared, contract, planted))

    drawn = list(combinations(_planted_in(declared, contract), 2))
    Random(f"{options.seed} {operation}").shuffle(drawn)
    found = 0
    for element, other in drawn:
        if found == number:
            return
        if not _go_together(element, other):
            continue
        known |= {each.name: find(each) for each in (element, other) if each.name not in known}
        alone = known[element.name], known[other.name]
        if all(each.defects for each in alone) and alone[0].member != alone[1].member:
            names, together = (element.name, other.name), find(_both(element, other))
            pair = DefectPair(operation=operation, planted=names, alone=alone, together=together)
            found += not pair.is_hidden
            yield pair


def _planted_in(operation: Operation, contract: Contract) -> list[Planted]:
    """Return the defects that can be planted together: not those that also report nothing of what is lost."""
    rules = {rule.check for rule in contract.rules}
    planted: Iterable[Planted] = (
        lawful_requests.mutators_of(operation, contract)
        if operation.checks == OF_REQUESTS
        else (mutator for mutator in lawful.mutators_of(operation) if mutator.check in rules)
    )
    return [element for element in planted if not element.silently]


def _go_together(planted: Planted, other: Planted) -> bool:
    """Whether two defects show under the same answers to choices."""
    return all(other.answers.get(name, answer) == answer for name, answer in planted.answers.items())


def _both(planted: Planted, other: Planted) -> Planted:
    """Return two defects as one."""
    answers = {**planted.answers, **other.answers}
    if isinstance(planted, OfRequests) and isinstance(other, OfRequests):
        first, second = planted.change, other.change
        return replace(planted, answers=answers, change=lambda request, given: second(first(request, given), given))
    assert isinstance(planted, Mutator) and isinstance(other, Mutator)
    of_first, of_second = planted.change, other.change

    def change(formats: Formats) -> OfValue:
        make, change = of_first(formats), of_second(formats)
        return lambda given, value: change(given, make(given, value))

    return replace(planted, answers=answers, change=change)


def _converter(operation: Operation, contract: Contract, planted: Planted) -> Convert:
    if isinstance(planted, OfRequests):
        return lawful_requests.mutant_of(operation, planted)
    return lawful.mutant_of(operation, contract, planted)


def _found(specifications: Specifications, options: Options, operation: str, function: Convert) -> Found:
    result = certify_functions(specifications, {operation: function}, options)
    sets = Sets(result)
    facts = [fact for fact in facts_of(result, sets) if sets.decides(fact.entry, fact.objections)]
    most = max(facts, key=lambda fact: len(fact.inputs), default=None)
    grouped = tuple(defect for defect in defects(result) if defect.decides)
    return Found(
        result=result,
        defects=grouped,
        member=f"{member_of(most)} {most.cause.about}" if most is not None else "",
        said=frozenset(_said(fact.entry, fact.evidence[0]) for fact in facts),
        printed=frozenset(_printed(result, grouped)),
    )


def _printed(result: RunResult, grouped: Iterable[Defect]) -> Iterator[Said]:
    """Yield what a report says in the headlines of defects, their tables, and the lines below them."""
    entries = {entry.rule.id: entry for entry in result.rules}
    reported = {defect.id: defect for defect in defects_of(document(result))}
    for defect in grouped:
        shown = reported[defect.id]
        lines = [id(further_fact) for further_fact in shown.further_facts]
        for place, (fact, other_fact) in enumerate(zip(defect.facts, shown.facts, strict=True)):
            if place == 0 or id(other_fact) in lines or (shown.table is not None and place < MEMBERS_LISTED):
                yield _said(entries[fact.rule], fact.evidence)


def _said(entry: RuleResult, place: int) -> Said:
    objection = entry.evidence[place].objection
    cause = (objection and objection.cause) or entry.evidence[place].cause or NO_CAUSE
    return Said(entry.rule.id, *cause[:3])
