"""Ends a run that could go on for too long, or that cannot have a result.

A subject that is silent or ends is seen to where it is reached (`running.subjects`). What is left is a subject that
answers, but slowly, and one that fails at everything: the run asks both through `Patient`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice

from conformance.base.errors import SubjectError
from conformance.base.observation import GIVEN_UP, ConversionRequest, Fault, Outcome
from conformance.base.values import ABSENT, copy_of, packed
from conformance.rules.contracts import Contract
from conformance.rules.contracts.input_form import input_form
from conformance.running.engine.lone_hangs import LoneHangs
from conformance.running.engine.options import Options
from conformance.running.subjects.base import Subject, SubjectWrapper

# Different inputs that fail in the same way before the subject is suspected, and inputs of each operation that it is
# then asked and that every converter takes: the first ones of its cases.
SUSPECT_AFTER, ASKED_OF_EACH = 20, 3
# Values in an error message do not belong to its kind: quoted texts, numbers, addresses.
_VALUES = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|\b0x[0-9a-f]+\b|\d+", re.IGNORECASE)

# Types of errors of a function that is called in the wrong way, or that cannot run at all where it is.
SET_UP_ERRORS = frozenset({"TypeError", "AttributeError", "NameError", "ImportError", "ModuleNotFoundError"})

_Kind = tuple[str, str | None, str]


class Patient(SubjectWrapper):
    """A subject that is asked no more once `until` (of time.monotonic) has passed; `close` leaves the subject be.

    What is not asked has the fault `given-up`. contracts: of the operations of the run.
    `ask` raises SubjectError where the subject fails at everything in the same way; one that answered anything at all
    is never suspected.
    """

    def __init__(
        self,
        subject: Subject,
        contracts: Mapping[str, Contract],
        time_limit: float,
        until: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(subject)
        self._contracts = contracts
        self._late = f"not asked: the time limit of {time_limit:g} s was reached"
        self._until = until
        self._clock = clock
        self._suspected: _Suspicion | None = _Suspicion()

    def restart(self) -> bool:
        """Restart the subject, unless it is too late."""
        return self._clock() < self._until and self._subject.restart()

    def close(self) -> None:
        """Leave the subject open: who opened it closes it."""

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Ask the subject until it is too late; then every request that is left is given up."""
        source = iter(requests)
        out: dict[int, ConversionRequest] = {}  # sent, and not answered

        def sent(again: Iterable[ConversionRequest]) -> Iterator[ConversionRequest]:
            for request in chain(again, source):
                out[id(request)] = request
                yield request

        again: list[ConversionRequest] = []
        while self._clock() < self._until:
            out.clear()
            answers = self._subject.ask(sent(again))
            for request, outcome in answers:
                out.pop(id(request), None)
                yield request, outcome
                if self._clock() >= self._until or self._suspects(request, outcome):
                    break
            else:
                return
            _close(answers)
            again = list(out.values())
            self._clear_up()
        for request in chain(again, source):
            yield request, Outcome(fault=Fault(GIVEN_UP, self._late))

    def _suspects(self, request: ConversionRequest, outcome: Outcome) -> bool:
        if self._suspected is None:
            return False
        if not self._suspected.take(request, outcome):
            self._suspected = None
            return False
        return self._suspected.enough

    def _clear_up(self) -> None:
        """Ask a suspected subject what every converter takes, of each operation. Raises SubjectError."""
        suspected = self._suspected
        if suspected is None or not suspected.enough or self._clock() >= self._until:
            return
        for request, outcome in self._subject.ask(_plain_requests(self._contracts)):
            if not suspected.take(request, outcome):
                self._suspected = None
                return
        raise suspected.error(self._contracts)


def patient(subject: Subject, contracts: Mapping[str, Contract], options: Options) -> Subject:
    """Return the subject as a run asks it: within its time limit, and once more where it hung alone."""
    if options.time_limit is None or options.until is None:
        return LoneHangs(subject)
    return LoneHangs(Patient(subject, contracts, options.time_limit, options.until))


class _Suspicion:
    """The suspicion that a subject fails at everything. count: different inputs that failed."""

    def __init__(self) -> None:
        self._kind: _Kind | None = None
        self._last, self._operation = Outcome(), ""
        self._inputs: set[tuple[str, bytes | None]] = set()

    @property
    def count(self) -> int:
        return len(self._inputs)

    @property
    def enough(self) -> bool:
        """Whether so many inputs failed that the subject is suspected."""
        return self.count >= SUSPECT_AFTER

    def take(self, request: ConversionRequest, outcome: Outcome) -> bool:
        """Take in the outcome of a request; return whether it failed as all others did."""
        kind = _kind_of(outcome)
        if kind is None or (self._kind is not None and kind != self._kind):
            return False
        self._kind, self._last, self._operation = kind, outcome, request.operation
        self._inputs.add((request.operation, packed(request.input)))
        return True

    def error(self, contracts: Mapping[str, Contract]) -> SubjectError:
        """Return the error that ends the run, with the form of the input of the operation that failed last."""
        refusal, fault = self._last.refusal, self._last.fault
        form = takes(contracts[self._operation])
        if refusal is not None:
            what = f"{refusal.type}: {refusal.message}" if refusal.type else refusal.message
            hint = f"{form} Call it by hand with one input, its only argument."
        else:
            assert fault is not None
            what, hint = fault.message, "Run the subject by hand to see why."
        message = f"The subject fails at every input in the same way ({self.count} different ones): {what}"
        return SubjectError(f"{message.rstrip('.')}.", hint, fault.log if fault else ())


def takes(contract: Contract) -> str:
    """Return what an operation takes, for a function that was perhaps called with another form."""
    name = contract.operation
    return f"{name} takes {input_form(contract)}: `conformance explain {name}` shows an input."


def _kind_of(outcome: Outcome) -> _Kind | None:
    """Return in which way a request failed, values aside; None where it did not, or was not asked.

    A loop that reached its API was called the right way, whatever the API refused. Any other error may be the
    converter's own: it is judged.
    """
    if outcome.requests:
        return None
    if outcome.refusal is not None and outcome.refusal.type in SET_UP_ERRORS:
        return "refusal", outcome.refusal.type, _VALUES.sub("_", outcome.refusal.message)
    if outcome.fault is not None and outcome.fault.kind == "exit":
        return "exit", None, outcome.fault.message
    return None


def _plain_requests(contracts: Mapping[str, Contract]) -> Iterator[ConversionRequest]:
    """Yield the inputs of each operation that every converter takes: those of the first cases that expect an output."""
    for name, contract in contracts.items():
        plain = (
            case.input
            for case in contract.cases
            if all(expectation.output is not ABSENT for expectation in case.expectations)
        )
        for number, given in enumerate(islice(plain, ASKED_OF_EACH)):
            # A copy: a subject in this process that changes it must not change the specification.
            yield ConversionRequest(key=(name, number), operation=name, input=copy_of(given))


def _close(answers: Iterator[tuple[ConversionRequest, Outcome]]) -> None:
    """Stop asking; answers that are still on their way are dropped."""
    close = getattr(answers, "close", None)
    if close is not None:
        close()
