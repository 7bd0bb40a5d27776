"""Asks a subject everything that a planned trial needs, and puts the outcomes together again."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator

from conformance.checks.registry import SINGLES
from conformance.checks.trial import Trial
from conformance.contracts import Contract
from conformance.engine.judge import Judge
from conformance.engine.plan import Planned
from conformance.observation import Outcome, Request
from conformance.subjects.base import Subject

# An input is repeated after this many others: state that leaks from one to the next has had time to.
REPEAT_AFTER = 8

MAIN, AGAIN = -1, -2


class _Pending:
    """A trial whose outcomes are coming in, in any order."""

    __slots__ = ("again", "alone", "form", "main", "planned", "waiting")

    def __init__(self, planned: Planned, waiting: int) -> None:
        self.planned = planned
        self.waiting = waiting
        self.main: Outcome | None = None
        self.again: Outcome | None = None
        self.alone: dict[int, Outcome] = {}
        self.form: dict[int, Outcome] = {}


def ask_all(
    subject: Subject,
    planned: Iterable[Planned],
    judges: dict[str, Judge],
    offered: Collection[str],
    *,
    repeat: bool = True,
) -> Iterator[tuple[Planned, Trial]]:
    """Yield each planned trial with what came of it, as soon as its last outcome is there."""
    single_forms = {
        judge.contract.operation: judge.contract.lifts
        for judge in judges.values()
        if judge.contract.lifts is not None and judge.contract.lifts in offered
    }
    main_of: dict[int, Outcome] = {}
    pending: dict[int, _Pending] = {}
    for request, outcome in subject.ask(_requests(planned, pending, single_forms, repeat)):
        number, role = request.key
        trial = pending[number]
        if role == MAIN:
            trial.main = outcome
        elif role == AGAIN:
            trial.again = outcome
        elif role % 2 == 0:
            trial.alone[role // 2] = outcome
        else:
            trial.form[role // 2] = outcome
        trial.waiting -= 1
        if trial.waiting == 0:
            del pending[number]
            assert trial.main is not None
            if trial.planned.tenth is not None or not trial.planned.entries:
                main_of[id(trial.planned)] = trial.main
            yield trial.planned, _together(trial, judges[trial.planned.operation], main_of)


def _requests(
    planned: Iterable[Planned], pending: dict[int, _Pending], single_forms: dict[str, str], repeat: bool
) -> Iterator[Request]:
    """Yield the requests of all trials; each one's repetition comes some trials later."""
    later: deque[Request] = deque()
    for number, one in enumerate(planned):
        entries = one.entries
        form = single_forms.get(one.operation)
        calls = 1 + repeat + len(entries) * (2 if form else 1)
        pending[number] = _Pending(one, calls)
        yield Request((number, MAIN), one.operation, one.input)
        for index, entry in enumerate(entries):
            yield Request((number, 2 * index), one.operation, [entry])
            if form:
                yield Request((number, 2 * index + 1), form, entry)
        if repeat:
            later.append(Request((number, AGAIN), one.operation, one.input))
            if len(later) > REPEAT_AFTER:
                yield later.popleft()
    yield from later


def _together(pending: _Pending, judge: Judge, main_of: dict[int, Outcome]) -> Trial:
    planned, contract = pending.planned, judge.contract
    assert pending.main is not None
    count = len(planned.entries)
    return Trial(
        operation=planned.operation,
        input=planned.input,
        outcome=pending.main,
        choices=judge.choices,
        exact_numbers=judge.exact_numbers,
        again=pending.again,
        singles=tuple(pending.alone[i] for i in range(count)) if count else _alone(contract, pending),
        single_form=tuple(pending.form[i] for i in range(count)) if pending.form else None,
        tenth=main_of.get(id(planned.tenth)) if planned.tenth is not None else None,
    )


def _alone(contract: Contract, pending: _Pending) -> tuple[Outcome, ...] | None:
    """A list of one is its own single."""
    value = pending.planned.input
    if contract.operation in SINGLES and isinstance(value, list) and len(value) == 1 and pending.main:
        return (pending.main,)
    return None
