"""Which operations are not asked any more, because they do not answer: waiting at each input would take minutes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from conformance.base.observation import GIVEN_UP, ConversionRequest, Fault, Outcome

# Silences after which an operation that answers others is not asked any more, if they took so many seconds together.
MOST, LONGEST = 8, 60.0
# Inputs at which one that never answered is silent until it is left alone. A run puts several questions of many inputs
# (probes, cases, further calls): in each later one it is asked once more, so that a case shows what is wrong.
INPUTS = 2
# Silences after which one that never answered is not asked any more: at several inputs at a time, at two, at a case.
MOST_WITHOUT_ANSWER = 4


class Silences:
    """The silences of a subject. seconds: how long each took."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._counts: Counter[str] = Counter()  # by operation
        self._inputs: Counter[str] = Counter()  # by operation, those that were asked alone
        self._answered: set[str] = set()
        self._now: set[str] = set()  # those that are left alone for the question at hand

    @property
    def suspected(self) -> bool:
        """Whether an operation never answered: asking several inputs at a time would only hide which is silent."""
        return not self._counts.keys() <= self._answered

    def begin(self) -> None:
        """Begin with another question, of many requests."""
        self._now.clear()

    def answered(self, operation: str) -> None:
        """Take in that an operation answered."""
        self._answered.add(operation)

    def take(self, unanswered: Collection[ConversionRequest]) -> None:
        """Take in a silence, if it is plain which operation is silent."""
        operations = {request.operation for request in unanswered}
        if len(operations) > 1:
            return
        self._counts.update(operations)
        if len(unanswered) == 1:
            self._inputs.update(operations)
            self._now |= {name for name in operations if self._inputs[name] >= INPUTS}

    def worth_asking(
        self, requests: Iterable[ConversionRequest], spared: list[ConversionRequest]
    ) -> Iterator[ConversionRequest]:
        """Yield the requests that are worth asking; put the others aside."""
        for request in requests:
            if self._is_given_up(request.operation):
                spared.append(request)
            else:
                yield request

    def outcomes(self, spared: list[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Yield what was put aside, as given up, and forget it."""
        for request in spared:
            when = "several times" if request.operation in self._answered else "whenever it was asked"
            reason = f"not asked: {request.operation} was silent for {self._seconds:g} s {when}"
            yield request, Outcome(fault=Fault(GIVEN_UP, reason))
        spared.clear()

    def _is_given_up(self, operation: str) -> bool:
        if operation in self._answered:
            return self._counts[operation] >= max(MOST, LONGEST / self._seconds)
        return operation in self._now or self._counts[operation] >= MOST_WITHOUT_ANSWER
