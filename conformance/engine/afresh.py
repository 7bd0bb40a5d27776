"""Asks a copy of the subject that has converted nothing yet, in another order: what depends on earlier inputs shows.

A repetition in the same copy does not show a result that was remembered from the first input of its kind: it is
remembered the second time too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from conformance.checks.trial import Trial
from conformance.engine.ledger import Item, Kind, Ledger
from conformance.engine.plan import Planned
from conformance.observation import Request
from conformance.values import packed, unpacked

if TYPE_CHECKING:
    from conformance.subjects.base import Subject

LARGEST = 20_000  # bytes of an output; they are all held until everything was asked
MOST = 500  # inputs of an operation


def repetition_item(item: Item) -> Item:
    """Return the ledger's item of asking a restarted copy again. item: that of the input."""
    return Item(operation=item.operation, kind=Kind.REPETITION, name=f"{item.kind} {item.name}")


class Afresh:
    """The trials of a run that will be asked once more."""

    def __init__(self) -> None:
        self._held: dict[str, list[tuple[Planned, Trial]]] = {}

    def hold(self, planned: Planned, trial: Trial) -> None:
        """Take in a trial, unless it is large or has no outcome."""
        held = self._held.setdefault(planned.operation, [])
        if planned.shape or planned.item is None or trial.outcome.fault is not None or len(held) >= MOST:
            return
        data = packed(trial.outcome.output)
        if data is not None and len(data) <= LARGEST:
            # A copy: a subject in this process may still hold what it returned.
            held.append((planned, replace(trial, outcome=replace(trial.outcome, output=unpacked(data)))))

    def ask(self, subject: Subject, ledger: Ledger) -> Iterator[tuple[Planned, Trial]]:
        """Yield the trials, the last ones first, with the answer of a new copy in `again`; none where there is none."""
        held = [one for trials in self._held.values() for one in reversed(trials)]
        if not held or not subject.restart():
            return
        ledger.plan(repetition_item(planned.item) for planned, _trial in held if planned.item is not None)
        requests = (
            Request(
                key=number,
                operation=planned.operation,
                input=planned.input,
                before=planned.before() if subject.watches else None,
            )
            for number, (planned, _trial) in enumerate(held)
        )
        for request, outcome in subject.ask(requests):
            planned, trial = held[request.key]
            yield planned, replace(trial, again=outcome, restarted=True)
