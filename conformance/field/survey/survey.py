"""The survey: every task without a result is locked, given to an executor, and its result kept when it comes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from typing import Any

from conformance.base.errors import UsageError
from conformance.field.rows import SurveyRow, Task
from conformance.field.survey.executors import local
from conformance.field.survey.judging import judge, prepare
from conformance.field.survey.model import Lock
from conformance.field.survey.store import Store
from conformance.field.survey.tasks import suite_digest

LOOK_EVERY = 0.5  # seconds between two looks for an interrupt


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyProgress:
    """How far a survey is. number: of this result. left: estimated seconds until the end."""

    row: SurveyRow
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
    tell: Callable[[SurveyProgress], None],
) -> None:
    """Judge what has no result yet. at_once: how many tasks are begun before one is done.

    What is installed for a task is locked here, and each worker makes the environment from the lock.

    A result is kept as soon as it comes, here alone; what a lost worker had is judged by another. Raises UsageError
    where results cannot be kept, or where all workers are lost.
    """
    waiting = deque(task for task in tasks if store.row_of(task) is None)
    total, done, started = len(waiting), 0, time.monotonic()
    locking: dict[Future[Any], Task] = {}
    running: set[Future[Any]] = set()
    with local(at_once) as locker:
        while waiting or locking or running:
            while waiting and len(locking) + len(running) < at_once:
                task = waiting.popleft()
                locking[locker.submit(prepare, task, environments)] = task
            for future in wait([*locking, *running], LOOK_EVERY, FIRST_COMPLETED).done:
                result = _result(future)
                if isinstance(result, Lock):
                    running.add(executor.submit(judge, locking.pop(future), result, environments, suite_digest()))
                    continue
                locking.pop(future, None)
                running.discard(future)
                store.keep(result)
                done += 1
                left = (time.monotonic() - started) / done * (total - done)
                tell(SurveyProgress(row=result.row, number=done, total=total, left=left))


def _result(future: Future[Any]) -> Any:
    """Raises UsageError for a task that was lost with its machine."""
    try:
        return future.result()
    except (KeyboardInterrupt, UsageError):
        raise
    except BaseException as error:  # Dask has many for a cluster that ended, a cancelled task among them
        if type(error).__module__.partition(".")[0] in ("distributed", "concurrent", "asyncio"):
            raise UsageError(f"The cluster lost a task: {error}.", "Run the same command again to go on.") from None
        raise
