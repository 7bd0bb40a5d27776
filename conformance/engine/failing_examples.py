"""Failing examples of earlier runs: tried before new ones are drawn, for as long as they fail.

A defect that one seed in ten shows stays visible that way until it is fixed. Each subject has one file in the cache: a
digest, then its examples by operation. They count as examples, beside those that the seed gives.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from hashlib import sha256

from conformance.checks.trial import Trial
from conformance.contracts import Contract
from conformance.engine.judge import Judge, Judgement
from conformance.engine.options import Options
from conformance.engine.plan import EARLIER, Planned, example_item, plan_inputs, size
from conformance.files import cache_folder, keep_in_cache
from conformance.generate.schemas import with_numbers
from conformance.generate.shapes import wrong_shapes
from conformance.observation import NOT_ASKED
from conformance.values import JSON, copy_of, packed

MOST = 20  # of each operation, the newest
LARGEST = 20_000  # bytes


class FailingExamples:
    """The failing examples of one subject, and which of them still fail in this run."""

    def __init__(self, subject: str, options: Options) -> None:
        """Read the examples of a subject, by its name. A narrowed run, or one without examples, has none."""
        narrowed = options.rules or options.origins or options.cases or options.only_inputs
        self._on = bool(options.earlier and options.max_examples and not narrowed)
        named = sha256(subject.encode("utf-8", "surrogateescape"))  # a file's name may be any bytes
        self._path = os.path.join(cache_folder(), f"earlier-{named.hexdigest()[:32]}.json")
        self._known: dict[str, list[JSON]] = _read(self._path) if self._on else {}
        # Each one that was planned, its place, and whether it fails; None until it was judged.
        self._planned: dict[int, tuple[Planned, int]] = {}
        self._fails: dict[tuple[str, int], bool] = {}

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
            fails = any(not judge.is_advice(failure) for _rule, failure in judgement.failures)
            self._fails[place] = fails or self._fails.get(place, False)

    def keep(self, found: Iterable[tuple[str, JSON]]) -> None:
        """Write the failing examples of a finished run. found: the new ones, each with its operation."""
        self.write(self.to_keep(found))

    def to_keep(self, found: Iterable[tuple[str, JSON]]) -> dict[str, list[JSON]]:
        """Return the new failing examples and the earlier ones that still fail or were not judged, by operation."""
        examples: dict[str, list[JSON]] = {}
        if not self._on:
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
        """Write examples to the cache. operations: those of the run, the others stay as they are; None for all."""
        if not self._on:
            return
        if operations is not None:
            others = {name: values for name, values in self._known.items() if name not in operations}
            examples = {**others, **{name: values for name, values in examples.items() if name in operations}}
        if packed(examples) == packed(self._known):
            return
        if examples:
            data = json.dumps(examples).encode()
            keep_in_cache(self._path, sha256(data).hexdigest().encode() + b"\n" + data)
        else:
            with suppress(OSError):
                os.unlink(self._path)


def _newest(values: list[JSON]) -> list[JSON]:
    """Return the first ones, each once."""
    different: dict[bytes | None, JSON] = {}
    for value in values:
        different.setdefault(packed(value), value)
    return list(different.values())[:MOST]


def _is_always_asked(operation: str, value: JSON) -> bool:
    return any(packed(value) == packed(shape) for shape in wrong_shapes(operation))


def _read(path: str) -> dict[str, list[JSON]]:
    """Return the examples of a file; none where there is no file, or a damaged one."""
    try:
        with open(path, "rb") as file:
            digest, _newline, data = file.read().partition(b"\n")
        if sha256(data).hexdigest().encode() != digest:
            return {}
        examples = json.loads(data)
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(examples, dict) or not all(isinstance(values, list) for values in examples.values()):
        return {}
    return examples
