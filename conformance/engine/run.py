"""One run: describe, find the choices, ask, judge, shrink, conclude."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from conformance.contracts import Contract, Specifications
from conformance.engine.ask import ask_all
from conformance.engine.choices import check_stated, exact_numbers, find_choices, stated_answers
from conformance.engine.collect import Collector
from conformance.engine.earlier import Earlier
from conformance.engine.events import Concluding, Finished, Listener, Progress, Started
from conformance.engine.expected import expected_verdicts, unmatched
from conformance.engine.joins import Asked, ask_chains, joined_operations
from conformance.engine.judge import Judge
from conformance.engine.options import Options
from conformance.engine.plan import Planned, chosen_rules, plan_cases, plan_examples, plan_given
from conformance.engine.result import NOT_APPLICABLE, NOT_RUN, RunResult
from conformance.engine.scripted import Scripted, scripted
from conformance.errors import UsageError, did_you_mean
from conformance.observation import Description

if TYPE_CHECKING:
    from conformance.engine.losses import Account
    from conformance.subjects.base import Subject


def certify(
    specifications: Specifications, subject: Subject, options: Options, listeners: Sequence[Listener] = ()
) -> RunResult:
    """Run a subject against the specifications; tell the listeners; return the result.

    A KeyboardInterrupt ends the run early: what is known is concluded and marked incomplete.
    Raises SubjectError (it cannot be reached), UsageError (nothing to judge), SpecificationError (our fault).
    """
    begun = time.monotonic()
    started = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime())
    description = subject.describe()
    contracts = _offered(specifications, description, options)
    check_stated(contracts, options.choices)
    result = RunResult(
        description,
        seed=options.seed,
        max_examples=options.max_examples,
        requirements=options.requirements,
        specs_digest=specifications.digest,
        started=started,
    )
    staged = scripted(subject, contracts)
    try:
        _run(specifications, contracts, staged, options, result, listeners)
    except KeyboardInterrupt:
        _cut_short(result)
    finally:
        if isinstance(staged, Scripted):
            staged.close()
    result.seconds = round(time.monotonic() - begun, 3)
    result.faults = subject.faults
    _excuse(specifications, result, options)
    for listener in listeners:
        listener(Finished(result))
    return result


def _cut_short(result: RunResult) -> None:
    """Mark an interrupted run: what it had not reached yet was not run, whatever else may hold of it."""
    result.interrupted, result.complete = True, False
    for entry in result.rules:
        if entry.verdict in (NOT_RUN, NOT_APPLICABLE):
            entry.verdict, entry.reason = NOT_RUN, "the run was interrupted before anything reached it"


def _excuse(specifications: Specifications, result: RunResult, options: Options) -> None:
    """Take the expected failures into the verdicts."""
    expected = options.expected_failures
    if not expected:
        return
    # An entry is judged against all that the subject offers: a run of one rule must not refuse the others' entries.
    known = {
        (name, rule.id)
        for name, contract in specifications.contracts.items()
        if name in result.subject.operations
        for rule in contract.rules
    }
    result.unmatched = unmatched(expected, known)
    whole = result.complete and options.cases is None and not options.only_inputs
    verdicts = expected_verdicts(result, expected, whole=whole)
    for entry in result.rules:
        key = (entry.operation, entry.rule.id)
        if key in verdicts:
            entry.verdict, entry.reason = verdicts[key]


def _offered(specifications: Specifications, description: Description, options: Options) -> dict[str, Contract]:
    names = [name for name in specifications.contracts if name in description.operations]
    if options.operations is not None:
        names = [name for name in names if name in options.operations]
    contracts = {name: specifications.contracts[name] for name in names}
    if not contracts:
        offers = ", ".join(description.operations) or "none"
        raise UsageError(
            f"{description.name} offers no operation of this run (it offers: {offers}).",
            f"Known operations: {', '.join(specifications.contracts)}.",
        )
    _check_narrowing(contracts, options)
    return contracts


def _check_narrowing(contracts: Mapping[str, Contract], options: Options) -> None:
    rules = {own.id for contract in contracts.values() for own in contract.rules}
    for rule in options.rules or ():
        if rule not in rules:
            mend = did_you_mean(rule, sorted(rules)) or "conformance rules lists them."
            raise UsageError(f"Unknown rule {rule!r} in {', '.join(contracts)}.", mend)
    cases = {own.id for contract in contracts.values() for own in contract.cases}
    for case in options.cases or ():
        if case not in cases:
            mend = did_you_mean(case, sorted(cases)) or "The cases stand in the specs folder, by operation."
            raise UsageError(f"Unknown case {case!r} in {', '.join(contracts)}.", mend)


def _run(
    specifications: Specifications,
    contracts: Mapping[str, Contract],
    subject: Subject,
    options: Options,
    result: RunResult,
    listeners: Sequence[Listener],
) -> None:
    collector = Collector(result, options)
    earlier = Earlier(result.subject.name, options)
    judges: dict[str, Judge] = {}
    account: Account | None = None
    try:
        cases: list[Planned] = []
        for name, contract in contracts.items():
            rules = chosen_rules(contract, options)
            collector.add_rules(contract, rules)
            exact = exact_numbers(result.subject, contract, subject)
            stated = stated_answers(contract, result.subject, options.choices)
            found = find_choices(contract, subject, stated, exact)
            result.choices = {**result.choices, name: found}
            answers = {choice: answer for choice, (answer, _how) in found.items()}
            judges[name] = Judge(contract, rules, answers, exact, specifications.digest, _in_force(contract, options))
            for choice in contract.choices:
                if choice.name in answers and answers[choice.name] not in choice.answers:
                    collector.illegal_answer(contract, choice, answers[choice.name])
            planned = plan_cases(contract, judges[name], options, contracts)
            collector.expect(contract, judges[name], planned)
            cases += planned
        count = len(cases) + len(contracts) * options.max_examples + earlier.count(contracts)
        for listener in listeners:
            listener(Started(result.subject, tuple(contracts), count))
        everything = _everything(cases, contracts, judges, options, earlier)
        chains = joined_operations(result.subject.operations)
        to_join: list[Asked] = []
        for planned_one, trial in ask_all(
            subject,
            everything,
            judges,
            result.subject.operations,
            repeat=options.repeat,
        ):
            judge = judges[planned_one.operation]
            judgement = judge.judge(trial, planned_one.case, planned_one.settled)
            collector.take(planned_one, trial, judgement, judge)
            earlier.judged(planned_one, trial, judgement, judge)
            if planned_one.traced:
                account = account or _account()
                account.take(trial)
            if planned_one.operation in chains and not planned_one.shape and trial.outcome.fault is None:
                to_join.append((planned_one, trial))
            if listeners:
                case = planned_one.case.id if planned_one.case else None
                firm = tuple(told for told in judgement.failures if not judge.is_advice(told[1]))
                event = Progress(planned_one.operation, case, trial.outcome, firm)
                for listener in listeners:
                    listener(event)
        for planned_one, trial in ask_chains(subject, to_join, chains):
            judge = judges[planned_one.operation]
            judgement = judge.judge_joined(trial)
            collector.take(planned_one, trial, judgement, judge)
            earlier.judged(planned_one, trial, judgement, judge)
        if options.shrink:
            collector.shrink(subject, judges, listeners)
        earlier.keep(collector.failing_examples())
        result.complete = collector.nothing_unasked
    finally:
        for listener in listeners:
            listener(Concluding())
        collector.conclude(specifications, judges)
        result.losses = account.losses() if account else {}


def _account() -> Account:
    # Imported here: a run without examples never pays for it.
    from conformance.engine.losses import Account

    return Account()


def _everything(
    cases: Sequence[Planned],
    contracts: Mapping[str, Contract],
    judges: Mapping[str, Judge],
    options: Options,
    earlier: Earlier,
) -> Iterator[Planned]:
    yield from cases
    for name, contract in contracts.items():
        yield from plan_given(contract, options)
        yield from earlier.plan(contract, judges[name].exact_numbers)
        yield from plan_examples(contract, options, judges[name].exact_numbers)


def _in_force(contract: Contract, options: Options) -> frozenset[str] | None:
    """Return the ids of the rules of the requirement set; None where every rule is in force."""
    if options.required is None:
        return None
    return frozenset(rule for operation, rule in options.required if operation == contract.operation)
