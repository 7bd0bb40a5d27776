"""Whether a rule objects to every change of what a converter without a defect returns."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any, NamedTuple

from conformance.checks.findings import Failure
from conformance.checks.trial import Trial
from conformance.contracts import Contract, FreeLeaf, Specifications
from conformance.emulator import Acceptance, Given
from conformance.emulator.api import Api
from conformance.emulator.scripts import planned_script
from conformance.engine import Options
from conformance.engine.judge import Judge
from conformance.engine.plan import Planned
from conformance.selftest.changes import Change, changes, shape_of
from conformance.selftest.model import Convert, Sound
from conformance.selftest.running import certify_functions, functions_of
from conformance.standing import MALFORMED
from conformance.subjects.reference import ReferenceFunctions
from conformance.values import ABSENT, JSON, packed, pointer, same

SHARE = 293  # of which tests make one change: a prime, so that all kinds of changes are among them
LARGEST = 3_000  # characters of an input; a larger one has the same leaves more often


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


class _Result(NamedTuple):
    """One judged result, and what judged it. by: the converter."""

    by: str
    planned: Planned
    trial: Trial
    judge: Judge


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
    used: set[tuple[str, FreeLeaf]] = set()
    hints: dict[tuple[str, str], str] = {}  # by shape and kind, the rule that objected last
    number = 0
    for result in _results(specifications, contract, sounds, seed, max_examples):
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
            free = next(_declared(contract, at, change, trial.choices), None)
            if free is not None:
                used.add(free)
                leaf.free[free[0], change.kind] += 1
            else:
                case = result.planned.case
                _note(leaf, change.kind, Unchecked(at, result.by, case.id if case else None, result.planned.input))
    if every == 1 and max_examples:
        found.idle = _idle(specifications, contract, used)
    return found


def _results(
    specifications: Specifications, contract: Contract, sounds: tuple[Sound, ...], seed: int, max_examples: int
) -> Iterator[_Result]:
    operation = contract.operation
    converters: list[tuple[str, dict[str, Convert], Mapping[str, str]]] = [
        ("reference", dict(ReferenceFunctions([operation])), {})
    ]
    converters += [(sound.name, functions_of(specifications, sound), sound.choices) for sound in sounds]
    seen: set[tuple[bytes | None, ...]] = set()
    for name, functions, choices in converters:
        for planned, trial, judge in _trials(specifications, operation, functions, choices, seed, max_examples):
            key = (
                packed(planned.input),
                packed(trial.outcome.output),
                packed([one["body"] for one in trial.requests or ()]),
            )
            if key not in seen:
                seen.add(key)
                yield _Result(name, planned, trial, judge)


def _trials(
    specifications: Specifications,
    operation: str,
    functions: Mapping[str, Convert],
    choices: Mapping[str, str],
    seed: int,
    max_examples: int,
) -> list[tuple[Planned, Trial, Judge]]:
    """Certify a converter, and return what it returned, without the further calls of the same input.

    What compares a result with another one of the same converter would object to every change.
    """
    kept: list[tuple[Planned, Trial, Judge]] = []

    def keep(planned: Planned, trial: Trial, _judgement: object, judge: Judge) -> None:
        if planned.operation != operation or planned.shape or trial.outcome.output is ABSENT:
            return
        if planned.standing.kind == MALFORMED or len(json.dumps(planned.input)) > LARGEST:
            return
        trial = replace(trial, again=None, alone=None, single_form=None, smaller=None, chained=None)
        kept.append((planned, trial, judge))

    options = Options(
        operations=(operation,),
        seed=seed,
        max_examples=max_examples,
        choices=choices,
        repeat=False,
        shrink=False,
        shapes=False,
        trace=keep,
    )
    certify_functions(specifications, functions, options)
    return kept


def _changed(trial: Trial) -> Iterator[tuple[Change, Callable[[], Trial]]]:
    """Yield each change of the output and of each request of a loop, with what gives the trial that has it.

    Only what is taken is made: asking a loop's API about a request costs much more than the change of it.
    """
    for change in changes(trial.outcome.output):
        yield change._replace(path=("output", *change.path)), partial(_with_output, trial, change.value)
    for number, acceptance in _replayed(trial):
        for change in changes((trial.requests or ())[number]["body"]):
            path = ("requests", number, "body", *change.path)
            yield change._replace(path=path), partial(_with_request, trial, number, acceptance, change.value)


def _with_output(trial: Trial, output: JSON) -> Trial:
    return replace(trial, outcome=replace(trial.outcome, output=output))


def _with_request(trial: Trial, number: int, acceptance: Acceptance, body: JSON) -> Trial:
    """Return a loop's trial with another body of one request. acceptance: what the API accepts as that request."""
    requests = trial.requests or ()
    changed = _judged_by_api(acceptance, trial.input["api"], requests[number], body)
    return replace(trial, requests=(*requests[:number], changed, *requests[number + 1 :]))


def _replayed(trial: Trial) -> Iterator[tuple[int, Acceptance]]:
    """Yield the numbers of a loop's requests, each with what its API accepts after the requests before it."""
    if not trial.requests:
        return
    given = trial.input
    acceptance = Acceptance(Given(given["api"], given["tools"], given["messages"]))
    api = Api(planned_script(given["script"]), acceptance)
    for number, request in enumerate(trial.requests):
        yield number, acceptance
        api.answer(given["api"], request["body"])


def _judged_by_api(acceptance: Acceptance, api: str, request: JSON, body: JSON) -> JSON:
    """Return a request with another body, and with the API's refusal of it."""
    before = acceptance.refusal(api, request["body"])
    refused = None if before is not None and not before.answered else acceptance.refusal(api, body)
    if refused is None:
        return {**request, "body": body}
    answer = request["answer"] if refused.answered else None
    return {**request, "body": body, "answer": answer, "refusal": refused.noted()}


def _objector(result: _Result, trial: Trial, hint: str | None) -> str | None:
    """Return a rule that objects to a changed result; None where all accept it. hint: the rule to ask first.

    Which requirement sets the input decides is not asked: the rule reads the leaf.
    """
    judge = result.judge
    if hint is not None and any(_counts(judge.contract, hint, one) for one in judge.failures_of(hint, trial)):
        return hint
    failures = judge.judge(trial, result.planned.case).failures
    return next((rule for rule, failure in failures if _counts(judge.contract, rule, failure)), None)


def _counts(contract: Contract, rule: str, failure: Failure) -> bool:
    """Whether a failure counts in a requirement set, though the rule that it yields to counts in others."""
    if failure.advice is not None or failure.yields_to is None:
        return failure.advice is None
    sets = {one.id: set(one.sets) for one in contract.rules if one.id in (rule, failure.yields_to)}
    return not sets[rule] <= sets[failure.yields_to]


def _declared(
    contract: Contract, at: str, change: Change, choices: Mapping[str, str]
) -> Iterator[tuple[str, FreeLeaf]]:
    """Yield the freedoms that allow a change under the answers to choices, each with what declares it."""
    for freedom in contract.free:
        for leaf in freedom.leaves:
            if leaf.changes and change.kind not in leaf.changes:
                continue
            if leaf.of and not any(same(change.part, value) for value in leaf.of):
                continue
            if all(choices.get(name) == answer for name, answer in leaf.choices) and _pattern(leaf.at).fullmatch(at):
                yield freedom.id, leaf


@cache
def _pattern(at: str) -> re.Pattern[str]:
    """Return the pattern of a pointer in which `*` is one step or a part of it, and `**` any number of steps."""
    steps = (
        "(/[^/]*)*" if step == "**" else "/" + re.escape(step).replace(r"\*", "[^/]*") for step in at.split("/")[1:]
    )
    return re.compile("".join(steps))


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
    return tuple((one.id, leaf) for one in own for leaf in one.leaves if (one.id, leaf) not in used)
