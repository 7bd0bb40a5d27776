"""Asks a restarted subject some inputs again, in another order: a result that depends on earlier inputs shows.

A repetition without a restart does not show a result that was remembered from the first input of its kind: the subject
still remembers it the second time. One input of each operation comes after its twins, which differ from it in a single
place, and then twice: it shows results that are remembered under a key that leaves something out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from statistics import median_low

from conformance.apis.input_validity import REAL
from conformance.base.observation import ConversionRequest
from conformance.base.values import ABSENT, JSON, copy_of, packed, unpacked
from conformance.formats.operations import is_scripted
from conformance.inputs.twins import LOST_BY_KEYS, MEMBER_LEFT_OUT, OTHER_VALUE, twins
from conformance.rules.checks.trial import Trial
from conformance.running.engine.collect import close, not_asked
from conformance.running.engine.context import Context
from conformance.running.engine.ledger import Kind, LedgerItem
from conformance.running.engine.plan import Planned, size
from conformance.running.engine.port import Port

LARGEST = 20_000  # bytes of an output; all are held until everything was asked
MOST = 500  # inputs of an operation
LARGEST_WITH_TWINS = 4_000  # bytes of an input


def repetition_item(item: LedgerItem) -> LedgerItem:
    """Return the ledger's item of asking a restarted subject again. item: that of the input."""
    return LedgerItem(operation=item.operation, kind=Kind.REPETITION, name=f"{item.kind} {item.name}")


# How many of each kind an operation gets. Of those of one member, each member name once.
TWINS = dict.fromkeys(LOST_BY_KEYS, 2) | {OTHER_VALUE: 16, MEMBER_LEFT_OUT: 16}

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

    def judge(self, port: Port) -> None:
        """Restart the subject, where that is possible, and ask it the trials again, in another order."""
        trials = self._in_another_order()
        if not trials or not port.restart():
            return
        ledger = self._context.ledger
        ledger.plan(repetition_item(planned.item) for planned, _trial, _output in trials if planned.item is not None)
        for request, outcome in port.ask(_requests(trials, watched=port.watches)):
            if request.key is not None:
                planned, trial, output = trials[request.key]
                first = replace(trial.outcome, output=unpacked(output))
                self._judge(port, planned, replace(trial, outcome=first, again=outcome, restarted=True))

    def _in_another_order(self) -> list[_Held]:
        """Return the trials, the last ones first; before all of them a small worked case of each operation.

        What leaves its mark on a subject may be first in both orders. A small case rarely does, and it shows the
        mark if its result is no smaller than most.
        """
        cases = [[entry for entry in held if _is_plain_case(entry[0])] for held in self._trials.values()]
        first = [_smallest_with_a_usual_result(held) for held in cases if held]
        taken = set(map(id, first))
        return [
            *first,
            *(entry for held in self._trials.values() for entry in reversed(held) if id(entry) not in taken),
        ]

    def _judge(self, port: Port, planned: Planned, trial: Trial) -> None:
        assert planned.item is not None
        item = repetition_item(planned.item)
        why_not = not_asked(trial)
        if why_not is not None:
            self._context.ledger.explain(item, why_not)
            return
        judgement = self._context.judges[planned.operation].judge_restarted(trial)
        if judgement.failures:
            rules = {rule for rule, _failure in judgement.failures}
            port.note(planned, rules, "the restarted subject answers differently")
            self._context.take(planned, trial, judgement)
        close(self._context.ledger, item, judgement)


def _smallest_with_a_usual_result(cases: list[_Held]) -> _Held:
    usual = median_low(len(output) for _planned, _trial, output in cases)
    return min((case for case in cases if len(case[2]) >= usual), key=lambda case: size(case[0].input))


def _requests(trials: list[_Held], *, watched: bool) -> Iterator[ConversionRequest]:
    """Yield the requests of some trials. key: the number of the trial; None for twins, whose outcomes do not count."""
    chosen = _twins_of(trials)
    for number, (planned, _trial, _output) in enumerate(trials):
        before = planned.before() if watched else None
        again = ConversionRequest(key=number, operation=planned.operation, input=planned.input, before=before)
        if number in chosen:
            # Copies: a subject in this process may change them, and they hold parts of the input.
            copies = map(copy_of, chosen[number])
            yield from (ConversionRequest(key=None, operation=planned.operation, input=twin) for twin in copies)
            yield again
        yield again


def _twins_of(trials: list[_Held]) -> dict[int, list[JSON]]:
    """Return twins by the number of their trial: of each operation so many of each kind as TWINS has."""
    counts: dict[str, Counter[str]] = {}
    done: set[tuple[str, str, str]] = set()
    chosen: dict[int, list[JSON]] = {}
    for number, (planned, trial, output) in enumerate(trials):
        if planned.operation not in counts:
            counts[planned.operation] = Counter(TWINS)  # its first one stays the first
            continue
        if not _has_twins(planned, trial):
            continue
        left = counts[planned.operation]
        for twin in twins(planned.input, unpacked(output)):
            member = (planned.operation, twin.kind, twin.name)
            if left[twin.kind] and not (twin.name and member in done):
                left[twin.kind] -= 1
                done.add(member)
                chosen.setdefault(number, []).append(twin.input)
    return chosen


def _has_twins(planned: Planned, trial: Trial) -> bool:
    if trial.outcome.output is ABSENT or is_scripted(planned.operation):
        return False
    return _is_plain_case(planned) and size(planned.input) <= LARGEST_WITH_TWINS
