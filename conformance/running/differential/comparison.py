"""What sets two answers to one input apart, which rules convict one of them, and which choices explain the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from conformance.base.observation import NOT_ASKED, Fault
from conformance.base.values import ABSENT, JSON, equal
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Case
from conformance.running.differential.disagreement import (
    ANSWERS,
    FAULTS,
    NO_JSON,
    REFUSES,
    BrokenByOutcome,
    Disagreement,
    Explained,
    OutputDifference,
    PerSubject,
)
from conformance.running.differential.structure import Change, applied, changes
from conformance.running.engine.judge import Judge
from conformance.running.subjects.base import Subject

# How the name of a kind of difference begins.
RULE, CHOICE, ADVICE, OPEN = "rule", "choice", "advice", "open"

MOST_CHANGES = 50
# Of so many changes it is found out whether the rules leave them free.
MOST_TRIED = 12
# How deep a place goes in the name of a difference that neither a rule nor a choice names.
PLACE = 3


class Side(NamedTuple):
    """One of the two subjects, and who judges it, under its own choices."""

    subject: Subject
    judge: Judge


class JudgedAnswer(NamedTuple):
    """What one subject made of an input, and what it is judged by."""

    judge: Judge
    case: Case | None
    trial: Trial


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerPair:
    """Two answers that disagree. kinds: names of what it shows; bound: those that it shows as this very case only."""

    standings: PerSubject[JudgedAnswer]
    came: PerSubject[str]
    charges: PerSubject[tuple[BrokenByOutcome, ...]]
    choices: tuple[Explained, ...]
    kinds: frozenset[tuple[str, ...]]
    bound: frozenset[tuple[str, ...]]

    def convicts(self) -> PerSubject[frozenset[str]]:
        """Return the rules that decide against each of the two."""
        return self.charges.map(lambda own: frozenset(charge.rule.id for charge in own if charge.firm))


def unasked(standings: PerSubject[JudgedAnswer]) -> Fault | None:
    """Return the fault that says that one of the two was not asked; None where both were."""
    faults = [standing.trial.outcome.fault for standing in standings]
    return next((fault for fault in faults if fault is not None and fault.kind in NOT_ASKED), None)


def compare(standings: PerSubject[JudgedAnswer]) -> AnswerPair | None:
    """Return what sets two answers apart; None where they agree in all that the rules do not leave free.

    What a call does beside its outcome (to its argument, to logs, how long it takes) is no part of it. What it asks
    of a scripted API is, as far as a rule or a choice speaks of it.
    """
    if unasked(standings) is not None:
        return None
    came = standings.map(_came_to)
    if came.a == came.b and _same(standings, came.a == ANSWERS):
        return None
    charges = standings.map(_charged)
    choices = _explaining(standings, charges)
    kinds = frozenset(_kinds(standings, came, charges, choices))
    if not kinds:
        return None
    bound = frozenset[tuple[str, ...]]()
    if standings.a.case is not None:
        alone = compare(standings.map(lambda answer: answer._replace(case=None)))
        bound = kinds if alone is None else kinds - alone.kinds
    return AnswerPair(standings=standings, came=came, charges=charges, choices=choices, kinds=kinds, bound=bound)


def disagreement(comparison: AnswerPair, input: JSON, case: str | None, seen: int) -> Disagreement:
    """Word a comparison."""
    standings = comparison.standings
    differences: tuple[OutputDifference, ...] = ()
    more = 0
    if comparison.came == PerSubject(ANSWERS, ANSWERS):
        found = list(changes(_output(standings.a), _output(standings.b)))
        differences, more = tuple(_differences_with_freedom(standings, found)), max(0, len(found) - MOST_CHANGES)
    return Disagreement(
        operation=standings.a.trial.operation,
        input=input,
        case=case,
        came=comparison.came,
        outcomes=standings.map(lambda answer: answer.trial.outcome),
        differences=differences,
        more=more,
        charges=comparison.charges,
        choices=comparison.choices,
        seen=seen,
    )


def _came_to(answer: JudgedAnswer) -> str:
    outcome = answer.trial.outcome
    if outcome.output is not ABSENT:
        return ANSWERS
    if outcome.refusal is not None:
        return REFUSES
    return FAULTS if outcome.fault is not None else NO_JSON


def _output(answer: JudgedAnswer) -> JSON:
    return answer.judge.view(answer.trial).output


def _same(standings: PerSubject[JudgedAnswer], answered: bool) -> bool:
    a, b = standings
    if a.trial.requests != b.trial.requests:
        return False
    return not answered or equal(_output(a), _output(b))


def _charged(answer: JudgedAnswer) -> tuple[BrokenByOutcome, ...]:
    """Judge an outcome by every rule, as if the call had conducted itself without fault."""
    failures = answer.judge.judge(_blameless(answer.trial), answer.case).failures
    rules = {rule.id: rule for rule in answer.judge.contract.rules}
    charges: dict[tuple[str, str], BrokenByOutcome] = {}
    for rule, failure in failures:
        firm = rules[rule].level == "MUST" and not answer.judge.is_advice(failure)
        charges.setdefault((rule, failure.kind), BrokenByOutcome(rules[rule], failure, firm))
    return tuple(charges.values())


def _blameless(trial: Trial) -> Trial:
    outcome = trial.outcome
    if outcome.fault is None:
        diagnostics = ({"level": "error", "message": ""},)
        outcome = replace(
            outcome, input_after=trial.input, shares=False, kept=False, diagnostics=diagnostics, seconds=0.0
        )
    again = replace(trial.again, kept=False) if trial.again is not None else None
    return replace(trial, outcome=outcome, again=again, smaller=None)


def _names(charges: Sequence[BrokenByOutcome], *, firm: bool) -> set[tuple[str, str]]:
    return {(charge.rule.id, charge.failure.kind) for charge in charges if charge.firm or not firm}


def _explaining(
    standings: PerSubject[JudgedAnswer], charges: PerSubject[tuple[BrokenByOutcome, ...]]
) -> tuple[Explained, ...]:
    """Return the choices that explain a difference: under the other's answer a subject's own outcome breaks a rule."""
    a, b = standings.map(lambda answer: answer.judge.choices)
    apart = [choice for choice in standings.a.judge.contract.choices if a.get(choice.name) != b.get(choice.name)]
    known = _names(charges.a, firm=False) | _names(charges.b, firm=False)
    found = [choice for choice in apart if _breaks(standings, [choice.name], known)]
    if not found and len(apart) > 1 and _breaks(standings, [choice.name for choice in apart], known):
        found = apart  # together only
    return tuple(Explained(choice.name, choice.rule, a.get(choice.name), b.get(choice.name)) for choice in found)


def _breaks(standings: PerSubject[JudgedAnswer], choices: Sequence[str], known: set[tuple[str, str]]) -> bool:
    for own, other in (standings, reversed(standings)):
        answers = {name: other.judge.choices[name] for name in choices if name in other.judge.choices}
        if own.trial.outcome.fault is None and answers:
            swapped = replace(own.trial, choices={**own.judge.choices, **answers})
            if _broken_keys(own.judge, swapped) - known:
                return True
    return False


def _kinds(
    standings: PerSubject[JudgedAnswer],
    came: PerSubject[str],
    charges: PerSubject[tuple[BrokenByOutcome, ...]],
    choices: tuple[Explained, ...],
) -> Iterator[tuple[str, ...]]:
    """Name what a difference shows: who breaks which rule; else the choices; else the place. Nothing: it is free."""
    firm = charges.map(lambda own: _names(own, firm=True))
    advice = charges.map(lambda own: _names(own, firm=False))
    if firm.a != firm.b:
        yield from ((RULE, "A", *name) for name in firm.a - firm.b)
        yield from ((RULE, "B", *name) for name in firm.b - firm.a)
    elif choices:
        yield (CHOICE, *(choice.choice for choice in choices))
    elif advice.a != advice.b:
        yield from ((ADVICE, "A", *name) for name in advice.a - advice.b)
        yield from ((ADVICE, "B", *name) for name in advice.b - advice.a)
    elif came.a != came.b or (came.a == ANSWERS and _essentially_differ(standings)):
        yield from ((RULE, "both", *name) for name in firm.a)
        if not firm.a:
            yield (OPEN, *came, *_place(standings, came))


def _essentially_differ(standings: PerSubject[JudgedAnswer]) -> bool:
    """Whether the outputs differ in what the rules do not leave free, under the choices of either subject."""
    a, b = standings
    return any(
        not equal(
            lens.judge.view(replace(lens.trial, outcome=a.trial.outcome)).essence(),
            lens.judge.view(replace(lens.trial, outcome=b.trial.outcome)).essence(),
        )
        for lens in standings
    )


def _place(standings: PerSubject[JudgedAnswer], came: PerSubject[str]) -> list[str]:
    if came != PerSubject(ANSWERS, ANSWERS):
        return []
    marked = list(_differences_with_freedom(standings, list(changes(_output(standings.a), _output(standings.b)))))
    change = next((difference.change for difference in marked if not difference.free), marked[0].change)
    return [change.kind, *[step for step in change.path if isinstance(step, str)][:PLACE]]


def _differences_with_freedom(
    standings: PerSubject[JudgedAnswer], found: Sequence[Change]
) -> Iterator[OutputDifference]:
    """Say of each change whether it is free; where all seem to be, for they count together only, none is."""
    free = [len(found) > 1 and _is_free(standings.a, change) for change in found[:MOST_TRIED]]
    if all(free):
        free = []
    for index, change in enumerate(islice(found, MOST_CHANGES)):
        yield OutputDifference(change, index < len(free) and free[index])


def _is_free(own: JudgedAnswer, change: Change) -> bool:
    """Whether A's output with this one change is as good as it was."""
    # Its relatives show the output as it was.
    trial = replace(own.trial, again=None, alone=None, single_form=None)
    before = own.judge.view(trial)
    changed = replace(trial, outcome=replace(trial.outcome, output=applied(before.output, change)))
    if not equal(own.judge.view(changed).essence(), before.essence()):
        return False
    return _broken_keys(own.judge, changed) == _broken_keys(own.judge, trial)


def _broken_keys(judge: Judge, trial: Trial) -> set[tuple[str, str]]:
    return {(rule, failure.kind) for rule, failure in judge.judge(_blameless(trial)).failures}
