"""Asks a restarted subject some inputs again, in another order: a result that depends on earlier inputs shows.

A repetition without a restart does not show a result that was remembered from the first input of its kind: the subject
still remembers it the second time.
"""

from __future__ import annotations

from dataclasses import replace

from conformance.checks.trial import Trial
from conformance.engine.collect import not_asked
from conformance.engine.context import Context
from conformance.engine.ledger import Item, Kind
from conformance.engine.plan import Planned, size
from conformance.observation import Request
from conformance.standing import REAL
from conformance.subjects.base import Subject
from conformance.values import JSON, packed, unpacked

LARGEST = 20_000  # bytes of an output; all are held until everything was asked
MOST = 500  # inputs of an operation


def repetition_item(item: Item) -> Item:
    """Return the ledger's item of asking a restarted subject again. item: that of the input."""
    return Item(operation=item.operation, kind=Kind.REPETITION, name=f"{item.kind} {item.name}")


_Held = tuple[Planned, Trial, bytes]


def _is_plain_case(planned: Planned) -> bool:
    return planned.case is not None and planned.standing.kind == REAL


class Repetitions:
    """The trials of a run that a restarted subject is asked again."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._trials: dict[str, list[_Held]] = {}

    def hold(self, planned: Planned, trial: Trial) -> None:
        """Take in a trial, unless it is large or has no outcome."""
        held = self._trials.setdefault(planned.operation, [])
        if planned.shape or planned.item is None or trial.outcome.fault is not None or len(held) >= MOST:
            return
        data = packed(trial.outcome.output)
        if data is not None and len(data) <= LARGEST:
            # Its bytes: a subject in this process may still hold what it returned, and change it.
            held.append((planned, trial, data))

    def inputs(self, operation: str) -> list[JSON]:
        """Return the inputs that were held, in their order."""
        return [planned.input for planned, _trial, _output in self._trials.get(operation, ())]

    def judge(self, subject: Subject) -> None:
        """Restart the subject, where that is possible, and ask it the trials again, in another order."""
        trials = self._in_another_order()
        if not trials or not subject.restart():
            return
        ledger = self._context.ledger
        ledger.plan(repetition_item(planned.item) for planned, _trial, _output in trials if planned.item is not None)
        requests = (
            Request(
                key=number,
                operation=planned.operation,
                input=planned.input,
                before=planned.before() if subject.watches else None,
            )
            for number, (planned, _trial, _output) in enumerate(trials)
        )
        for request, outcome in subject.ask(requests):
            planned, trial, output = trials[request.key]
            first = replace(trial.outcome, output=unpacked(output))
            self._judge(planned, replace(trial, outcome=first, again=outcome, restarted=True))

    def _in_another_order(self) -> list[_Held]:
        """Return the trials, the last ones first; before all of them the smallest worked case of each operation.

        What leaves its mark on a subject may be first in both orders. A small case rarely does, and it shows the
        mark.
        """
        cases = [[one for one in held if _is_plain_case(one[0])] for held in self._trials.values()]
        first = [min(held, key=lambda one: size(one[0].input)) for held in cases if held]
        taken = set(map(id, first))
        return [*first, *(one for held in self._trials.values() for one in reversed(held) if id(one) not in taken)]

    def _judge(self, planned: Planned, trial: Trial) -> None:
        assert planned.item is not None
        item = repetition_item(planned.item)
        why_not = not_asked(trial)
        if why_not is not None:
            self._context.ledger.explain(item, why_not)
            return
        judgement = self._context.judges[planned.operation].judge_restarted(trial)
        if judgement.failures:
            self._context.take(planned, trial, judgement)
        self._context.ledger.judge(item)
