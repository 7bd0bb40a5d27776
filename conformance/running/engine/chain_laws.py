"""Judges the laws about chains of operations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from conformance.base.observation import OUT_OF_SCOPE
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Contract
from conformance.running.engine.chains import Asked, Chained, ask_chains, chain_item, offered_chains, why_not_chained
from conformance.running.engine.collect import close, not_asked
from conformance.running.engine.context import Context
from conformance.running.engine.ledger import LedgerItem
from conformance.running.engine.plan import Planned, is_deep_or_wide
from conformance.running.engine.port import Port


class ChainLaws:
    """The trials of a run that go through a chain once everything is asked. contracts: all of the specifications.

    narrowed: who narrowed the run.
    """

    def __init__(self, context: Context, contracts: Iterable[Contract], narrowed: str) -> None:
        self._context = context
        self._narrowed = narrowed
        self._chains = offered_chains(contracts, context.described.operations)
        self._trials: list[Asked] = []

    def plan(self, items: Iterable[LedgerItem]) -> None:
        """Write the chain of each item into the ledger."""
        self._context.ledger.plan(
            chain_item(item) for item in items if item.operation in self._chains and not is_deep_or_wide(item)
        )

    def excuse(self, item: LedgerItem, reason: str) -> None:
        """Excuse an item, with its chain if it goes through one."""
        ledger = self._context.ledger
        ledger.excuse(item, reason)
        if item.operation in self._chains and chain_item(item) in ledger:
            ledger.excuse(chain_item(item), reason)

    def hold(self, planned: Planned, trial: Trial) -> None:
        """Take in a trial, if its operation has a chain."""
        if planned.operation not in self._chains or planned.shape:
            return
        why_not = why_not_chained(trial)
        if why_not is None:
            self._trials.append((planned, trial))
        elif planned.item is not None and not_asked(trial) is None:  # what was not asked leaves its chain open too
            self._context.ledger.excuse(chain_item(planned.item), why_not)

    def judge(self, port: Port) -> None:
        """Take the trials through their chains, and judge what comes out."""
        for chained in ask_chains(port, self._trials, self._chains):
            assert chained.planned.item is not None
            item = chain_item(chained.planned.item)
            if chained.outcome is None:
                self._judge_broken(chained, item)
                continue
            planned = chained.planned.with_item(item)
            trial = replace(chained.trial, chained=chained.outcome)
            judgement = self._context.judges[planned.operation].judge_chained(trial)
            if any(failure.of_last for _rule, failure in judgement.failures):
                own = tuple(failure for failure in judgement.failures if not failure[1].of_last)
                judgement = judgement._replace(failures=own)
                self._judge_last(chained)
            rules = {rule for rule, _failure in judgement.failures}
            if rules:
                port.note(planned, rules, f"{' and '.join(self._chains[planned.operation])} give another result")
            self._context.take(planned, trial, judgement)

    def _judge_last(self, chained: Chained) -> None:
        """Charge the last operation of a chain, by its own rules. Where none of them fails, nobody is charged."""
        step = chained.steps[-1]
        judge = self._context.judges.get(step.operation)
        if judge is None:  # not of this run
            return
        trial = judge.trial(step.input, step.outcome)
        judgement = judge.judge(trial)
        if self._context.fails(step.operation, judgement):
            made = Planned(step.operation, step.input, standing=judge.standing(step.input))
            self._context.take(made, trial, judgement)

    def _judge_broken(self, chained: Chained, item: LedgerItem) -> None:
        """Charge the step at which a chain broke, by the rules of that operation."""
        context = self._context
        for number, step in enumerate(chained.steps):
            is_first = number == 0 and step.operation == chained.planned.operation  # judged before
            judge = context.judges.get(step.operation)
            if judge is None:
                context.ledger.excuse(item, f"{self._narrowed}: the chain breaks in {step.operation}")
                return
            trial = chained.trial if is_first else judge.trial(step.input, step.outcome)
            judgement = judge.judge(trial)
            if step.outcome.fault is not None and step.outcome.fault.kind == OUT_OF_SCOPE:
                context.ledger.excuse(item, step.outcome.fault.message)
                return
            undecided = judgement.own_faults or not_asked(trial) is not None
            if not context.fails(step.operation, judgement) and not undecided:
                continue
            if is_first:
                close(context.ledger, item, judgement)
            else:
                made = Planned(step.operation, step.input, standing=judge.standing(step.input))
                context.take(made.with_item(item), trial, judgement)
            return
        context.ledger.excuse(item, f"{chained.steps[-1].operation} may refuse what it was given")
