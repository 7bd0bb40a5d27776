"""Runs operations: prepares each, asks all that is planned, judges what comes, and concludes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from conformance.checks.registry import SCRIPTED
from conformance.contracts import Contract, Specifications
from conformance.engine.afresh import Afresh, repetition_item
from conformance.engine.ask import ask_all
from conformance.engine.chains import Asked, Chained, ask_chains, chain_item, offered_chains, why_not_chained
from conformance.engine.choices import Probe, exact_numbers, find_choices, stated_answers
from conformance.engine.collect import Collector, not_asked
from conformance.engine.earlier import Earlier
from conformance.engine.events import Concluding, Event, Listener, Progress, Started, follows_trials
from conformance.engine.judge import Judge, Judgement
from conformance.engine.ledger import Item, operation_item
from conformance.engine.options import Options
from conformance.engine.patience import patient
from conformance.engine.plan import (
    Planned,
    case_item,
    case_items,
    chosen_rules,
    example_items,
    excused_cases,
    is_deep_or_wide,
    plan_cases,
    plan_examples,
    plan_given,
    probe_item,
    probe_items,
)
from conformance.engine.result import RunResult
from conformance.observation import NOT_COVERED, REACHED_THROUGH
from conformance.values import JSON

if TYPE_CHECKING:
    from conformance.checks.trial import Trial
    from conformance.engine.reached import Reached
    from conformance.losses.account import Account
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
    asked = patient(staged, contracts, options)
    run = _Run(specifications, asked, fitting.options(options) if fitting else options, result, listeners, fitting)
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
        self._ledger = result.ledger
        self._chains = offered_chains(specifications.contracts.values(), result.subject.operations)
        # Trials of a part of an operation that the subject does not cover, to go by its answers to these.
        self._not_covered: list[Asked] = []
        self._failing_probes: list[Asked] = []
        self._covered: set[tuple[str, JSON]] = set()  # operations, each with the part that a trial reached

    def prepare(self, contract: Contract, whole: Collection[str]) -> list[Planned]:
        """Find the answers to an operation's choices, make its judge, and plan its cases."""
        name, options, collector = contract.operation, self._options, self._collector
        described = self._result.subject
        self._write_down(contract)
        rules = chosen_rules(contract, options)
        collector.add_rules(contract, rules)
        in_force = _in_force(contract, options)
        if self._fitting is not None:
            # A rule that cannot be judged here can still ask for the opposite of one that can.
            in_force = in_force or frozenset(rule.id for rule in contract.rules)
            for case, reason in self._fitting.unfit_cases(contract, options).items():
                self._excuse(case_item(name, case), reason)
            contract, rules = self._fitting.narrowed(contract, rules, collector, options)
        for case, reason in excused_cases(contract, options, whole).items():
            self._excuse(case_item(name, case), reason)
        exact = exact_numbers(described, contract, self._subject)
        stated = stated_answers(contract, described, options.choices)
        self._ledger.plan(probe_items(contract, stated))
        found, probes = find_choices(contract, self._subject, stated, exact)
        self._result.choices = {**self._result.choices, name: found}
        answers = {choice: answer for choice, (answer, _how) in found.items()}
        judge = self._judges[name] = Judge(contract, rules, answers, exact, in_force)
        for choice in contract.choices:
            if choice.name in answers and answers[choice.name] not in choice.answers:
                collector.illegal_answer(contract, choice, answers[choice.name])
        for probe in probes:
            self._take_probe(probe, judge)
        planned = plan_cases(contract, judge, options, whole)
        collector.expect(name, frozenset().union(*(one.reach for one in planned)))
        return planned

    def _take_probe(self, probe: Probe, judge: Judge) -> None:
        """Judge a probe. It counts as an example only if it fails a rule that nothing else fails."""
        operation, options = judge.contract.operation, self._options
        item = probe_item(operation, probe.choice, probe.number)
        if options.cases is not None or options.only_inputs:
            self._ledger.excuse(item, "narrowed by the user: asked for the choices only")
            return
        planned = Planned(operation, probe.input)
        planned.item = item
        trial = replace(judge.trial(probe.input, probe.outcome), requests=probe.outcome.requests)
        if not_asked(trial) is not None:
            self._receive(planned, trial)
        elif any(not judge.is_advice(failure) for _rule, failure in judge.judge(trial).failures):
            self._failing_probes.append((planned, trial))
        else:
            self._ledger.judge(item)

    def _take_failing_probes(self) -> None:
        for planned, trial in self._failing_probes:
            judge = self._judges[planned.operation]
            judgement = judge.judge(trial)
            news = [one for one in judgement.failures if not self._collector.has_failed(planned.operation, one[0])]
            if news:
                self._take(planned, trial, judgement._replace(failures=tuple(news)), judge)
            elif planned.item is not None:
                self._ledger.judge(planned.item)

    def _write_down(self, contract: Contract) -> None:
        """Write every item of an operation into the ledger, before anything is made or asked."""
        name, ledger = contract.operation, self._ledger
        cases = list(case_items(contract))
        examples = list(example_items(contract, self._options, self._earlier.count([name])))
        for items in (cases, examples):
            ledger.plan(items)
            if name in self._chains:
                ledger.plan(chain_item(item) for item in items if not is_deep_or_wide(item))

    def _excuse(self, item: Item, reason: str) -> None:
        self._ledger.excuse(item, reason)
        if item.operation in self._chains:
            self._ledger.excuse(chain_item(item), reason)

    def ask(self, cases: Sequence[Planned], contracts: Mapping[str, Contract]) -> None:
        """Ask all that is planned and judge what comes of it; then make the evidence small."""
        options, offered, chains = self._options, self._result.subject.operations, self._chains
        count = len(cases) + len(contracts) * options.max_examples + self._earlier.count(contracts)
        self._tell(Started(self._result.subject, tuple(contracts), count))
        everything = self._everything(cases)
        everything = self._fitting.plan(everything) if self._fitting else everything
        to_chain: list[Asked] = []
        afresh = Afresh() if options.repeat and options.cases is None else None
        for planned, trial in ask_all(self._subject, everything, self._judges, offered, repeat=options.repeat):
            judgement = self._receive(planned, trial)
            if judgement is None:
                continue
            if planned.traced:
                self._trace(trial)
            if afresh is not None:
                afresh.hold(planned, trial)
            if planned.operation in chains and not planned.shape and self._can_be_chained(planned, trial):
                to_chain.append((planned, trial))
            if self._followers:
                progress = _progress(planned, judgement, self._judges[planned.operation])
                for follower in self._followers:
                    follower(progress)
        self._judge_not_covered()
        self._take_failing_probes()
        for chained in ask_chains(self._subject, to_chain, chains):
            self._take_chain(chained)
        for operation in contracts:
            self._ledger.judge(operation_item(operation))
        if options.shrink:
            self._collector.shrink(self._subject, self._judges, self._listeners)
        # Last: the copy of the subject that was asked so far is gone then.
        for planned, trial in afresh.ask(self._subject, self._ledger) if afresh is not None else ():
            self._take_repetition(planned, trial)

    def examples_to_keep(self) -> dict[str, list[JSON]]:
        """Return the failing examples for later runs."""
        return self._earlier.kept(self._collector.failing_examples())

    def conclude(self) -> None:
        """Draw the verdicts from what is known, also where the run ended early."""
        self._tell(Concluding())
        self._collector.conclude(self._judges)
        self._result.losses = self._account.losses() if self._account else {}

    def _everything(self, cases: Sequence[Planned]) -> Iterator[Planned]:
        yield from cases
        for judge in self._judges.values():
            yield from plan_given(judge.contract, self._options, self._excuse)
            yield from self._earlier.plan(judge.contract, judge.exact_numbers)
            yield from plan_examples(judge.contract, self._options, judge.exact_numbers, self._excuse)

    def _receive(self, planned: Planned, trial: Trial) -> Judgement | None:
        """Judge a trial; None where the subject says that it does not cover the input, which is decided later."""
        if trial.outcome.fault is not None and trial.outcome.fault.kind == NOT_COVERED:
            self._not_covered.append((planned, trial))
            return None
        if trial.outcome.requests:
            self._covered.add(_part(trial))
        judge = self._judges[planned.operation]
        judgement = judge.judge(trial, planned.case)
        self._take(planned, trial, judgement, judge)
        return judgement

    def _take(self, planned: Planned, trial: Trial, judgement: Judgement, judge: Judge) -> None:
        self._collector.take(planned, trial, judgement, judge)
        if planned.case is None:
            self._earlier.judged(planned, trial, judgement, judge)

    def _can_be_chained(self, planned: Planned, trial: Trial) -> bool:
        why_not = why_not_chained(trial)
        # What was not asked leaves its chain open too.
        if why_not is not None and planned.item is not None and not_asked(trial) is None:
            self._ledger.excuse(chain_item(planned.item), why_not)
        return why_not is None

    def _take_chain(self, chained: Chained) -> None:
        """Judge a chain by the law about it; one that broke, by the rules of the operations that it reached."""
        planned, trial = chained.planned, chained.trial
        assert planned.item is not None
        item = chain_item(planned.item)
        if chained.outcome is None:
            self._take_broken_chain(chained, item)
            return
        judge = self._judges[planned.operation]
        one = Planned(planned.operation, planned.input, planned.case)
        one.item = item
        trial = replace(trial, chained=chained.outcome)
        self._take(one, trial, judge.judge_chained(trial), judge)

    def _take_broken_chain(self, chained: Chained, item: Item) -> None:
        for number, step in enumerate(chained.steps):
            own = number == 0 and step.operation == chained.planned.operation  # judged before
            judge = self._judges.get(step.operation)
            if judge is None:
                self._ledger.excuse(item, f"narrowed by the user: the chain breaks in {step.operation}")
                return
            trial = chained.trial if own else judge.trial(step.input, step.outcome)
            judgement = judge.judge(trial)
            fails = any(not judge.is_advice(failure) for _rule, failure in judgement.failures)
            if not fails and not_asked(trial) is None:
                continue
            one = Planned(step.operation, step.input)
            one.item = item
            if own:
                self._ledger.judge(item)
            else:
                self._take(one, trial, judgement, judge)
            return
        self._ledger.excuse(item, f"{chained.steps[-1].operation} may refuse what it was given")

    def _take_repetition(self, planned: Planned, trial: Trial) -> None:
        assert planned.item is not None
        item = repetition_item(planned.item)
        why_not = not_asked(trial)
        if why_not is not None:
            self._ledger.explain(item, why_not)
            return
        judge = self._judges[planned.operation]
        judgement = judge.judge_restarted(trial)
        if judgement.failures:
            self._take(planned, trial, judgement, judge)
        self._ledger.judge(item)

    def _judge_not_covered(self) -> None:
        """Judge what the subject refused as not covered, if it covered the same part elsewhere; excuse the rest."""
        for planned, trial in self._not_covered:
            assert trial.outcome.fault is not None and planned.item is not None
            if _part(trial) in self._covered:
                judge = self._judges[planned.operation]
                refused = replace(trial, outcome=replace(trial.outcome, fault=None), again=None)
                self._take(planned, refused, judge.judge(refused, planned.case), judge)
            else:
                self._excuse(planned.item, trial.outcome.fault.message)

    def _trace(self, trial: Trial) -> None:
        if self._account is None:
            from conformance.losses.account import Account  # late: a run without examples never pays for it

            self._account = Account()
        self._account.take(trial)

    def _tell(self, event: Event) -> None:
        for listener in self._listeners:
            listener(event)


def _progress(planned: Planned, judgement: Judgement, judge: Judge) -> Progress:
    failing = tuple(rule for rule, failure in judgement.failures if not judge.is_advice(failure))
    return Progress(planned.operation, planned.case.id if planned.case else None, failing)


def _part(trial: Trial) -> tuple[str, JSON]:
    """Return an operation with the API that an input is for, of operations that talk to one."""
    api = trial.input.get("api") if isinstance(trial.input, dict) else None
    return trial.operation, api if isinstance(api, str) else None


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
