"""Witnesses: for each planted defect the few inputs that convict it, instead of all inputs of a run.

A witness is found by a whole run. It holds as long as the defect is convicted with its inputs alone by the same rules
and in the same sets; where it no longer is, either the witness is stale or a check is broken, and a whole run decides.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeAlias

from conformance.base.values import JSON, copy_of, packed
from conformance.inputs.pool import pooled_examples
from conformance.inputs.shapes import wrong_shapes
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Contract, Specifications
from conformance.running.engine import Options, RunResult
from conformance.running.engine.judge import Judge, Judgement
from conformance.running.engine.ledger import Kind
from conformance.running.engine.plan import FIXED, GENERATED, WRONG_SHAPE, Planned
from conformance.running.engine.result import FAIL
from conformance.running.engine.sets import decides
from tests.suite.selftest.model import Mutant
from tests.suite.selftest.running import MutantRun, judged, options_for, result_of, run_with

# How a defect that no few inputs convict is run: with all cases, or with the examples that it asks for; with deep and
# wide inputs, which take long, or inputs of its own, only a whole self-test runs it.
CASES, EXAMPLES, EVERYTHING = "cases", "examples", "everything"
SEED = 1  # that generated inputs of witnesses are drawn with
# Of the inputs that one rule objects to, so many are tried; and so many together.
TRIED, TOGETHER = 4, 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """An input that is no case and was not drawn: a twin of another one."""

    value: JSON


Input: TypeAlias = str | Value  # "case ID", "generated N" (drawn with SEED), "fixed N", "wrong shape N", or a value


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """What convicts a defect.

    cases: ids of cases, asked as such. inputs: asked as given inputs, in this order, where cases do not do: they are
    asked again in another order, which shows what a converter remembers. whole: CASES, EXAMPLES or EVERYTHING. One of
    the three is given.
    """

    cases: tuple[str, ...] = ()
    inputs: tuple[Input, ...] = ()
    whole: str | None = None

    def __str__(self) -> str:
        if self.whole is not None:
            return f"its {self.whole}"
        return ", ".join([f"case {case}" for case in self.cases] or map(_named, self.inputs))


def _named(given: Input) -> str:
    return given if isinstance(given, str) else "a value of its own"


class LostInput(Exception):
    """A witness names an input that does not exist (any more)."""


def find_witness(specifications: Specifications, mutant: Mutant) -> Witness | None:
    """Return what convicts a mutant; None if nothing does, or if an innocent rule is accused."""
    for whole, options in _whole_runs(mutant):
        seen = _Seen(specifications.contracts[mutant.operation], mutant)
        result = result_of(specifications, mutant, replace(options, trace=seen))
        if judged(mutant, result).good:
            if whole == EVERYTHING:
                return Witness(whole=whole)
            found = (candidate for candidate in _candidates(seen, result) if _holds(specifications, mutant, candidate))
            return next(found, Witness(whole=whole))
    return Witness(whole=EVERYTHING) if mutant.timed or mutant.inputs else None


def why_stale(specifications: Specifications, mutant: Mutant, witness: Witness) -> str | None:
    """Return why a witness no longer holds; None if it does."""
    try:
        run = run_on(specifications, mutant, witness)
    except LostInput as lost:
        return str(lost)
    if run.missed:
        return f"{' and '.join(run.missed)} did not convict it with {witness}"
    if run.missed_sets:
        return f"it did not fail {' and '.join(run.missed_sets)} with {witness}"
    if run.accused:
        return f"{run.accused[0].rule}, which it does not break, failed with {witness}: {run.accused[0].message}"
    return None


def run_on(specifications: Specifications, mutant: Mutant, witness: Witness) -> MutantRun:
    """Run a mutant on its witness alone. Raises LostInput for an input that does not exist."""
    contract = specifications.contracts[mutant.operation]
    return run_with(specifications, mutant, options_of(contract, mutant, witness))


def options_of(contract: Contract, mutant: Mutant, witness: Witness) -> Options:
    """Return the options of a run of a mutant on its witness alone. Raises LostInput for an input that is not there."""
    if witness.whole is not None:
        return dict(_whole_runs(mutant))[witness.whole]
    narrow = options_for(mutant, seed=SEED, max_examples=0, shapes=False)
    if witness.cases:
        known = {case.id for case in contract.cases}
        for lost in (case for case in witness.cases if case not in known):
            raise LostInput(f"there is no case {lost}")
        return replace(narrow, cases=witness.cases)
    inputs = tuple(_value(contract, input_) for input_ in witness.inputs)
    return replace(narrow, inputs={mutant.operation: inputs}, only_inputs=True)


def _whole_runs(mutant: Mutant) -> Iterator[tuple[str, Options]]:
    """Yield the runs that may convict a mutant, the cheapest first."""
    if not mutant.timed:
        yield CASES, options_for(mutant, seed=SEED, max_examples=0, shapes=False)
        yield EXAMPLES, options_for(mutant, seed=SEED, max_examples=mutant.examples, shapes=False)
    own = {mutant.operation: mutant.inputs}
    yield EVERYTHING, options_for(mutant, seed=SEED, max_examples=mutant.examples, inputs=own)


def _value(contract: Contract, given: Input) -> JSON:
    """Return a copy of an input: a converter may change it. Raises LostInput if there is no such input."""
    if isinstance(given, Value):
        return copy_of(given.value)
    group, _, name = given.rpartition(" ")
    if group == Kind.CASE:
        for case in contract.cases:
            if case.id == name:
                return copy_of(case.input)
    elif group == GENERATED:
        return pooled_examples(contract.operation, int(name) + 1, SEED)[int(name)].value
    elif group == FIXED and int(name) < len(contract.inputs):
        return json.loads(contract.inputs[int(name)])
    elif group == WRONG_SHAPE:
        for value in islice(wrong_shapes(contract.operation), int(name), int(name) + 1):
            return value
    raise LostInput(f"there is no input {given!r}")


class _Seen:
    """Takes the trials of a run: the names of all inputs, and of those that convict, by what they convict of."""

    def __init__(self, contract: Contract, mutant: Mutant) -> None:
        self.named: dict[bytes, str] = {}
        self.by: dict[str, list[str]] = {name: [] for name in (*mutant.rules, *mutant.sets)}
        self._sets = {rule.id: rule.sets for rule in contract.rules}

    def __call__(self, planned: Planned, _trial: Trial, judgement: Judgement, judge: Judge) -> None:
        item = planned.item
        if item is None or item.kind not in (Kind.CASE, Kind.EXAMPLE):
            return
        # A case that is not offered is asked beside the cases, under another name.
        name = item.name if planned.case is None else f"{Kind.CASE} {planned.case.id}"
        if not name.startswith((f"{Kind.CASE} ", GENERATED, FIXED, WRONG_SHAPE)):
            return  # probes, and inputs of the mutant's own
        self.named.setdefault(planned.before(), name)
        for rule, failure in judgement.failures:
            if judge.is_advice(failure):
                continue
            for key, names in self.by.items():
                if key == rule or (key not in self._sets and decides(planned.standing.kind, key, self._sets[rule])):
                    names.append(name)


def _candidates(seen: _Seen, result: RunResult) -> Iterator[Witness]:
    """Yield what may convict, the smallest first: cases alone, then any inputs, then calls in their order."""
    shown = [list(dict.fromkeys(names)) for names in seen.by.values()]
    groups = list(_groups(shown))
    for group in groups:
        if all(name.startswith(f"{Kind.CASE} ") for name in group):
            yield Witness(cases=tuple(name.removeprefix(f"{Kind.CASE} ") for name in group))
    for group in groups:
        yield Witness(inputs=group)
    for sequence in _sequences(seen, result):
        yield Witness(inputs=sequence)
    for group in _groups([list(seen.named.values())]):
        yield Witness(inputs=group)


def _groups(shown: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """Yield inputs to ask together: one for each list, then several. shown: by what they convict of."""
    if not any(shown):
        return
    for number in range(TRIED):
        yield tuple(dict.fromkeys(names[min(number, len(names) - 1)] for names in shown if names))
    for number in (2, TRIED, TOGETHER):
        yield tuple(dict.fromkeys(name for names in shown for name in names[:number]))


def _sequences(seen: _Seen, result: RunResult) -> Iterator[tuple[Input, ...]]:
    """Yield the calls that the evidence of a run has: an input, after those that come before it."""
    for entry in result.rules:
        if entry.verdict == FAIL and entry.rule.id in seen.by:
            for evidence in entry.evidence[:TRIED]:
                yield tuple(_input(seen, value) for value in (*evidence.earlier, evidence.input))


def _input(seen: _Seen, value: JSON) -> Input:
    name = seen.named.get(packed(value) or b"")
    return Value(value=value) if name is None else name


def _holds(specifications: Specifications, mutant: Mutant, witness: Witness) -> bool:
    return why_stale(specifications, mutant, witness) is None
