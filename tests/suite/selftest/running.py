"""Certifies one converter of a bank in this process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from conformance.base.observation import ConversionRequest, Description, Fault, Outcome
from conformance.base.second_opinion import Inconsistent
from conformance.rules.contracts import Specifications
from conformance.running.engine import Event, Listener, Options, RuleResult, RunResult, TrialProgress
from conformance.running.engine.result import FAIL, REFUSED_ANSWER, decides_against
from conformance.running.engine.sets import FAILS, set_verdicts
from conformance.running.run import certify
from conformance.running.subjects.in_process import InProcessSubject
from tests.suite.selftest.model import Clock, Convert, Died, Mutant, Sound


class Accusation(NamedTuple):
    """A rule that failed and must not have. case: None where a generated or given input did it."""

    rule: str
    case: str | None
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MutantRun:
    """The result of one run of a mutant.

    convicted, missed: of the rules that must convict it. fails: the requirement sets that it fails. missed_sets: those
    that it must fail and does not. also: further rules that failed. charged: the MUST rules that failed, without those
    that are listed under another one. accused: innocent ones that
    did. seconds: from the start of the run to the first failure of a rule that must convict it, None without one.
    own_inputs: whether generated examples were not enough, and the inputs that the mutant brings were.
    """

    seed: int
    convicted: tuple[str, ...]
    missed: tuple[str, ...]
    fails: tuple[str, ...]
    missed_sets: tuple[str, ...]
    also: tuple[str, ...]
    charged: tuple[str, ...]
    accused: tuple[Accusation, ...]
    seconds: float | None
    own_inputs: bool = False

    @property
    def misses(self) -> bool:
        """Whether a rule or a set that must object to it did not."""
        return bool(self.missed or self.missed_sets)

    @property
    def good(self) -> bool:
        """Whether it was convicted by all its rules, and by no innocent one."""
        return not (self.misses or self.accused)


class SoundRun(NamedTuple):
    """The result of one run of a sound variant. misread: choice to (the variant's answer, the detected one)."""

    seed: int
    certified: bool
    accused: tuple[Accusation, ...]
    misread: Mapping[str, tuple[str, str | None]]

    @property
    def good(self) -> bool:
        """Whether it was certified, and its choices were found out."""
        return self.certified and not self.misread


class Mortal(InProcessSubject):
    """A subject in this process that may end it, which is reported as the fault it is in another process."""

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Call the functions; one that dies is a fault."""
        for request in requests:
            try:
                yield from super().ask([request])
            except Died as end:
                yield request, Outcome(fault=Fault("exit", f"the process ended: {end}"))


class _Stopwatch:
    """Takes the time from when it is made to the first failure of one of some rules."""

    def __init__(self, rules: Sequence[str]) -> None:
        self._rules = frozenset(rules)
        self._begun = time.monotonic()
        self.seconds: float | None = None

    def __call__(self, event: Event) -> None:
        if isinstance(event, TrialProgress) and self.seconds is None:
            if any(rule in self._rules for rule in event.failing):
                self.seconds = time.monotonic() - self._begun


def certify_functions(
    specifications: Specifications,
    functions: Mapping[str, Callable[[Any], Any]],
    options: Options,
    listeners: Sequence[Listener] = (),
    *,
    timed: bool = False,
    mortal: bool = False,
    anew: Callable[[], Mapping[str, Convert]] | None = None,
    without: tuple[str, ...] = (),
) -> RunResult:
    """Certify functions by operation, watched as closely as a subject in this process can be.

    timed: whether the Clock measures how long they take. mortal: whether they may end the process by raising Died.
    anew: makes the functions once more. without: what they say that they do not have.
    """
    description = Description(
        name="mutant",
        version=None,
        language="python",
        adapter="in-process",
        operations=tuple(functions),
        choices={},
        exact_numbers=True,
        without=without,
    )
    clock = Clock.now if timed else time.process_time
    subject = (Mortal if mortal else InProcessSubject)(functions, description, clock=clock, anew=anew)
    return certify(specifications, subject, options, listeners)


def functions_of(specifications: Specifications, mutant: Mutant | Sound) -> dict[str, Convert]:
    """Return the functions that a converter of a bank offers, by operation."""
    functions = {**mutant.others, mutant.operation: mutant.function}
    form = specifications.contracts[mutant.operation].lifts
    if mutant.single is not None and form is not None:
        functions[form] = mutant.single
    return functions


def run_mutant(specifications: Specifications, mutant: Mutant, seed: int, max_examples: int) -> MutantRun:
    """Run a mutant; where its rules miss it, once more with deep and wide inputs, and then with those that it brings.

    Deep and wide inputs take long, and what convicts it without them convicts it with them.
    """
    options = options_for(mutant, seed=seed, max_examples=max_examples, shapes=mutant.timed)
    run = run_with(specifications, mutant, options)
    if run.misses and not mutant.timed:
        run = run_with(specifications, mutant, replace(options, shapes=True))
    if run.misses and mutant.inputs:
        own = {mutant.operation: mutant.inputs}
        run = run_with(specifications, mutant, replace(options, shapes=True, inputs=own))
        run = replace(run, own_inputs=bool(run.convicted))
    return run


def options_for(mutant: Mutant, **more: Any) -> Options:
    """Return the options of a run of a mutant: its operation and choices, and nothing that changes no verdict."""
    return Options(operations=(mutant.operation,), choices=mutant.choices, shrink=False, **more)


def run_with(specifications: Specifications, mutant: Mutant, options: Options) -> MutantRun:
    """Run a mutant once, with the inputs that the options name."""
    stopwatch = _Stopwatch(mutant.rules)
    return judged(mutant, result_of(specifications, mutant, options, (stopwatch,)), stopwatch.seconds)


def result_of(
    specifications: Specifications, mutant: Mutant, options: Options, listeners: Sequence[Listener] = ()
) -> RunResult:
    """Return the result of a run of a mutant."""
    functions, new = functions_of(specifications, mutant), mutant.anew
    return certify_functions(
        specifications,
        functions if new is None else {**functions, mutant.operation: new()},
        options,
        listeners,
        timed=mutant.timed,
        mortal=mutant.mortal,
        anew=None if new is None else lambda: {**functions, mutant.operation: new()},
        without=mutant.without,
    )


def judged(mutant: Mutant, result: RunResult, seconds: float | None = None) -> MutantRun:
    """Compare the result of a run with what it must be. seconds: until a rule convicted it, where that was seen."""
    if result.set_aside:  # no other test may see what only this mutant returns
        raise Inconsistent(result.set_aside[0].message)
    # That a set does not accept an answer to a choice is no objection.
    failed = {entry.rule.id: entry for entry in result.rules if entry.verdict == FAIL and not _is_refused_alone(entry)}
    convicted = tuple(rule for rule in mutant.rules if rule in failed)
    if convicted and seconds is None:  # not by a trial: a rule over several operations, an illegal answer
        seconds = result.seconds
    fails = tuple(verdict.name for verdict in set_verdicts(result) if verdict.verdict == FAILS)
    return MutantRun(
        seed=result.seed,
        convicted=convicted,
        missed=tuple(rule for rule in mutant.rules if rule not in failed),
        fails=fails,
        missed_sets=tuple(name for name in mutant.sets if name not in fails),
        also=tuple(rule for rule in failed if rule not in mutant.rules and rule not in mutant.innocent),
        charged=tuple(rule for rule, entry in failed.items() if entry.counts and not entry.charged_to),
        accused=tuple(_accusation(failed[rule]) for rule in mutant.innocent if rule in failed),
        seconds=round(seconds, 4) if seconds is not None else None,
    )


def run_sound(specifications: Specifications, sound: Sound, seed: int, max_examples: int) -> SoundRun:
    """Run a sound variant."""
    options = Options(
        operations=(sound.operation,),
        seed=seed,
        max_examples=max_examples,
        choices=sound.choices,
        inputs={sound.operation: sound.inputs},
        shrink=False,
    )
    result = certify_functions(specifications, functions_of(specifications, sound), options)
    found = {choice: answer for choice, (answer, _how) in result.choices[sound.operation].items()}
    bad = accusing(result)
    if sound.sets:
        against = {
            failed.rule for verdict in set_verdicts(result) if verdict.name in sound.sets for failed in verdict.failed
        }
        bad = [entry for entry in bad if entry.rule.id in against]
    return SoundRun(
        seed,
        result.complete and result.judged and not bad and not result.set_aside,
        tuple(_accusation(entry) for entry in bad),
        {choice: (answer, found.get(choice)) for choice, answer in sound.answers if found.get(choice) != answer},
    )


def _is_refused_alone(entry: RuleResult) -> bool:
    return bool(entry.evidence) and all(shown.kind == REFUSED_ANSWER for shown in entry.evidence)


def accusing(result: RunResult) -> list[RuleResult]:
    """Return the rules that decide against a sound converter.

    It may have chosen what one set asks for and another one refuses: an answer, or what a rule requires that a rule of
    another set yields to.
    """
    return [
        entry
        for entry in result.rules
        if decides_against(entry.level, entry.verdict)
        and (entry.verdict != FAIL or any(objection.yields_to is None for objection in entry.objections))
    ]


def _accusation(entry: RuleResult) -> Accusation:
    """Say what a rule charged, by its first evidence."""
    for evidence in entry.evidence:
        return Accusation(entry.rule.id, evidence.case, evidence.message)
    return Accusation(entry.rule.id, None, entry.reason or entry.verdict)
