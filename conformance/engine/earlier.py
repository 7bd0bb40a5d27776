"""Failing examples of earlier runs: tried before new ones are drawn, for as long as they fail.

A defect that one seed in ten shows stays in sight that way until it is mended. Each subject has one file in the cache:
a digest, then its examples by operation. They count as examples, and come on top of what the seed gives.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256

from conformance.checks.trial import Trial
from conformance.contracts import Contract
from conformance.engine.judge import Judge, Judgement
from conformance.engine.options import Options
from conformance.engine.plan import EARLIER, Planned, example_item, plan_inputs, size
from conformance.files import cache_folder, keep_in_cache
from conformance.observation import NOT_ASKED
from conformance.values import JSON, packed, unpacked

MOST = 20  # of each operation, the newest
LARGEST = 20_000  # bytes


class Earlier:
    """The failing examples of one subject, and what this run makes of them."""

    def __init__(self, subject: str, options: Options) -> None:
        """Read what is kept of a subject, by its name. A narrowed run, or one without examples, does nothing."""
        narrowed = options.rules or options.origins or options.cases or options.only_inputs
        self._on = bool(options.earlier and options.max_examples and not narrowed)
        self._path = os.path.join(cache_folder(), f"earlier-{sha256(subject.encode()).hexdigest()[:32]}.json")
        self._kept: dict[str, list[JSON]] = _read(self._path) if self._on else {}
        # Each one that was planned, its place, and whether it fails; None until it was judged.
        self._planned: dict[int, tuple[Planned, int]] = {}
        self._fails: dict[tuple[str, int], bool] = {}

    def count(self, operations: Iterable[str]) -> int:
        """Return how many will be planned for some operations."""
        return sum(len(self._kept.get(operation, ())) for operation in operations)

    def plan(self, contract: Contract, exact_numbers: bool) -> Iterator[Planned]:
        """Plan those of one operation, the newest first."""
        kept = self._kept.get(contract.operation)
        if not kept:
            return
        from conformance.generate.schemas import with_numbers  # late: a subject without fault has none

        values = [with_numbers(unpacked(packed(value) or b"N"), exact_numbers) for value in kept]
        for place, planned in enumerate(plan_inputs(contract, values)):
            planned.item = example_item(contract.operation, EARLIER, place)
            self._planned[id(planned)] = (planned, place)
            yield planned

    def judged(self, planned: Planned, trial: Trial, judgement: Judgement, judge: Judge) -> None:
        """Take what came of a trial; one of another input passes by."""
        if id(planned) not in self._planned:
            return
        fault = trial.outcome.fault
        if fault is None or fault.kind not in NOT_ASKED:
            place = (planned.operation, self._planned[id(planned)][1])
            fails = any(not judge.is_advice(failure) for _rule, failure in judgement.failures)
            self._fails[place] = fails or self._fails.get(place, False)

    def keep(self, found: Iterable[tuple[str, JSON]]) -> None:
        """Keep what a finished run found, by operation, and of the earlier ones those that fail, or were not judged."""
        self.write(self.kept(found))

    def kept(self, found: Iterable[tuple[str, JSON]]) -> dict[str, list[JSON]]:
        """Return what is to be kept, by operation: what was found, and what fails still or was not judged."""
        kept: dict[str, list[JSON]] = {}
        if not self._on:
            return kept
        for operation, value in found:
            if size(value) <= LARGEST and not _is_asked_anyway(operation, value):
                kept.setdefault(operation, []).append(value)
        for operation, values in self._kept.items():
            still = [value for place, value in enumerate(values) if self._fails.get((operation, place), True)]
            if still:
                kept.setdefault(operation, []).extend(still)
        return {operation: _newest(values) for operation, values in kept.items()}

    def write(self, kept: dict[str, list[JSON]], operations: Collection[str] | None = None) -> None:
        """Write what is to be kept. operations: those it tells of, the others stay as they are; None for all."""
        if not self._on:
            return
        if operations is not None:
            others = {name: values for name, values in self._kept.items() if name not in operations}
            kept = {**others, **{name: values for name, values in kept.items() if name in operations}}
        if packed(kept) == packed(self._kept):
            return
        if kept:
            data = json.dumps(kept).encode()
            keep_in_cache(self._path, sha256(data).hexdigest().encode() + b"\n" + data)
        else:
            try:
                os.unlink(self._path)
            except OSError:
                pass


def _newest(values: list[JSON]) -> list[JSON]:
    """Return the first ones, each once."""
    different: dict[bytes | None, JSON] = {}
    for value in values:
        different.setdefault(packed(value), value)
    return list(different.values())[:MOST]


def _is_asked_anyway(operation: str, value: JSON) -> bool:
    from conformance.generate.shapes import wrong_shapes

    return any(packed(value) == packed(shape) for shape in wrong_shapes(operation))


def _read(path: str) -> dict[str, list[JSON]]:
    """Return what is kept; nothing where there is no file, or a damaged one."""
    try:
        with open(path, "rb") as file:
            digest, _newline, data = file.read().partition(b"\n")
        if sha256(data).hexdigest().encode() != digest:
            return {}
        kept = json.loads(data)
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(kept, dict) or not all(isinstance(values, list) for values in kept.values()):
        return {}
    return kept
