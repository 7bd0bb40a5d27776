"""Asks an input once more if it is the only one that got no answer in time: a busy machine may be the cause.

A subject that hangs at several inputs, or twice at one, is not asked again. `faults` counts each silence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from conformance.base.observation import NOT_ASKED, ConversionRequest, Outcome
from conformance.running.subjects.base import Subject, SubjectWrapper


class LoneHangs(SubjectWrapper):
    """A subject whose outcome for the only input at which it hung is that of asking it again, after all others."""

    def __init__(self, subject: Subject) -> None:
        super().__init__(subject)
        self._hangs = False  # it hung more than once: no busy machine explains that

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Ask the subject; hold the first silence back until it is known whether it stays the only one."""
        answered = False
        held: tuple[ConversionRequest, Outcome] | None = None
        for request, outcome in self._subject.ask(requests):
            is_hang = _is_hang(outcome)
            answered = answered or outcome.fault is None
            if is_hang and held is None and not self._hangs:
                held = request, outcome
                continue
            if is_hang and held is not None:
                self._hangs = True
                yield held
                held = None
            yield request, outcome
        if held is not None:
            yield self._asked_again(*held) if answered else held

    def _asked_again(self, request: ConversionRequest, first: Outcome) -> tuple[ConversionRequest, Outcome]:
        """Return the outcome of asking once more; the first one where it is not asked, because nothing more is."""
        ((_request, again),) = self._subject.ask([request])
        self._hangs = _is_hang(again)
        is_asked = again.fault is None or again.fault.kind not in NOT_ASKED
        return request, again if is_asked else first


def _is_hang(outcome: Outcome) -> bool:
    return outcome.fault is not None and outcome.fault.kind == "hang"
