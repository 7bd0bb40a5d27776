"""Processes that a test starts, and whether they have ended."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.base.observation import ConversionRequest, Outcome
from conformance.running.subjects.base import Limits
from conformance.running.subjects.process import ProcessSubject

SCRIPTS = Path(__file__).parent / "scripts"


def has_ended(pid: int) -> bool:
    """Gone, or a zombie whose parent has not asked for it yet; a killed process may need some looks more."""
    stat = Path(f"/proc/{pid}/stat")
    for _ in range(100_000):
        try:
            if stat.read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (OSError, IndexError):
            return True
    return False


@pytest.fixture
def ended() -> Callable[[int], bool]:
    return has_ended


@pytest.fixture
def moody() -> Iterator[Callable[..., ProcessSubject]]:
    """Makes subjects of moody.py; closed at the end. Words go to the script."""
    made = []

    def make(*words: str, timeout: float = 20.0, **more: Any) -> ProcessSubject:
        command = [sys.executable, "-I", "-S", str(SCRIPTS / "moody.py"), *words]
        made.append(ProcessSubject(command, {"PATH": "/usr/bin:/bin"}, Limits(timeout=timeout, **more)))
        return made[-1]

    yield make
    for subject in made:
        subject.close()


@pytest.fixture
def ask() -> Callable[..., list[Outcome]]:
    """Asks inputs of one operation; gives the outcomes in the order of the inputs."""

    def ask_all(subject: ProcessSubject, inputs: list[Any], operation: str = "echo") -> list[Outcome]:
        outcomes = {request.key: outcome for request, outcome in subject.ask(requests(inputs, operation))}
        assert sorted(outcomes) == list(range(len(inputs)))
        return [outcomes[number] for number in range(len(inputs))]

    return ask_all


def requests(inputs: list[Any], operation: str = "echo") -> Iterator[ConversionRequest]:
    for number, given in enumerate(inputs):
        yield ConversionRequest(key=number, operation=operation, input=given)


def plain(count: int) -> list[Any]:
    return [{"n": number} for number in range(count)]


def with_deed(deed: str, count: int = 9, at: int = 4) -> list[Any]:
    """Inputs of which one makes the subject misbehave."""
    inputs = plain(count)
    inputs[at] = {"do": deed}
    return inputs


def echoed(outcomes: list[Outcome], inputs: list[Any], but: int | None = None) -> bool:
    return all(
        outcome.output == given and outcome.fault is None
        for index, (outcome, given) in enumerate(zip(outcomes, inputs, strict=True))
        if index != but
    )
