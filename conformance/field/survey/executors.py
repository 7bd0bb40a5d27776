"""Where tasks are judged: threads of this process, or the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager

from conformance.base.errors import UsageError
from conformance.base.extras import install_command

WAITING = 60  # seconds for a worker to appear


@contextmanager
def local(jobs: int) -> Iterator[Executor]:
    """Yield an executor of threads: each waits for the subprocesses of its task. What waits is cancelled at the end."""
    executor = ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="survey")
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


@contextmanager
def dask(address: str) -> Iterator[Executor]:
    """Yield an executor of the cluster whose scheduler is at an address.

    Raises UsageError where the extra is not installed, and where no scheduler or worker answers.
    """
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise UsageError("--dask needs Dask.", f"Install it: {install_command('dask')}") from None
    try:
        client = Client(address, timeout=WAITING)
    except (OSError, ValueError) as error:
        raise UsageError(f"--dask {address}: no scheduler answers: {error}.", "Is the address right?") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=WAITING)
        except TimeoutError:
            raise UsageError(f"--dask {address}: no worker joined in {WAITING} s.", "Start one.") from None
        # pure: equal tasks are one to Dask. retries: a task that a lost worker had is given to another all the same.
        yield client.get_executor(pure=False, retries=0)
