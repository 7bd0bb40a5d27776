"""Runs operations: prepares each, asks all that is planned, judges what comes, and concludes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from conformance.checks.registry import SCRIPTED
from conformance.contracts import Contract, Specifications
from conformance.engine.ask import ask_all
from conformance.engine.choices import exact_numbers, find_choices, stated_answers
from conformance.engine.collect import Collector
from conformance.engine.earlier import Earlier
from conformance.engine.events import Concluding, Event, Listener, Progress, Started, follows_trials
from conformance.engine.joins import Asked, ask_chains, can_be_joined, joined_operations
from conformance.engine.judge import Judge, Judgement
from conformance.engine.options import Options
from conformance.engine.plan import Planned, chosen_rules, plan_cases, plan_examples, plan_given
from conformance.engine.result import RunResult
from conformance.observation import REACHED_THROUGH
from conformance.values import JSON

if TYPE_CHECKING:
    from conformance.checks.trial import Trial
    from conformance.engine.losses import Account
    from conformance.engine.reached import Reached
    from conformance.subjects.base import Subject


def run_operations(
    specifications: Specifications,
    contracts: Mapping[str, Contract],
    whole: Collection[str],
    subject: Subject,
    options: Options,
    result: RunResult,
    listeners: Sequence[Listener],
) -> dict[str, list[JSON]]:
    """Run some operations into `result`; return the failing examples that later runs should try first, by operation.

    whole: the operations of the whole run, where these are a part of it.
    """
    staged = _staged(subject, result.subject.adapter, contracts)
    fitting = _fitting(result.subject.adapter)
    run = _Run(specifications, staged, fitting.options(options) if fitting else options, result, listeners, fitting)
    try:
        cases = [planned for contract in contracts.values() for planned in run.prepare(contract, whole)]
        run.ask(cases, contracts)
        return run.examples_to_keep()
    finally:
        run.conclude()
        if staged is not subject:
            staged.close()


def _staged(subject: Subject, adapter: str, operations: Collection[str]) -> Subject:
    """Return the subject as its operations need it: with an API to talk to, where one of them asks one."""
    # A subject that is reached through something else brings the API that it talks to.
    if adapter in REACHED_THROUGH or SCRIPTED.isdisjoint(operations):
        return subject
    from conformance.engine.scripted import scripted  # late: few operations ask an API

    return scripted(subject, operations)


class _Run:
    """Operations on their way from the plan to their verdicts. fitting: how the run is fitted to what is reached."""

    def __init__(
        self,
        specifications: Specifications,
        subject: Subject,
        options: Options,
        result: RunResult,
        listeners: Sequence[Listener],
        fitting: Reached | None,
    ) -> None:
        self._specifications = specifications
        self._subject = subject
        self._options = options
        self._result = result
        self._listeners = listeners
        self._followers = [listener for listener in listeners if follows_trials(listener)]
        self._fitting = fitting
        self._collector = Collector(result, options)
        self._earlier = Earlier(result.subject.name, options)
        self._judges: dict[str, Judge] = {}
        self._account: Account | None = None

    def prepare(self, contract: Contract, whole: Collection[str]) -> list[Planned]:
        """Find the answers to an operation's choices, make its judge, and plan its cases."""
        name, options, collector = contract.operation, self._options, self._collector
        described = self._result.subject
        rules = chosen_rules(contract, options)
        collector.add_rules(contract, rules)
        in_force = _in_force(contract, options)
        if self._fitting is not None:
            # A rule that cannot be judged here can still ask for the opposite of one that can.
            in_force = in_force or frozenset(rule.id for rule in contract.rules)
            contract, rules = self._fitting.narrowed(contract, rules, collector, options)
        exact = exact_numbers(described, contract, self._subject)
        stated = stated_answers(contract, described, options.choices)
        found = find_choices(contract, self._subject, stated, exact)
        self._result.choices = {**self._result.choices, name: found}
        answers = {choice: answer for choice, (answer, _how) in found.items()}
        judge = self._judges[name] = Judge(contract, rules, answers, exact, in_force)
        for choice in contract.choices:
            if choice.name in answers and answers[choice.name] not in choice.answers:
                collector.illegal_answer(contract, choice, answers[choice.name])
        planned = plan_cases(contract, judge, options, whole)
        collector.expect(contract, planned)
        return planned

    def ask(self, cases: Sequence[Planned], contracts: Mapping[str, Contract]) -> None:
        """Ask all that is planned and judge what comes of it; then make the evidence small."""
        options, offered = self._options, self._result.subject.operations
        count = len(cases) + len(contracts) * options.max_examples + self._earlier.count(contracts)
        self._tell(Started(self._result.subject, tuple(contracts), count))
        everything = self._everything(cases)
        everything = self._fitting.plan(everything) if self._fitting else everything
        chains = joined_operations(offered)
        to_join: list[Asked] = []
        for planned, trial in ask_all(self._subject, everything, self._judges, offered, repeat=options.repeat):
            operation = planned.operation
            judge = self._judges[operation]
            judgement = judge.judge(trial, planned.case)
            self._take(planned, trial, judgement, judge)
            if planned.traced:
                self._trace(trial)
            if operation in chains and not planned.shape and can_be_joined(trial):
                to_join.append((planned, trial))
            if self._followers:
                progress = _progress(planned, trial, judgement, judge)
                for follower in self._followers:
                    follower(progress)
        for planned, trial in ask_chains(self._subject, to_join, chains):
            judge = self._judges[planned.operation]
            self._take(planned, trial, judge.judge_joined(trial), judge)
        if options.shrink:
            self._collector.shrink(self._subject, self._judges, self._listeners)

    def examples_to_keep(self) -> dict[str, list[JSON]]:
        """Return the failing examples for later runs; with them the run is complete, if nothing was left unasked."""
        kept = self._earlier.kept(self._collector.failing_examples())
        self._result.complete = self._collector.nothing_unasked
        return kept

    def conclude(self) -> None:
        """Draw the verdicts from what is known, also where the run ended early."""
        self._tell(Concluding())
        self._collector.conclude(self._specifications, self._judges)
        self._result.losses = self._account.losses() if self._account else {}

    def _everything(self, cases: Sequence[Planned]) -> Iterator[Planned]:
        yield from cases
        for judge in self._judges.values():
            yield from plan_given(judge.contract, self._options)
            yield from self._earlier.plan(judge.contract, judge.exact_numbers)
            yield from plan_examples(judge.contract, self._options, judge.exact_numbers)

    def _take(self, planned: Planned, trial: Trial, judgement: Judgement, judge: Judge) -> None:
        self._collector.take(planned, trial, judgement, judge)
        if planned.case is None:
            self._earlier.judged(planned, trial, judgement, judge)

    def _trace(self, trial: Trial) -> None:
        if self._account is None:
            from conformance.engine.losses import Account  # late: a run without examples never pays for it

            self._account = Account()
        self._account.take(trial)

    def _tell(self, event: Event) -> None:
        for listener in self._listeners:
            listener(event)


def _progress(planned: Planned, trial: Trial, judgement: Judgement, judge: Judge) -> Progress:
    failures = judgement.failures
    firm = failures and tuple(told for told in failures if not judge.is_advice(told[1]))
    return Progress(planned.operation, planned.case.id if planned.case else None, trial.outcome, firm)


def _fitting(adapter: str) -> Reached | None:
    """Return how the run is fitted to a subject that is reached through something else; None for any other."""
    if adapter not in REACHED_THROUGH:
        return None
    from conformance.engine.reached import reached  # late: few runs need it

    return reached(adapter)


def _in_force(contract: Contract, options: Options) -> frozenset[str] | None:
    """Return the ids of the rules of the requirement set; None where every rule is in force."""
    if options.required is None:
        return None
    return frozenset(rule for operation, rule in options.required if operation == contract.operation)
