"""Runs operations: prepares each, asks all that is planned, judges what comes, and concludes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from conformance.base.observation import REACHED_THROUGH, Description
from conformance.base.values import JSON
from conformance.formats.operations import is_scripted
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Contract, Rule, Specifications
from conformance.rules.losses.account import LossAccount
from conformance.rules.scope.declared import not_offered
from conformance.running.engine import stations
from conformance.running.engine.ask import ask_all
from conformance.running.engine.causes import Causes
from conformance.running.engine.chain_laws import ChainLaws
from conformance.running.engine.choices import find_choices, stated_answers
from conformance.running.engine.collect import Collector
from conformance.running.engine.context import Context
from conformance.running.engine.coverage import Coverage
from conformance.running.engine.declarations import Declarations, Offered, in_scope, rules_left_out
from conformance.running.engine.events import Concluding, Event, Listener, Started, TrialProgress, follows_trials
from conformance.running.engine.failing_examples import FailingExamples
from conformance.running.engine.judge import Judge, Judgement
from conformance.running.engine.last_check import LastCheck
from conformance.running.engine.ledger import operation_item
from conformance.running.engine.number_probes import exact_numbers
from conformance.running.engine.observability import Reached, reached
from conformance.running.engine.options import Options
from conformance.running.engine.plan import (
    Planned,
    case_item,
    case_items,
    chosen_rules,
    example_count,
    example_items,
    excused_cases,
    plan_cases,
    plan_examples,
    plan_given,
    probe_item,
    probe_items,
)
from conformance.running.engine.port import Port
from conformance.running.engine.probes import Probes
from conformance.running.engine.recurrence import drop_what_does_not_recur
from conformance.running.engine.repetitions import Repetitions
from conformance.running.engine.result import NOT_APPLICABLE, RunResult
from conformance.running.engine.run_limits import patient
from conformance.running.engine.scripted import NamedScripts, scripted
from conformance.running.engine.sequences import find_sequences
from conformance.running.engine.sets import ALL, decides, deciding_standing
from conformance.running.subjects.base import Subject


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
    staged = _staged(subject, result.subject, contracts, options)
    fitting = _fitting(result.subject.adapter)
    # Whether it fails at everything is not seen from some of its operations.
    every = {name: in_scope(specifications.contracts[name], options.scope) for name in whole}
    asked = patient(staged, every, options)
    run = _Run(specifications, asked, fitting.options(options) if fitting else options, result, listeners, fitting)
    try:
        cases = [planned for contract in contracts.values() for planned in run.prepare(contract, whole)]
        run.ask(cases, contracts)
        return run.examples_to_keep()
    finally:
        try:
            run.conclude()
        finally:
            run.close()
            if staged is not subject:
                staged.close()


def _staged(subject: Subject, description: Description, contracts: Mapping[str, Contract], options: Options) -> Subject:
    """Return the subject as its operations need it: with an API to talk to, where one of them asks one."""
    if not any(map(is_scripted, contracts)):
        return subject
    stated = {name: stated_answers(contract, description, options.choices) for name, contract in contracts.items()}
    # A subject that is reached through something else brings the API that it talks to.
    if description.adapter in REACHED_THROUGH:
        return NamedScripts(subject, stated)
    return scripted(subject, contracts, stated, options.profile)


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
        self._whole = port = Port(subject, result.subject.operations, options.log)
        self._port = port.to(Offered(subject, options.scope)) if options.scope.lacking else port
        self._options = options
        self._result = result
        self._listeners = listeners
        self._followers = [listener for listener in listeners if follows_trials(listener)]
        self._fitting = fitting
        self._ledger = result.ledger
        self._last_check = LastCheck(port.at(stations.LAST_CHECK))
        self._context = context = Context(
            described=result.subject,
            judges={},
            collector=Collector(result, options, self._last_check.confirm),
            ledger=result.ledger,
            failing_examples=FailingExamples(result.subject.name, result.specs_digest, options),
            trace=options.trace,
        )
        self._chains = ChainLaws(context, specifications.contracts.values(), options.narrowed)
        self._causes = Causes(context)
        self._coverage = Coverage(context, self._causes, self._chains.excuse)
        self._probes = Probes(context, self._causes, self._coverage)
        self._declarations = Declarations(context, options)
        self._repetitions = Repetitions(context) if options.repeat and options.cases is None else None
        self._account: LossAccount | None = None

    def prepare(self, contract: Contract, whole: Collection[str]) -> list[Planned]:
        """Find the answers to an operation's choices, make its judge, and plan its cases."""
        name, options, collector = contract.operation, self._options, self._context.collector
        described, excuse = self._result.subject, self._chains.excuse
        self._write_down(contract)
        rules = chosen_rules(contract, options)
        collector.add_rules(contract, rules)
        in_force = _in_force(contract, options)
        if self._fitting is not None:
            # A rule that cannot be judged here can still ask for the opposite of one that can.
            in_force = in_force or frozenset(rule.id for rule in contract.rules)
            for case, reason in self._fitting.unfit_cases(contract, options).items():
                excuse(case_item(name, case), reason)
            contract, rules = self._fitting.narrowed(contract, rules, collector, options)
        declared = contract
        contract, rules = self._in_scope(contract, rules)
        for case, reason in excused_cases(contract, options, whole).items():
            excuse(case_item(name, case), reason)
        exact = exact_numbers(described, contract, self._port.at(stations.NUMBERS))
        stated = stated_answers(contract, described, options.choices)
        self._ledger.plan(probe_items(contract, stated))
        found = find_choices(contract, self._port.at(stations.CHOICES), stated, exact, collector.own_fault)
        self._result.choices = {**self._result.choices, name: found.answers}
        judge = self._context.judges[name] = Judge(
            contract,
            rules,
            found.known,
            exact,
            in_force,
            options.profile,
            collector.own_fault,
            options.deciding,
            options.scope.of(name),
        )
        self._declarations.plan(declared, judge)
        for choice in contract.choices:
            if found.known.get(choice.name, choice.default) not in choice.answers:
                collector.illegal_answer(contract, choice, found.known[choice.name])
        narrowed = options.cases is not None or options.only_inputs
        for answer in () if narrowed else found.unanswered:
            collector.no_answer(name, answer)
        for probe in found.probes:
            if narrowed:
                item = probe_item(name, probe.choice, probe.number)
                self._ledger.excuse(item, f"{options.narrowed}: asked for the choices only")
            else:
                self._probes.take(name, probe)
        planned = plan_cases(contract, judge, options, whole)
        for given in planned:
            if given.case is not None:
                collector.expect(name, given.case.id, given.reach)
        return planned

    def _in_scope(self, contract: Contract, rules: Sequence[Rule]) -> tuple[Contract, tuple[Rule, ...]]:
        """Return what the subject offers of a contract and its rules; excuse the rest."""
        scope, name, collector = self._options.scope, contract.operation, self._context.collector
        if not scope.of(name):
            if contract.scope_rule is not None:
                collector.left_out(name, contract.scope_rule, "the subject says of nothing that it does not have it")
            return contract, tuple(rules)
        lacking = scope.rules(name)
        for left_out, feature in lacking.items():
            collector.decide(name, left_out, NOT_APPLICABLE, not_offered([feature]))
        for rule, reason in rules_left_out(contract, rules, scope):
            collector.left_out(name, rule.id, reason)
        for case in contract.cases:
            why_not = scope.why_not(name, case.input)
            if why_not is not None:
                self._chains.excuse(case_item(name, case.id), why_not)
        return in_scope(contract, scope), tuple(rule for rule in rules if rule.id not in lacking)

    def _write_down(self, contract: Contract) -> None:
        """Write every item of an operation into the ledger, before anything is made or asked."""
        examples = example_items(contract, self._options, self._context.failing_examples.count([contract.operation]))
        items = [*case_items(contract), *examples]
        self._ledger.plan(items)
        self._chains.plan(items)

    def ask(self, cases: Sequence[Planned], contracts: Mapping[str, Contract]) -> None:
        """Ask everything that is planned and judge it; then follow the failures, station by station."""
        options, judges = self._options, self._context.judges
        count = len(cases) + sum(example_count(contract, options) for contract in contracts.values())
        count += self._context.failing_examples.count(contracts)
        self._tell(Started(self._result.subject, tuple(contracts), count))
        everything = self._everything(cases)
        everything = self._fitting.plan(everything) if self._fitting else everything
        port = self._port.at(stations.TRIAL)
        for planned, trial in ask_all(port, everything, judges, port.offered, repeat=options.repeat):
            judgement = self._coverage.judge(planned, trial)
            if judgement is None:
                continue
            if planned.traced:
                self._trace(trial)
            if self._repetitions is not None:
                self._repetitions.hold(planned, trial)
            self._chains.hold(planned, trial)
            if self._followers:
                progress = _progress(planned, judgement, judges[planned.operation], options)
                for follower in self._followers:
                    follower(progress)
        self._coverage.judge_not_covered()
        self._causes.settle(self._port.at(stations.CONTRAST))
        self._probes.judge_failing()
        self._causes.settle(self._port.at(stations.CONTRAST))
        self._declarations.judge(self._whole.at(stations.SCOPE))
        self._chains.judge(self._port.at(stations.CHAIN))
        for operation in contracts:
            self._ledger.judge(operation_item(operation))
        if options.shrink:
            self._context.collector.shrink(self._port.at(stations.REDUCTION), judges, self._listeners)
        if self._repetitions is not None:  # last: they restart the subject
            self._repetitions.judge(self._port.at(stations.REPETITION))
            drop_what_does_not_recur(self._context, self._port.at(stations.RECURRENCE))
            find_sequences(self._context, self._port.at(stations.SEQUENCE), self._repetitions.inputs)

    def examples_to_keep(self) -> dict[str, list[JSON]]:
        """Return the failing examples for later runs."""
        return self._context.failing_examples.to_keep(self._context.collector.failing_examples())

    def conclude(self) -> None:
        """Draw the verdicts from what is known, also where the run ended early."""
        self._tell(Concluding())
        self._causes.release()
        self._context.collector.conclude(self._context.judges)
        self._result.earlier += self._context.failing_examples.used()
        self._result.losses = self._account.losses() if self._account else {}

    def close(self) -> None:
        """End what the run opened."""
        self._last_check.close()

    def _everything(self, cases: Sequence[Planned]) -> Iterator[Planned]:
        yield from cases
        for judge in self._context.judges.values():
            yield from plan_given(judge.contract, self._options, self._chains.excuse)
            yield from self._context.failing_examples.plan(judge.contract, judge.exact_numbers)
            yield from plan_examples(judge.contract, self._options, judge.exact_numbers, self._chains.excuse)

    def _trace(self, trial: Trial) -> None:
        if self._account is None:
            self._account = LossAccount()
        self._account.take(trial)

    def _tell(self, event: Event) -> None:
        for listener in self._listeners:
            listener(event)


def _progress(planned: Planned, judgement: Judgement, judge: Judge, options: Options) -> TrialProgress:
    failures = [(rule, failure) for rule, failure in judgement.failures if not judge.is_advice(failure)]
    decides = any(_decides(planned, rule, failure.kind, judge.contract, options) for rule, failure in failures)
    case = planned.case.id if planned.case else None
    return TrialProgress(planned.operation, case, tuple(rule for rule, _failure in failures), decides)


def _decides(planned: Planned, failing: str, kind: str, contract: Contract, options: Options) -> bool:
    """Whether a failure of a kind counts for the verdict of the run, as far as is known when its input is judged."""
    rule = next(rule for rule in contract.rules if rule.id == failing)
    level = rule.level if options.required is None else options.required.get((contract.operation, failing), "SHOULD")
    standing = deciding_standing(planned.standing.kind, kind, contract.counts_as)
    return level == "MUST" and any(
        decides(standing, name, rule.sets) for name in options.deciding if name == ALL or name in rule.sets
    )


def _fitting(adapter: str) -> Reached | None:
    """Return how the run is fitted to a subject that is reached through something else; None for any other."""
    if adapter not in REACHED_THROUGH:
        return None
    return reached(adapter)


def _in_force(contract: Contract, options: Options) -> frozenset[str] | None:
    """Return the ids of the rules of the requirement set; None where every rule is in force."""
    if options.required is None:
        return None
    return frozenset(rule for operation, rule in options.required if operation == contract.operation)
