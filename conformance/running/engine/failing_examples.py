"""Failing examples of earlier runs: tried before new ones are drawn, for as long as they fail.

A defect that one seed in ten shows stays visible that way until it is fixed. They are kept in the project, in a folder
that git ignores: another project, and another machine, have their own. Each subject has one file there, with its
examples by operation, for one state of the specifications. They count as examples, beside those that the seed gives.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from typing import Any

from conformance.base.files import write_whole
from conformance.base.observation import NOT_ASKED
from conformance.base.values import JSON, copy_of, packed
from conformance.inputs.schemas import with_numbers
from conformance.inputs.shapes import wrong_shapes
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Contract
from conformance.running.engine.judge import Judge, Judgement
from conformance.running.engine.options import Options
from conformance.running.engine.plan import EARLIER, Planned, example_item, plan_inputs, size
from conformance.running.engine.result import Earlier

FOLDER = ".conformance"  # in the folder of the project
MOST = 20  # of each operation, the newest
LARGEST = 20_000  # bytes


class FailingExamples:
    """The failing examples of one subject, and which of them still fail in this run."""

    def __init__(self, subject: str, specs_digest: str, options: Options) -> None:
        """Read the examples of a subject, by its name. A narrowed run, or one without examples, has none."""
        narrowed = options.rules or options.origins or options.cases or options.only_inputs
        self._folder = options.earlier if options.max_examples and not narrowed else None
        # A name may be any bytes, and hold a key.
        named = sha256(subject.encode("utf-8", "surrogateescape")).hexdigest()
        self._path = os.path.join(self._folder or "", f"earlier-{named[:32]}.json")
        self._digest = specs_digest
        self._known: dict[str, list[JSON]] = {} if self._folder is None else _read(self._path, specs_digest)
        # Each one that was planned, and its place.
        self._planned: dict[int, tuple[Planned, int]] = {}
        # By operation and place, the rules that object to one that was judged.
        self._fails: dict[tuple[str, int], set[str]] = {}

    def count(self, operations: Iterable[str]) -> int:
        """Return how many are planned for some operations."""
        return sum(len(self._known.get(operation, ())) for operation in operations)

    def plan(self, contract: Contract, exact_numbers: bool) -> Iterator[Planned]:
        """Plan the examples of one operation, the newest first."""
        known = self._known.get(contract.operation, ())
        values = [with_numbers(copy_of(value), exact_numbers) for value in known]
        for place, planned in enumerate(plan_inputs(contract, values)):
            planned.item = example_item(contract.operation, EARLIER, place)
            self._planned[id(planned)] = (planned, place)
            yield planned

    def take(self, planned: Planned, trial: Trial, judgement: Judgement, judge: Judge) -> None:
        """Note whether a planned example still fails; trials of other inputs are ignored."""
        if id(planned) not in self._planned:
            return
        fault = trial.outcome.fault
        if fault is None or fault.kind not in NOT_ASKED:
            place = (planned.operation, self._planned[id(planned)][1])
            rules = {rule for rule, failure in judgement.failures if not judge.is_advice(failure)}
            self._fails.setdefault(place, set()).update(rules)

    def used(self) -> list[Earlier]:
        """Return, by operation, how many were asked, how many of them fail, and by which rules."""
        found: dict[str, list[set[str]]] = {}
        for (operation, _place), rules in self._fails.items():
            found.setdefault(operation, []).append(rules)
        return [
            Earlier(operation, len(asked), sum(map(bool, asked)), tuple(sorted(set().union(*asked))))
            for operation, asked in found.items()
        ]

    def keep(self, found: Iterable[tuple[str, JSON]]) -> None:
        """Write the failing examples of a finished run. found: the new ones, each with its operation."""
        self.write(self.to_keep(found))

    def to_keep(self, found: Iterable[tuple[str, JSON]]) -> dict[str, list[JSON]]:
        """Return the new failing examples and the earlier ones that still fail or were not judged, by operation."""
        examples: dict[str, list[JSON]] = {}
        if self._folder is None:
            return examples
        for operation, value in found:
            if size(value) <= LARGEST and not _is_always_asked(operation, value):
                examples.setdefault(operation, []).append(value)
        for operation, values in self._known.items():
            failing = [value for place, value in enumerate(values) if self._fails.get((operation, place), True)]
            if failing:
                examples.setdefault(operation, []).extend(failing)
        return {operation: _newest(values) for operation, values in examples.items()}

    def write(self, examples: dict[str, list[JSON]], operations: Collection[str] | None = None) -> None:
        """Write examples to the folder. operations: those of the run, the others stay as they are; None for all.

        Where they cannot be written, the next run does without them.
        """
        if self._folder is None:
            return
        if operations is not None:
            others = {name: values for name, values in self._known.items() if name not in operations}
            examples = {**others, **{name: values for name, values in examples.items() if name in operations}}
        if packed(examples) == packed(self._known):
            return
        with suppress(OSError):
            if examples:
                _write(self._folder, self._path, {"specifications": self._digest, "examples": examples})
            else:
                os.unlink(self._path)


def _newest(values: list[JSON]) -> list[JSON]:
    """Return the first ones, each once."""
    different: dict[bytes | None, JSON] = {}
    for value in values:
        different.setdefault(packed(value), value)
    return list(different.values())[:MOST]


def _is_always_asked(operation: str, value: JSON) -> bool:
    return any(packed(value) == packed(shape) for shape in wrong_shapes(operation))


def _write(folder: str, path: str, data: dict[str, Any]) -> None:
    """Write a file of the folder, which git ignores. Raises OSError."""
    os.makedirs(folder, exist_ok=True)
    ignoring = os.path.join(folder, ".gitignore")
    if not os.path.lexists(ignoring):
        write_whole(ignoring, b"*\n")
    write_whole(path, json.dumps(data).encode())


def _read(path: str, specs_digest: str) -> dict[str, list[JSON]]:
    """Return the examples of a file; none where there is no file, a damaged one, or one of other specifications."""
    try:
        with open(path, "rb") as file:
            data = json.loads(file.read())
        if data["specifications"] != specs_digest:
            return {}
        examples = data["examples"]
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return {}
    if not isinstance(examples, dict) or not all(isinstance(values, list) for values in examples.values()):
        return {}
    return examples
