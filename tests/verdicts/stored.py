"""What real libraries answered, kept in a folder: their verdicts can be had again without them.

A file for each library and operation: its description and the options of the run, then a line for each call, in the
order of the calls. It is not part of the checkout.
"""

from __future__ import annotations

import gzip
import json
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from conformance.base.files import write_whole
from conformance.base.observation import ConversionRequest, Description, Fault, Outcome, Refusal
from conformance.base.values import ABSENT
from conformance.running.engine import Options
from conformance.running.subjects.base import Subject, SubjectWrapper
from tests.verdicts.recording import digest

_ABSENT = {"absent": True}
_NOT_STORED = Outcome(refusal=Refusal("what the library answers to this is not stored", "NotStored"))


class Storing(SubjectWrapper):
    """A subject whose answers are kept. calls: the operation, the input's digest and the outcome of each, as data."""

    def __init__(self, subject: Subject) -> None:
        super().__init__(subject)
        self.calls: list[list[Any]] = []

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Ask, and keep what comes."""
        for request, outcome in self._subject.ask(requests):
            self.calls.append([request.operation, digest(request.input), _outcome_data(outcome)])
            yield request, outcome

    def restart(self) -> bool:
        """Restart, and keep when."""
        done = self._subject.restart()
        self.calls.append(["restart", done])
        return done


class Answering:
    """A subject that answers what is stored, in the order in which it was answered. unknown: calls that are not stored.

    Of a call that was made several times, the last answer counts for all further ones.
    """

    watches = False
    faults = 0

    def __init__(self, description: Description, calls: Sequence[Sequence[Any]]) -> None:
        self._description = description
        self._answers: defaultdict[tuple[str, str], deque[Any]] = defaultdict(deque)
        self._restarts = False
        self.unknown = 0
        for call in calls:
            if call[0] == "restart":
                self._restarts |= call[1]
            else:
                self._answers[call[0], call[1]].append(call[2])

    def describe(self) -> Description:
        """Return what the library said of itself."""
        return self._description

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Answer each request with what is stored."""
        for request in requests:
            answers = self._answers[request.operation, digest(request.input)]
            if not answers:
                self.unknown += 1
                yield request, _NOT_STORED
            else:
                yield request, _outcome(answers[0] if len(answers) == 1 else answers.popleft())

    def close(self) -> None:
        """Nothing to end."""

    def restart(self) -> bool:
        """Whether the library could be restarted."""
        return self._restarts


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """One library and operation. calls: as Storing keeps them. seed, max_examples: of its run."""

    name: str
    operation: str
    seed: int
    max_examples: int
    description: dict[str, Any]
    calls: Sequence[Sequence[Any]]

    @property
    def options(self) -> Options:
        """The options of the run."""
        return Options(
            operations=(self.operation,), seed=self.seed, max_examples=self.max_examples, shrink=False, shapes=False
        )

    def subject(self) -> Answering:
        """Return a subject that answers as the library did."""
        described = {**self.description, "operations": tuple(self.description["operations"])}
        described["without"] = tuple(described["without"])
        return Answering(Description(**described), self.calls)


def write_stored(folder: Path, stored: Stored) -> Path:
    """Write what a library answered; return where."""
    path = folder / f"{stored.name}.{stored.operation}.json.gz"
    data = {name: getattr(stored, name) for name in Stored.__slots__}
    write_whole(str(path), gzip.compress(json.dumps(data).encode(), mtime=0))
    return path


def stored_in(folder: Path, operations: Sequence[str]) -> Iterator[Stored]:
    """Yield what a folder has of some operations, of all if none is named."""
    for path in sorted(folder.glob("*.json.gz")):
        stored = Stored(**json.loads(gzip.decompress(path.read_bytes())))
        if not operations or stored.operation in operations:
            yield stored


def description_data(description: Description) -> dict[str, Any]:
    """Return a description as data."""
    return asdict(description)


def _outcome_data(outcome: Outcome) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for name in Outcome.__slots__:
        value = getattr(outcome, name)
        data[name] = _ABSENT if value is ABSENT else value
    return data


def _outcome(data: dict[str, Any]) -> Outcome:
    read = {name: ABSENT if value == _ABSENT else value for name, value in json.loads(json.dumps(data)).items()}
    read["refusal"] = Refusal(*read["refusal"]) if read["refusal"] else None
    read["fault"] = _fault(*read["fault"]) if read["fault"] else None
    for name in ("diagnostics", "requests"):
        read[name] = None if read[name] is None else tuple(read[name])
    return Outcome(**read)


def _fault(kind: str, message: str, log: Sequence[str]) -> Fault:
    return Fault(kind, message, tuple(log))
