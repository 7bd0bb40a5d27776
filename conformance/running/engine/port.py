"""The one way from a run to its subject: each station of the run (`stations`) asks through a port of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from conformance.base.observation import GIVEN_UP, ConversionRequest, Fault, Outcome, as_json
from conformance.base.values import JSON, copy_of, packed
from conformance.running.engine.log import Log, LogEntry, Station
from conformance.running.engine.plan import Planned
from conformance.running.subjects.base import Subject, SubjectWrapper

_LOST = Outcome(fault=Fault(GIVEN_UP, "not asked: no outcome came back"))  # what depends on it is not judged


class Port(SubjectWrapper):
    """A subject as one station asks it; its calls are counted in the log of the run.

    offered: the operations that the subject offers. station: None where no run has stations.
    """

    def __init__(
        self, subject: Subject, offered: Collection[str] = (), log: Log | None = None, station: Station | None = None
    ) -> None:
        super().__init__(subject)
        self.offered = tuple(offered)
        self._log = log or Log()
        self._station = station

    def at(self, station: Station) -> Port:
        """Return the port of another station to the same subject."""
        return Port(self._subject, self.offered, self._log, station)

    def to(self, subject: Subject) -> Port:
        """Return the port of the same station to another subject."""
        return Port(subject, self.offered, self._log, self._station)

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Ask the subject, and count."""
        return self._subject.ask(self._counted(requests))

    def _counted(self, requests: Iterable[ConversionRequest]) -> Iterator[ConversionRequest]:
        calls, name = self._log.calls, self._station.name if self._station is not None else ""
        for request in requests:
            calls[name, request.operation] += 1
            yield request

    def outcomes(self, operation: str, inputs: Sequence[JSON], *, watched: bool = False) -> list[Outcome]:
        """Ask copies of some inputs; return their outcomes in this order, as JSON.

        Copies: a subject in this process may change its input. watched: whether that is observed.
        """
        requests = (
            ConversionRequest(
                key=number,
                operation=operation,
                input=copy_of(value),
                before=packed(value) if watched and self.watches else None,
            )
            for number, value in enumerate(inputs)
        )
        outcomes = {request.key: as_json(outcome) for request, outcome in self.ask(requests)}
        return [outcomes.get(number, _LOST) for number in range(len(inputs))]

    def fresh(self) -> Port:
        """Return a port to copies of the subject: each request reaches one that has converted nothing."""
        return self.to(_Fresh(self._subject))

    def note(self, planned: Planned, rules: Iterable[str], found: str) -> None:
        """Write down what the station found out about some rules on an input."""
        if self._log.steps is not None and self._station is not None:
            case = planned.case.id if planned.case is not None else None
            self._log.steps.append(LogEntry(self._station, planned.operation, case, tuple(rules), found))


class _Fresh(SubjectWrapper):
    """A subject that is restarted before each request."""

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Restart the subject, then ask it."""
        for request in requests:
            self._subject.restart()
            yield from self._subject.ask([request])
