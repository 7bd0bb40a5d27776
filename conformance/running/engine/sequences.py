"""Finds the shortest sequence of calls that shows that a subject remembers: what a user can replay.

A result that depends on earlier inputs cannot be repeated with its input alone. Fresh copies of the subject are asked
inputs of the run before it, fewer and fewer. If no sequence shows the failure, the result varies by itself, and the
message says how often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from conformance.apis.input_validity import REAL
from conformance.base.observation import Outcome
from conformance.base.values import JSON
from conformance.inputs.twins import twins
from conformance.rules.checks.conduct import AGAIN_DIFFERS, DEPENDS_ON_EARLIER
from conformance.rules.contracts import RESTART
from conformance.running.engine.context import Context
from conformance.running.engine.evidence import FailedTrial
from conformance.running.engine.judge import Judge
from conformance.running.engine.plan import size
from conformance.running.engine.port import Port

ABOUT_STATE = frozenset({AGAIN_DIFFERS, DEPENDS_ON_EARLIER})  # kinds of failures
REPEATS = 5  # that are counted if no sequence shows the failure


def find_sequences(context: Context, port: Port, inputs: Callable[[str], Sequence[JSON]]) -> None:
    """Give one failure of each rule about state the calls that reproduce it.

    inputs: returns those of an operation, in their order.
    """
    for operation, judge in context.judges.items():
        for rule in sorted(judge.contract.asking(RESTART) & judge.rules):
            failures = [
                failure
                for failure in context.collector.failures(operation, rule)
                if failure.failure.kind in ABOUT_STATE
            ]
            if failures:
                failed = min(failures, key=_rank)
                found = _reproduced(_Copies(port, judge, rule, failed), inputs(operation))
                context.collector.replace(operation, rule, failed, found)


def _rank(failed: FailedTrial) -> tuple[bool, bool, int]:
    planned = failed.planned
    return planned.standing.kind != REAL, planned.case is None, size(planned.input)


@dataclass(frozen=True, slots=True)
class _Copies:
    """Fresh copies of a subject, asked the input of a failure."""

    port: Port
    judge: Judge
    rule: str
    failed: FailedTrial

    def ask(self, inputs: Sequence[JSON]) -> list[Outcome]:
        """Return the outcome of each input."""
        return self.port.outcomes(self.judge.contract.operation, inputs)

    def after(self, earlier: Sequence[JSON]) -> Outcome | None:
        """Return what a fresh copy makes of the input after others; None if there is no fresh copy."""
        if not self.port.restart():
            return None
        *_others, last = self.ask([*earlier, self.failed.planned.input])
        return last

    def fails(self, first: Outcome, other: Outcome | None) -> bool:
        """Whether the rule objects to two outcomes of one input."""
        if other is None or other.fault is not None:
            return False
        trial = self.judge.trial(self.failed.planned.input, first)
        judged = self.judge.judge_restarted(replace(trial, again=other, restarted=True))
        return any(rule == self.rule for rule, _failure in judged.failures)


def _reproduced(copies: _Copies, inputs: Sequence[JSON]) -> FailedTrial:
    """Return the failure with the shortest sequence of earlier inputs, or with the number of repeats that show it."""
    failed, alone = copies.failed, copies.after(())
    if alone is None or alone.fault is not None:
        return failed

    def fails(earlier: Sequence[JSON]) -> bool:
        return copies.fails(alone, copies.after(earlier))

    if not fails(()):
        for sequence in _sequences(copies, alone, inputs):
            if fails(sequence):
                earlier = _shortest(sequence, fails)
                calls = "another call" if len(earlier) == 1 else f"{len(earlier)} other calls"
                return _with_note(copies, f"a fresh copy shows it after {calls}")._replace(earlier=earlier)
    outcomes = copies.ask([failed.planned.input] * REPEATS)
    differing = sum(copies.fails(alone, outcome) for outcome in outcomes)
    return _with_note(copies, f"{differing} of {REPEATS} repeats differ")


def _with_note(copies: _Copies, note: str) -> FailedTrial:
    failed = copies.failed
    copies.port.note(failed.planned, (copies.rule,), note)
    return failed._replace(failure=failed.failure._replace(message=f"{failed.failure.message} ({note})"))


def _sequences(copies: _Copies, first: Outcome, inputs: Sequence[JSON]) -> Iterator[Sequence[JSON]]:
    """Yield sequences of earlier inputs: the same one, its twins, what was asked before it, what came after."""
    own = copies.failed.planned.input
    similar = [twin.input for twin in twins(own, first.output)]
    place = next((number for number, value in enumerate(inputs) if value is own), len(inputs))
    probes = [probe for choice in copies.judge.contract.choices for probe in choice.probes]
    yield from [[own], similar, [*probes, *inputs[:place]], inputs[place:], inputs[::-1]]


def _shortest(sequence: Sequence[JSON], fails: Callable[[Sequence[JSON]], bool]) -> tuple[JSON, ...]:
    """Return the part of a sequence that still fails, if its first and last inputs are left out while it does."""
    end = _smallest(len(sequence), lambda length: fails(sequence[:length]))
    length = _smallest(end, lambda length: fails(sequence[end - length : end]))
    return tuple(sequence[end - length : end])


def _smallest(most: int, holds: Callable[[int], bool]) -> int:
    """Return the smallest number up to `most`, which holds, that a bisection finds."""
    least = 0
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (least, middle) if holds(middle) else (middle, most)
    return most
