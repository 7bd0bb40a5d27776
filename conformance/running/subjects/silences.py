"""For how long a subject may be silent, and which operations are not asked any more, because they never answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from conformance.base.observation import GIVEN_UP, ConversionRequest, Fault, Outcome

# Silences that last the whole timeout. Of a subject that fell silent so often, a silence is one that is many times as
# long as its slowest answer, and no shorter than a second.
WHOLE, TIMES_SLOWEST, SHORTEST = 2, 20, 1.0
MOST = 20  # silences, after which it is not asked at all
# Inputs at which an operation that never answered is silent until it is left alone. A run puts several questions of
# many inputs (probes, cases, further calls): in each later one it is asked once more, so that a case shows it.
INPUTS = 2
# Silences after which one that never answered is not asked any more: at several inputs at a time, at two, at a case.
MOST_WITHOUT_ANSWER = 4


class Silences:
    """The silences of a subject. seconds: how long the first ones take."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._slowest = 0.0  # seconds of an answer
        self._total = 0
        self._counts: Counter[str] = Counter()  # by operation
        self._inputs: Counter[str] = Counter()  # by operation, those that were asked alone
        self._answered: set[str] = set()
        self._now: set[str] = set()  # those that are left alone for the question at hand

    @property
    def longest(self) -> float:
        """For how many seconds the subject may be silent while it is asked."""
        if self._total < WHOLE:
            return self._seconds
        return min(self._seconds, max(SHORTEST, TIMES_SLOWEST * self._slowest))

    @property
    def too_many(self) -> bool:
        """Whether nothing is worth asking any more."""
        return self._total >= MOST

    @property
    def suspected(self) -> bool:
        """Whether an operation never answered: asking several inputs at a time would only hide which is silent."""
        return not self._counts.keys() <= self._answered

    def begin(self) -> None:
        """Begin with another question, of many requests."""
        self._now.clear()

    def answered(self, operation: str, seconds: float) -> None:
        """Take in that an operation answered, and how long it took."""
        self._answered.add(operation)
        self._slowest = max(self._slowest, seconds)

    def take(self, unanswered: Collection[ConversionRequest]) -> None:
        """Take in a silence: of an operation, if it is plain which one is silent."""
        self._total += 1
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
        """Yield the requests that are worth asking; put those of operations that never answer aside."""
        for request in requests:
            name = request.operation
            is_silent = name in self._now or self._counts[name] >= MOST_WITHOUT_ANSWER
            if is_silent and name not in self._answered:
                spared.append(request)
            else:
                yield request

    def outcomes(self, spared: list[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Yield what was put aside, as given up, and forget it."""
        for request in spared:
            reason = f"not asked: {request.operation} was silent for up to {self._seconds:g} s whenever it was asked"
            yield request, Outcome(fault=Fault(GIVEN_UP, reason))
        spared.clear()
