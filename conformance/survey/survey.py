"""The survey: every task that has no result is given to an executor, and each result is kept when it comes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass

from conformance.errors import UsageError
from conformance.field.rows import Row, Task
from conformance.survey.judging import Judgement, judge
from conformance.survey.store import Store
from conformance.survey.tasks import suite_digest

LOOK_EVERY = 0.5  # seconds between two looks for an interrupt


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a survey is. number: of this result. left: estimated seconds until the end."""

    row: Row
    number: int
    total: int
    left: float


def survey(
    tasks: Sequence[Task],
    store: Store,
    executor: Executor,
    environments: str | None,
    *,
    at_once: int,
    tell: Callable[[Progress], None],
) -> None:
    """Judge what has no result yet. at_once: how many tasks are given to the executor before one is done.

    A result is kept as soon as it comes, here alone; what a lost worker had is judged by another. Raises UsageError
    where results cannot be kept, or where all workers are lost.
    """
    waiting = deque(task for task in tasks if store.row_of(task) is None)
    total, done, started = len(waiting), 0, time.monotonic()
    running: set[Future[Judgement]] = set()
    while waiting or running:
        while waiting and len(running) < at_once:
            running.add(executor.submit(judge, waiting.popleft(), environments, suite_digest()))
        finished, running = wait(running, LOOK_EVERY, FIRST_COMPLETED)
        for one in finished:
            store.keep(_result(one))
            done += 1
            left = (time.monotonic() - started) / done * (total - done)
            tell(Progress(row=one.result().row, number=done, total=total, left=left))


def _result(one: Future[Judgement]) -> Judgement:
    """Raises UsageError for a task that was lost with its machine."""
    try:
        return one.result()
    except (KeyboardInterrupt, UsageError):
        raise
    except BaseException as error:  # Dask has many for a cluster that ended, a cancelled task among them
        if type(error).__module__.partition(".")[0] in ("distributed", "concurrent", "asyncio"):
            raise UsageError(f"The cluster lost a task: {error}.", "Run the same command again to go on.") from None
        raise
