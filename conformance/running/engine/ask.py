"""Asks a subject everything that a planned trial needs, and puts the outcomes together again."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping

from conformance.base.observation import ConversionRequest, Outcome, as_json
from conformance.base.values import copy_of
from conformance.rules.checks.trial import Trial
from conformance.running.engine.entries import entries_at, with_only
from conformance.running.engine.judge import Judge
from conformance.running.engine.plan import Planned
from conformance.running.subjects.base import Subject

# An input is repeated after this many others: state that leaks from one to the next has had time to.
REPEAT_AFTER = 8

MAIN, AGAIN = -1, -2


_NONE: dict[int, Outcome] = {}


class _Pending:
    """A trial whose outcomes are coming in, in any order."""

    __slots__ = ("again", "alone", "form", "main", "planned", "waiting")

    def __init__(self, planned: Planned, waiting: int) -> None:
        self.planned = planned
        self.waiting = waiting
        self.main: Outcome | None = None
        self.again: Outcome | None = None
        # Most trials have no entries to ask alone, and what is not made costs nothing.
        self.alone: dict[int, Outcome] = {} if planned.entries else _NONE
        self.form: dict[int, Outcome] = {} if planned.entries else _NONE


def ask_all(
    subject: Subject,
    planned: Iterable[Planned],
    judges: Mapping[str, Judge],
    offered: Collection[str],
    *,
    repeat: bool = True,
) -> Iterator[tuple[Planned, Trial]]:
    """Yield each planned input with its trial, as soon as the last of its outcomes is there."""
    single_forms = {
        judge.contract.operation: judge.contract.lifts
        for judge in judges.values()
        if judge.contract.lifts is not None and judge.contract.lifts in offered
    }
    main_of: dict[int, Outcome] = {}
    pending: dict[int, Planned | _Pending] = {}
    for request, outcome in subject.ask(_requests(planned, pending, single_forms, repeat, subject.watches)):
        number, role = request.key
        trial = pending[number]
        if isinstance(trial, Planned):  # one call is all it takes
            del pending[number]
            yield trial, _trial(trial, outcome, None, None, None, None, judges[trial.operation])
            continue
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
            if trial.planned.shape:
                main_of[id(trial.planned)] = trial.main
            yield trial.planned, _together(trial, judges[trial.planned.operation], main_of)


def _requests(
    planned: Iterable[Planned],
    pending: dict[int, Planned | _Pending],
    single_forms: dict[str, str],
    repeat: bool,
    watched: bool,
) -> Iterator[ConversionRequest]:
    """Yield the requests of all trials; each one's repetition comes some trials later."""
    later: deque[ConversionRequest] = deque()
    for number, case in enumerate(planned):
        entries = case.entries
        form = single_forms.get(case.operation)
        again = repeat and case.repeated
        calls = 1 + again + len(entries) * (2 if form else 1)
        pending[number] = case if calls == 1 and not case.shape else _Pending(case, calls)
        before = case.before() if watched else None
        yield ConversionRequest(key=(number, MAIN), operation=case.operation, input=case.input, before=before)
        for index, entry in enumerate(entries):
            yield ConversionRequest(
                key=(number, 2 * index), operation=case.operation, input=with_only(case.operation, case.input, entry)
            )
            if form:
                # A copy where a subject could have changed the entry just now.
                own = copy_of(entry) if watched else entry
                yield ConversionRequest(key=(number, 2 * index + 1), operation=form, input=own)
        if again:
            later.append(
                ConversionRequest(key=(number, AGAIN), operation=case.operation, input=case.input, before=before)
            )
            if len(later) > REPEAT_AFTER:
                yield later.popleft()
    yield from later


def _together(pending: _Pending, judge: Judge, main_of: dict[int, Outcome]) -> Trial:
    planned = pending.planned
    assert pending.main is not None
    alone = single_form = smaller = None
    if planned.entries:
        alone = tuple(pending.alone[index] for index in range(len(planned.entries)))
        if pending.form:
            single_form = tuple(pending.form[index] for index in range(len(planned.entries)))
    if planned.smaller is not None:
        smaller = main_of.get(id(planned.smaller))
    return _trial(planned, pending.main, pending.again, alone, single_form, smaller, judge)


def _trial(
    planned: Planned,
    outcome: Outcome,
    again: Outcome | None,
    alone: tuple[Outcome, ...] | None,
    single_form: tuple[Outcome, ...] | None,
    smaller: Outcome | None,
    judge: Judge,
) -> Trial:
    outcome = as_json(outcome)
    is_single = type(planned.input) is list and len(planned.input) == 1
    if alone is None and is_single and entries_at(planned.operation) is not None:
        alone = (outcome,)  # a list of one is its own single
    return Trial(
        operation=planned.operation,
        input=planned.input,
        outcome=outcome,
        choices=judge.choices,
        exact_numbers=judge.exact_numbers,
        profile=judge.profile,
        again=again,
        alone=alone,
        single_form=single_form,
        smaller=smaller,
        requests=outcome.requests,
        lacking=judge.lacking,
    )
