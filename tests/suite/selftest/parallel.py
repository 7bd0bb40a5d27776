"""Runs every converter of the banks, in as many processes as there are cores."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple, TypeAlias, TypeVar

from conformance.base.errors import ConformanceError
from conformance.inputs.pool import pooled
from conformance.results.broken_examples import BrokenExample
from conformance.rules.checks.registry import family
from conformance.rules.contracts import Specifications
from conformance.running.engine.behaviours import Behaviour
from conformance.running.subjects.watchdog import end_with_parent
from tests.suite.selftest.banks import Banks, load_banks
from tests.suite.selftest.behaviours import behaviours
from tests.suite.selftest.broken import broken_examples
from tests.suite.selftest.campaign import Campaign, check_changes
from tests.suite.selftest.leaves import Leaves, check_leaves
from tests.suite.selftest.model import Mutant, Sound
from tests.suite.selftest.running import MutantRun, SoundRun, options_for, run_mutant, run_sound, run_with
from tests.suite.selftest.witness import LostInput, Witness, find_witness, run_on, why_stale
from tests.suite.selftest.witness_file import Key, key_of, witness_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfTestResults:
    """The results of all runs: those of each mutant and sound variant, in the order of the banks and the seeds.

    on_witnesses: the mutants that were run on their witness alone.
    """

    mutants: tuple[tuple[Mutant, tuple[MutantRun, ...]], ...]
    sounds: tuple[tuple[Sound, tuple[SoundRun, ...]], ...]
    seeds: tuple[int, ...]
    max_examples: int
    jobs: int
    seconds: float
    on_witnesses: frozenset[Key] = frozenset()


class _SelfTestWork(NamedTuple):
    """What the processes know from their parent: functions cannot be sent to them."""

    specifications: Specifications
    everything: tuple[Mutant | Sound, ...]
    max_examples: int
    witnesses: Mapping[Key, Witness]


class _Task(NamedTuple):
    """What the processes do with each mutant."""

    function: Callable[[Mutant], Any]
    mutants: Sequence[Mutant]


_Run = TypeVar("_Run", MutantRun, SoundRun, MutantRun | SoundRun, MutantRun | None)
# Called when a run is done, with how many are, and how many there are.
Progress: TypeAlias = Callable[[int, int], None]
# Called with a converter that was missed or accused, when its run is done.
Failed: TypeAlias = Callable[[Mutant | Sound, MutantRun | SoundRun], None]

_work: _SelfTestWork | None = None
_task: _Task | None = None


def _ignore(*_anything: object) -> None:
    pass


def run_banks(
    specifications: Specifications,
    banks: Banks,
    seeds: Sequence[int],
    max_examples: int,
    jobs: int,
    progress: Progress = _ignore,
    failed: Failed = _ignore,
    witnesses: Mapping[Key, Witness] | None = None,
) -> SelfTestResults:
    """Run the banks with each seed.

    With several seeds, a mutant runs on the cases alone before: where they convict it, that is its run with each seed
    but the first, since cases are the same with all. Examples of further seeds are for the rest, and for sound
    variants.

    witnesses: given to run each mutant on its witness alone, and in full only where that does not convict it.
    """
    global _work
    begun = time.monotonic()
    everything: tuple[Mutant | Sound, ...] = (*banks.mutants, *banks.sounds)
    _work = _SelfTestWork(specifications, everything, max_examples, witnesses or {})
    _warm_up(sorted({element.operation for element in everything}))
    gc.freeze()  # the processes share these objects; collecting them would copy their memory
    total = len(everything) * len(seeds)
    mutants = range(len(banks.mutants))
    known: dict[int, MutantRun] = {}
    if witnesses is not None:
        known = _good(_each(_run_on_witness, mutants, seeds[0], jobs))
    on_witnesses = frozenset(key_of(banks.mutants[number]) for number in known)
    by_cases: dict[int, MutantRun] = {}
    if len(seeds) > 1:
        by_cases = _good(_each(_run_on_cases, [mutant for mutant in mutants if mutant not in known], seeds[0], jobs))
    runs: dict[tuple[int, int], MutantRun | SoundRun] = {}
    for seed in seeds:
        runs |= {(number, seed): replace(run, seed=seed) for number, run in known.items()}
        rest = [number for number in range(len(everything)) if number not in known]
        for number, run in _each(_run, rest, seed, jobs):
            runs[number, seed] = run
            progress(len(runs), total)
            if not run.good:
                failed(everything[number], run)
        known |= by_cases
    of_each = [tuple(runs[number, seed] for seed in seeds) for number in range(len(everything))]
    of_mutants, of_sounds = of_each[: len(mutants)], of_each[len(mutants) :]
    return SelfTestResults(
        mutants=tuple(
            (mutant, tuple(run for run in own if isinstance(run, MutantRun)))
            for mutant, own in zip(banks.mutants, of_mutants, strict=True)
        ),
        sounds=tuple(
            (sound, tuple(run for run in own if isinstance(run, SoundRun)))
            for sound, own in zip(banks.sounds, of_sounds, strict=True)
        ),
        seeds=tuple(seeds),
        max_examples=max_examples,
        jobs=jobs,
        seconds=round(time.monotonic() - begun, 1),
        on_witnesses=on_witnesses,
    )


def _good(found: Iterable[tuple[int, MutantRun | None]]) -> dict[int, MutantRun]:
    """Return the runs that convicted their mutant, by its number."""
    return {number: run for number, run in found if run is not None and run.good}


def _each(run: Callable[[int, int], _Run], numbers: Sequence[int], seed: int, jobs: int) -> Iterator[tuple[int, _Run]]:
    """Run converters of the banks by their numbers, and yield each when it is done.

    The processes are fresh: what a mutant keeps from its run with one seed does not help to find it with the next.
    """
    pool = ProcessPoolExecutor(jobs, get_context("fork"), _begin)
    try:
        waiting = {pool.submit(run, number, seed): number for number in numbers}
        for done in as_completed(waiting):
            yield waiting[done], done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def run_leaves(
    specifications: Specifications,
    operations: Sequence[str],
    seed: int,
    max_examples: int,
    jobs: int,
    *,
    of_sounds: bool = False,
) -> Iterator[Leaves]:
    """Change the leaves of each operation's results, in a process of its own; yield them in the order given.

    of_sounds: also of what the sound variants of the banks return, not of the reference's results alone.
    """
    with ProcessPoolExecutor(jobs, get_context("fork"), _begin) as pool:
        waiting = [
            pool.submit(_leaves, specifications, operation, seed, max_examples, of_sounds) for operation in operations
        ]
        yield from (item.result() for item in waiting)


def run_campaign(
    specifications: Specifications,
    operations: Sequence[str],
    seeds: Sequence[int],
    max_examples: int,
    jobs: int,
    wanted: int,
) -> Iterator[Campaign]:
    """Change the results of each operation at random, in a process of its own for each seed; yield them in order."""
    with ProcessPoolExecutor(jobs, get_context("fork"), _begin) as pool:
        waiting = [
            pool.submit(_campaign, specifications, operation, seed, max_examples, wanted)
            for operation in operations
            for seed in seeds
        ]
        yield from (item.result() for item in waiting)


def find_witnesses(
    specifications: Specifications, mutants: Sequence[Mutant], jobs: int
) -> Iterator[tuple[Mutant, Witness | None]]:
    """Find what convicts each mutant; yield it in the order given, with None for one that nothing convicts."""
    yield from zip(mutants, _of_each(partial(find_witness, specifications), mutants, jobs), strict=True)


def stale_witnesses(
    specifications: Specifications, mutants: Sequence[Mutant], known: Mapping[Key, Witness], jobs: int
) -> Iterator[tuple[Mutant, str]]:
    """Run each mutant on its witness alone; yield those whose witness no longer holds, and why."""

    def why(mutant: Mutant) -> str | None:
        return why_stale(specifications, mutant, witness_of(mutant, known))

    for mutant, reason in zip(mutants, _of_each(why, mutants, jobs), strict=True):
        if reason is not None:
            yield mutant, reason


def _of_each(task: Callable[[Mutant], Any], mutants: Sequence[Mutant], jobs: int) -> Iterator[Any]:
    """Yield what a task gives for each mutant. The processes have both from their parent: neither can be sent."""
    global _task
    _task = _Task(task, mutants)
    _warm_up(sorted({mutant.operation for mutant in mutants}))
    gc.freeze()
    with ProcessPoolExecutor(jobs, get_context("fork"), _begin) as pool:
        yield from pool.map(_done, range(len(mutants)))


def _done(number: int) -> Any:
    assert _task is not None
    mutant = _task.mutants[number]
    try:
        return _task.function(mutant)
    except ConformanceError:
        raise
    except Exception as error:
        raise RuntimeError(f"{mutant}: {type(error).__name__}: {error}") from error


def run_behaviours(
    specifications: Specifications, operations: Sequence[str], jobs: int
) -> Iterator[tuple[str, list[Behaviour]]]:
    """Find out how the mutants of each operation behave, in a process of its own; yield them in the order given."""
    with ProcessPoolExecutor(jobs, get_context("fork"), _begin) as pool:
        yield from zip(operations, pool.map(partial(behaviours, specifications), operations), strict=True)


def run_broken(
    specifications: Specifications, operations: Sequence[str], jobs: int
) -> Iterator[tuple[str, list[BrokenExample]]]:
    """Find an example of each broken rule of each operation, in a process of its own; yield them in the order given."""
    with ProcessPoolExecutor(jobs, get_context("fork"), _begin) as pool:
        yield from zip(operations, pool.map(partial(broken_examples, specifications), operations), strict=True)


def _leaves(specifications: Specifications, operation: str, seed: int, max_examples: int, of_sounds: bool) -> Leaves:
    sounds = load_banks((operation,)).sounds if of_sounds else ()
    found = check_leaves(specifications, operation, sounds, seed=seed, max_examples=max_examples)
    # What the reference alone does not need, a sound variant may.
    return found if of_sounds else replace(found, idle=())


def _campaign(specifications: Specifications, operation: str, seed: int, max_examples: int, wanted: int) -> Campaign:
    sounds = load_banks((operation,)).sounds
    return check_changes(specifications, operation, sounds, seed=seed, max_examples=max_examples, wanted=wanted)


def _warm_up(operations: Sequence[str]) -> None:
    """Load here what every process needs."""
    for operation in operations:
        family(operation)
        pooled(operation, 1, 0)


def _begin() -> None:
    end_with_parent()
    # The parent ends the run. What converters print is not part of the table.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the process


def _run(number: int, seed: int) -> MutantRun | SoundRun:
    assert _work is not None
    one = _work.everything[number]
    with _named(one, seed):
        if isinstance(one, Mutant):
            return run_mutant(_work.specifications, one, seed, _work.max_examples)
        return run_sound(_work.specifications, one, seed, _work.max_examples)


def _run_on_witness(number: int, seed: int) -> MutantRun | None:
    """Run a mutant on its witness alone; None for one whose inputs are gone."""
    assert _work is not None
    one = _work.everything[number]
    assert isinstance(one, Mutant)
    witness = witness_of(one, _work.witnesses)
    with _named(one, seed):
        try:
            return run_on(_work.specifications, one, witness)
        except LostInput:
            return None


def _run_on_cases(number: int, seed: int) -> MutantRun:
    assert _work is not None
    one = _work.everything[number]
    assert isinstance(one, Mutant)
    with _named(one, seed):
        return run_with(_work.specifications, one, options_for(one, seed=seed, max_examples=0))


@contextmanager
def _named(mutant: Mutant | Sound, seed: int) -> Iterator[None]:
    """Say which converter an error of the suite belongs to."""
    try:
        yield
    except ConformanceError:
        raise
    except Exception as error:
        raise RuntimeError(f"{mutant}, seed {seed}: {type(error).__name__}: {error}") from error
