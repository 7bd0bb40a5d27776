"""Whether a rule objects to every change of what a converter without a defect returns."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from conformance.base.values import JSON, pointer
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Contract, FreeLeaf, Specifications
from tests.suite.selftest.changes import ValueChange, changes, shape_of
from tests.suite.selftest.model import Sound
from tests.suite.selftest.sound_results import (
    SoundResult,
    counts,
    declared,
    has_failed,
    replayed,
    sound_results,
    with_output,
    with_request,
)

SHARE = 293  # of which tests make one change: a prime, so that all kinds of changes are among them


class Unchecked(NamedTuple):
    """A change that no rule objects to, and that no contract declares free. at: a JSON pointer.

    by: the converter. case: None for a generated input.
    """

    at: str
    by: str
    case: str | None
    input: JSON


@dataclass(slots=True)
class Leaf:
    """The changes of one leaf. By kind of change, how many rules object to, how many are free, and what is unchecked.

    rules: how often each rule was the first to object. examples: of the unchecked kinds, the one with the smallest
    input.
    """

    required: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    free: Counter[tuple[str, str]] = field(default_factory=Counter)  # by freedom and kind
    unchecked: Counter[str] = field(default_factory=Counter)
    examples: dict[str, Unchecked] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Leaves:
    """The result for one operation. leaves: by the shape of their path. idle: what is declared free without need."""

    operation: str
    leaves: dict[str, Leaf] = field(default_factory=dict)
    results: int = 0
    idle: tuple[tuple[str, FreeLeaf], ...] = ()

    def count(self, of: Callable[[Leaf], Counter[Any]]) -> int:
        """Return a total over all leaves."""
        return sum(of(leaf).total() for leaf in self.leaves.values())


def check_leaves(
    specifications: Specifications,
    operation: str,
    sounds: tuple[Sound, ...],
    *,
    seed: int = 1,
    max_examples: int = 100,
    every: int = 1,
) -> Leaves:
    """Change each leaf of each result of the reference and of the sound variants of an operation.

    Results that several of them return for one input are changed once; malformed, deep and wide inputs are left out.
    every: take each n-th change only. What is idle shows where all changes of examples are taken: some freedoms are
    needed only for what examples contain.
    """
    contract = specifications.contracts[operation]
    found = Leaves(operation=operation)
    used: list[tuple[str, FreeLeaf]] = []  # what a leaf is declared for may be objects, which no set takes
    hints: dict[tuple[str, str], str] = {}  # by shape and kind, the rule that objected last
    number = 0
    for result in sound_results(specifications, contract, sounds, seed, max_examples):
        found.results += 1
        for change, changed in _changed(result.trial):
            number += 1
            if number % every:
                continue
            trial, shape = changed(), shape_of(change.path)
            rule = _objector(result, trial, hints.get((shape, change.kind)))
            leaf = found.leaves.setdefault(shape, Leaf())
            if rule is not None:
                hints[shape, change.kind] = rule
                leaf.required[change.kind] += 1
                leaf.rules[rule] += 1
                continue
            at = pointer(*change.path)
            free = next(declared(contract, at, change, trial.choices, by=result.by, failed=has_failed(result)), None)
            if free is not None:
                if free not in used:
                    used.append(free)
                leaf.free[free[0], change.kind] += 1
            else:
                case = result.planned.case
                _note(leaf, change.kind, Unchecked(at, result.by, case.id if case else None, result.planned.input))
    if every == 1 and max_examples:
        found.idle = _idle(specifications, contract, used)
    return found


def _changed(trial: Trial) -> Iterator[tuple[ValueChange, Callable[[], Trial]]]:
    """Yield each change of the output and of each request of a loop, with what gives the trial that has it.

    Only what is taken is made: asking a loop's API about a request costs much more than the change of it.
    """
    for change in changes(trial.outcome.output):
        yield change._replace(path=("output", *change.path)), partial(with_output, trial, change.value)
    for number, acceptance in replayed(trial):
        for change in changes((trial.requests or ())[number]["body"]):
            path = ("requests", number, "body", *change.path)
            yield change._replace(path=path), partial(with_request, trial, number, acceptance, change.value)


def _objector(result: SoundResult, trial: Trial, hint: str | None) -> str | None:
    """Return a rule that objects to a changed result; None where all accept it. hint: the rule to ask first.

    Which requirement sets the input decides is not asked: the rule reads the leaf.
    """
    judge = result.judge
    if hint is not None and any(counts(judge.contract, hint, failure) for failure in judge.failures_of(hint, trial)):
        return hint
    failures = judge.judge(trial, result.planned.case).failures
    return next((rule for rule, failure in failures if counts(judge.contract, rule, failure)), None)


def _note(leaf: Leaf, kind: str, unchecked: Unchecked) -> None:
    leaf.unchecked[kind] += 1
    known = leaf.examples.get(kind)
    if known is None or len(json.dumps(unchecked.input)) < len(json.dumps(known.input)):
        leaf.examples[kind] = unchecked


def _idle(
    specifications: Specifications, contract: Contract, used: Collection[tuple[str, FreeLeaf]]
) -> tuple[tuple[str, FreeLeaf], ...]:
    """Return what the contract declares free and no change needed.

    A list form answers for its own freedoms alone, and so does what has the freedoms of its parts.
    """
    single = {freedom.id for freedom in specifications.contracts[contract.lifts].free} if contract.lifts else set()
    own = [freedom for freedom in contract.free if freedom.id not in single and not freedom.part]
    return tuple(
        (element.id, leaf)
        for element in own
        for leaf in element.leaves
        if not leaf.drawn and (element.id, leaf) not in used
    )
