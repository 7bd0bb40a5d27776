"""Runs the operations of a run in several processes, and puts together what they found.

Each process takes some operations, all of each, with a subject of its own. Which ones is settled by their size alone,
so that a run with as many processes is the same run again. The verdicts of an operation do not depend on the others,
and so the report is that of one process.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import active_children, get_context
from typing import Any, NamedTuple, TypeVar

from conformance.base.errors import SubjectError, UsageError
from conformance.base.redact import Redactor
from conformance.base.values import JSON
from conformance.formats.operations import is_scripted
from conformance.rules.checks.registry import family
from conformance.rules.contracts import Contract, Specifications
from conformance.rules.losses.account import Losses
from conformance.running.engine.collect import Collector
from conformance.running.engine.events import Advanced, Concluding, Event, Listener, Started, TrialProgress
from conformance.running.engine.evidence_transfer import opened, sealed
from conformance.running.engine.fates import Arrivals
from conformance.running.engine.ledger import Ledger
from conformance.running.engine.operations import run_operations
from conformance.running.engine.options import Options
from conformance.running.engine.plan import case_count, chosen_rules
from conformance.running.engine.redacted import redacted_error
from conformance.running.engine.result import Earlier, GivenResult, RuleResult, RunResult, SeenFault, SetAside
from conformance.running.subjects.base import Subject
from conformance.running.subjects.watchdog import end_with_parent

TICK = 0.1  # seconds between two looks at what the processes have done
SENT_AT_ONCE = 20  # trials
END_EARLY = signal.SIGUSR1  # from the parent to its processes
# A trial of an operation that talks to an API takes as long as several others.
SCRIPTED_COSTS = 6


class Spread(NamedTuple):
    """How a run is spread. jobs: how many processes. open: makes a subject for one of them; called in it."""

    jobs: int
    open: Callable[[], Subject]


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessResult:
    """What one process found."""

    rules: list[RuleResult]
    choices: Mapping[str, Mapping[str, tuple[str, str]]]
    losses: Mapping[str, Losses]
    arrivals: Mapping[str, Arrivals]
    fates: Mapping[str, Mapping[str, str]]
    faults: int
    seen_faults: list[SeenFault]
    ledger: Ledger
    interrupted: bool
    set_aside: list[SetAside]
    inputs_set_aside: Mapping[str, int]
    inconsistencies: list[str]
    earlier: list[Earlier]
    given: list[GivenResult]
    failing_examples: dict[str, list[JSON]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    """What the processes know from their parent: a subject cannot be sent to them, and specifications need not be."""

    specifications: Specifications
    contracts: Mapping[str, Contract]
    options: Options
    result: RunResult
    open: Callable[[], Subject]
    progress: Any  # multiprocessing.SimpleQueue of (operation, trials, failing trials); None without listeners


_OfOperation = TypeVar("_OfOperation", GivenResult, SetAside, Earlier, SeenFault)

_work: _Work | None = None
_busy = False


def run_parts(
    specifications: Specifications,
    contracts: Mapping[str, Contract],
    options: Options,
    result: RunResult,
    listeners: Sequence[Listener],
    spread: Spread,
) -> dict[str, list[JSON]]:
    """Run all operations into `result`; return the failing examples that later runs should try first, by operation.

    A KeyboardInterrupt ends every process early; what they know is in the result when it is raised again.
    """
    global _work
    parts = deal(contracts, options, spread.jobs)
    context = get_context("fork")
    progress = context.SimpleQueue() if listeners else None
    _work = _Work(
        specifications=specifications,
        contracts=contracts,
        options=options,
        result=result,
        open=spread.open,
        progress=progress,
    )
    trials = sum(case_count(contract, options, contracts) + options.max_examples for contract in contracts.values())
    for listener in listeners:
        listener(Started(result.subject, tuple(contracts), trials))
    _warm_up(contracts)
    pool = ProcessPoolExecutor(len(parts), context, _begin)
    try:
        waiting = [pool.submit(_run_part, part) for part in parts]
        found, interrupted = _gather(waiting, listeners)
    finally:
        pool.shutdown(cancel_futures=True)
        _work = None
        gc.unfreeze()
    for listener in listeners:
        listener(Concluding())
    _join(contracts, options, found, result)
    if interrupted or result.interrupted:
        raise KeyboardInterrupt
    return {operation: values for part in found for operation, values in part.failing_examples.items()}


def deal(contracts: Mapping[str, Contract], options: Options, jobs: int) -> list[tuple[str, ...]]:
    """Deal operations to processes, so that each has about as much to do; each keeps the order of the run.

    Operations that a chain joins stay together: where it breaks is judged by the rules of that operation.
    """
    weights = {
        name: (case_count(contract, options, contracts) + options.max_examples + len(options.inputs.get(name, ())))
        * (SCRIPTED_COSTS if is_scripted(name) else 1)
        for name, contract in contracts.items()
    }
    groups = _joined_by_chains(contracts)
    loads = [0] * min(jobs, len(groups))
    dealt: list[set[str]] = [set() for _load in loads]
    for group in sorted(groups, key=lambda group: -sum(map(weights.__getitem__, group))):
        least = loads.index(min(loads))
        loads[least] += sum(map(weights.__getitem__, group))
        dealt[least] |= group
    return [tuple(name for name in contracts if name in part) for part in dealt]


def _joined_by_chains(contracts: Mapping[str, Contract]) -> list[set[str]]:
    """Return the operations of a run in groups, those together that a chain joins, in the order of the run."""
    groups = {name: {name} for name in contracts}
    for name, contract in contracts.items():
        for step in contract.chain:
            if step in groups and groups[step] is not groups[name]:
                joined = groups[name] | groups[step]
                groups |= dict.fromkeys(joined, joined)
    return [
        group for name, group in groups.items() if name == next(contract for contract in contracts if contract in group)
    ]


def _gather(
    waiting: Sequence[Future[ProcessResult]], listeners: Sequence[Listener]
) -> tuple[list[ProcessResult], bool]:
    """Return what each process found, in their order, and whether the run was interrupted meanwhile."""
    interrupted = False
    left = set(waiting)
    while left:
        try:
            _done, left = wait(left, TICK, FIRST_COMPLETED)
            for event in _judged_elsewhere():
                for listener in listeners:
                    listener(event)
            if any(item.done() and item.exception() is not None for item in waiting):
                _interrupt()
        except KeyboardInterrupt:
            if interrupted:  # for the second time
                for process in active_children():
                    process.kill()
                raise
            interrupted = True
            _interrupt()
    try:
        return [item.result() for item in waiting], interrupted
    except BrokenProcessPool:
        raise UsageError("A process of this run was killed.", "Is there memory enough? Try fewer --jobs.") from None


def _judged_elsewhere() -> Iterator[Event]:
    assert _work is not None
    while _work.progress is not None and not _work.progress.empty():
        yield Advanced(*_work.progress.get())


def _interrupt() -> None:
    """Let every process end early; one that has ended, or knows already, is not disturbed by it."""
    for process in active_children():
        if process.pid is not None:
            with contextlib.suppress(ProcessLookupError):  # it may end while it is looked at
                os.kill(process.pid, END_EARLY)


def _join(
    contracts: Mapping[str, Contract], options: Options, found: Sequence[ProcessResult], result: RunResult
) -> None:
    """Put together what the processes found, in the order of the operations."""
    rules: dict[str, list[RuleResult]] = {}
    choices: dict[str, Mapping[str, tuple[str, str]]] = {}
    losses: dict[str, Losses] = {}
    arrivals: dict[str, Arrivals] = {}
    fates: dict[str, Mapping[str, str]] = {}
    for part in found:
        for entry in part.rules:
            own = {rule.id: rule for rule in contracts[entry.operation].rules}
            entry.rule = own[entry.rule.id]
            entry.evidence = [opened(evidence) for evidence in entry.evidence]
            rules.setdefault(entry.operation, []).append(entry)
        choices |= part.choices
        losses |= part.losses
        arrivals |= part.arrivals
        fates |= part.fates
    collector = Collector(result, options)
    for name, contract in contracts.items():
        if name in rules:
            result.rules += rules[name]
        else:  # interrupted before it was begun
            collector.add_rules(contract, chosen_rules(contract, options))
    result.choices = {name: choices[name] for name in contracts if name in choices}
    result.losses = dict(sorted(losses.items()))
    result.arrivals = {name: arrivals[name] for name in contracts if name in arrivals}
    result.fates = {name: fates[name] for name in contracts if name in fates}
    order = list(contracts)
    result.given = _in_order((given for part in found for given in part.given), order)
    result.seen_faults = _in_order((seen_fault for part in found for seen_fault in part.seen_faults), order)
    result.faults += sum(part.faults for part in found)
    for part in found:
        result.ledger.join(part.ledger)
    result.interrupted = any(part.interrupted for part in found)
    result.set_aside = _in_order((aside for part in found for aside in part.set_aside), order)
    result.inputs_set_aside = {name: number for part in found for name, number in part.inputs_set_aside.items()}
    result.earlier = _in_order((earlier for part in found for earlier in part.earlier), order)
    result.inconsistencies = list(dict.fromkeys(line for part in found for line in part.inconsistencies))


def _in_order(found: Iterable[_OfOperation], order: Sequence[str]) -> list[_OfOperation]:
    """Return what several processes found in the order of the operations."""
    return sorted(found, key=lambda fault: order.index(fault.operation))


def _warm_up(operations: Mapping[str, Contract]) -> None:
    """Load here what every process needs."""
    from conformance.inputs.pool import pooled
    from conformance.running.engine import shrink  # noqa: F401

    for operation in operations:
        family(operation)
        pooled(operation, 1, 0)
    gc.freeze()  # the processes share these objects; the collector need not look at them


def _begin() -> None:
    """Take signals, which are one KeyboardInterrupt, and only while there is something to end early."""
    end_with_parent()
    signal.signal(END_EARLY, _end_early)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:  # the parent process wants that
            signal.signal(number, _end_early)


def _end_early(_number: int, _frame: object) -> None:
    global _busy
    if _busy:
        _busy = False  # once: a second one must not break off the writing that the first one began
        raise KeyboardInterrupt


def _run_part(operations: tuple[str, ...]) -> ProcessResult:
    """Run some operations in this process."""
    global _busy
    assert _work is not None
    result = _work.result
    failing_examples: dict[str, list[JSON]] = {}
    counter = _Counter(_work.progress)
    subject: Subject | None = None
    try:
        _busy = True
        subject = _work.open()
        subject.describe()  # starts it; what it is, the parent knows
        own = {name: _work.contracts[name] for name in operations}
        failing_examples = run_operations(
            _work.specifications, own, tuple(_work.contracts), subject, _work.options, result, [counter]
        )
    except KeyboardInterrupt:
        result.cut_short()
    except SubjectError as error:
        raise redacted_error(error, Redactor(_work.options.secrets)) from None
    finally:
        _busy = False
        if subject is not None:
            subject.close()
        counter.flush()
    for entry in result.rules:
        entry.evidence = [sealed(evidence) for evidence in entry.evidence]
    return ProcessResult(
        rules=result.rules,
        choices=result.choices,
        losses=result.losses,
        arrivals=result.arrivals,
        fates=result.fates,
        seen_faults=result.seen_faults,
        faults=subject.faults if subject is not None else 0,
        ledger=result.ledger,
        interrupted=result.interrupted,
        set_aside=result.set_aside,
        inputs_set_aside=result.inputs_set_aside,
        inconsistencies=result.inconsistencies,
        earlier=result.earlier,
        given=result.given,
        failing_examples=failing_examples,
    )


class _Counter:
    """A listener that sends the parent the number of judged trials."""

    def __init__(self, progress: Any) -> None:
        self._progress = progress
        self._operation = ""
        self._trials = self._failing = 0

    def __call__(self, event: Event) -> None:
        """Count a trial; once all are asked, nothing ends the process early."""
        global _busy
        if isinstance(event, Concluding):
            _busy = False
        elif isinstance(event, TrialProgress):
            if event.operation != self._operation or self._trials >= SENT_AT_ONCE:
                self.flush()
            self._operation = event.operation
            self._trials += 1
            self._failing += bool(event.failing) and event.decides

    def flush(self) -> None:
        """Send what was counted."""
        if self._trials and self._progress is not None:
            self._progress.put((self._operation, self._trials, self._failing))
        self._trials = self._failing = 0
