"""No sequence of refusals and malformed answers lets a subject conform that is wrong on an input that must convert.

`tox -e faults` runs 1,000 seeded sequences; the whole test run a few. Each takes a converter with a defect, behind a
child in memory that speaks the protocol, and gives something else than its answer to a subset of the inputs: an
arbitrary one, all inputs that it gets wrong, or all that it gets right.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from conformance import reference
from conformance.base.values import ABSENT, equal
from conformance.running.engine import Options, RunResult
from conformance.running.run import certify
from conformance.running.subjects.base import Limits
from conformance.running.subjects.process import ProcessSubject
from tests.fault_sequences import SEQUENCES
from tests.running.engine.certifying import specifications
from tests.running.subjects.malformed import MalformedChild, Time, malformed
from tests.suite.selftest.banks import all_banks
from tests.suite.selftest.model import Mutant

OPERATIONS = (
    "mcp-tool-to-chat-tool",
    "mcp-tools-to-chat-tools",
    "mcp-tools-to-responses-tools",
    "chat-tools-to-responses-tools",
    "registry-tools-to-chat-tools",
)
OPTIONS = Options(max_examples=4, seed=1, shapes=False, shrink=False)
CODES = (-32601, -32601, -32000, -32001, -32603, -32700)

Refuses = Callable[[Any], bool]


def convert(operation: str, function: Callable[[Any], Any], given: Any) -> dict[str, Any]:
    """Return the answer of a converter: its result, or its error."""
    try:
        return {"result": {"output": json.loads(json.dumps(function(json.loads(json.dumps(given)))))}}
    except Exception as error:
        return {"error": {"code": -32000, "message": str(error), "data": {"type": type(error).__name__}}}


def must_convert(operation: str, given: Any) -> bool:
    """Whether every sound converter gives a result: the reference converts it whole."""
    try:
        output = getattr(reference, operation.replace("-", "_"))(json.loads(json.dumps(given)))
    except Exception:
        return False
    return not isinstance(given, list) or len(output) == len(given)


class Sequence(MalformedChild):
    """Answers as a converter does, and a subset of the inputs with something else."""

    def __init__(self, mutant: Mutant, refuses: Refuses, random: Random, time: Time) -> None:
        super().__init__(random, time, [mutant.operation])
        self._mutant, self._refuses = mutant, refuses

    def send(self, line: bytes) -> None:
        asked = json.loads(line)
        if asked["method"] == "describe":
            super().send(line)
            return
        operation, given = asked["params"]["operation"], asked["params"]["input"]
        answer = {"jsonrpc": "2.0", "id": asked["id"], **convert(operation, self._mutant.function, given)}
        if self.ended:
            return
        if self._refuses(given):
            self._say_something_else(answer)
        else:
            self._said += json.dumps(answer).encode() + b"\n"

    def _say_something_else(self, answer: dict[str, Any]) -> None:
        deed = self._random.choices(("refuse", "malformed", "silent", "die"), (12, 3, 1, 1))[0]
        if deed == "refuse":
            error = {"code": self._random.choice(CODES), "message": "not this one"}
            if self._random.random() < 0.3:
                error["data"] = {"type": "NotImplementedError"}
            self._said += json.dumps({"jsonrpc": "2.0", "id": answer["id"], "error": error}).encode() + b"\n"
        elif deed == "malformed":
            self._said += malformed(self._random, answer)
        self.ended = self.ended or deed == "die"


@pytest.fixture
def certified(monkeypatch: pytest.MonkeyPatch) -> Callable[[Mutant, Refuses, Random], RunResult]:
    """Certifies a mutant that answers a subset of the inputs with something else, without time going by."""

    def run(mutant: Mutant, refuses: Refuses, random: Random) -> RunResult:
        time = Time()
        monkeypatch.setattr("conformance.running.subjects.process.time", time)
        monkeypatch.setattr(
            "conformance.running.subjects.supervised.Child", lambda *_words: Sequence(mutant, refuses, random, time)
        )
        subject = ProcessSubject(["sequence"], {}, Limits(patience=1e9, memory=None))
        try:
            return certify(specifications(), subject, OPTIONS)
        finally:
            subject.close()

    return run


def wrong_inputs(result: RunResult) -> Iterator[Any]:
    """Yield the inputs of MUST failures that must convert and whose output is wrong."""
    for entry in result.rules:
        if entry.counts and entry.verdict == "fail":
            for shown in entry.evidence:
                if shown.outcome.output is not ABSENT and must_convert(entry.operation, shown.input):
                    yield shown.input


@cache
def mutants() -> tuple[Mutant, ...]:
    """Return the mutants of the operations whose inputs must convert or not, as the reference shows.

    One that answers in two ways is wrong only where both are seen, which a subject that fails may hide.
    """
    return tuple(
        mutant
        for mutant in all_banks().mutants
        if mutant.operation in OPERATIONS
        and not mutant.note.startswith("two answers")
        and not (mutant.others or mutant.mortal or mutant.timed or mutant.choices)
    )


def subset(random: Random, mutant: Mutant) -> Refuses:
    """Draw which inputs get something else than the converter's answer."""
    right = getattr(reference, mutant.operation.replace("-", "_"))

    def is_wrong(given: Any) -> bool:
        answers = [convert(mutant.operation, function, given) for function in (mutant.function, right)]
        return not equal(*(answer.get("result") for answer in answers))

    share, salt = random.choice((0.02, 0.2, 0.5, 0.9, 0.99)), random.random()
    return random.choice(
        (
            is_wrong,
            is_wrong,
            lambda given: not is_wrong(given),
            lambda given: Random(f"{salt} {json.dumps(given, sort_keys=True)}").random() < share,
            lambda given: is_wrong(given) and Random(f"{salt} {json.dumps(given)}").random() < share,
        )
    )


_fails: dict[str, bool] = {}


@pytest.mark.parametrize("seed", range(SEQUENCES))
def test_a_subject_that_fails_without_them_fails_with_them(seed: int, certified: Any) -> None:
    random = Random(f"sequence {seed}")
    while True:
        mutant = random.choice(mutants())
        if str(mutant) not in _fails:
            alone = certified(mutant, lambda _given: False, Random(0))
            assert not alone.conforms or alone.complete
            _fails[str(mutant)] = not alone.conforms and any(True for _input in wrong_inputs(alone))
        if _fails[str(mutant)]:
            break
    result = certified(mutant, subset(random, mutant), random)
    assert not result.conforms, mutant
