"""Calls in processes of their own, a few at a time: forked, so that what is loaded is there at once."""

from __future__ import annotations

import multiprocessing
import resource
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

_MEMORY = 2 << 30
_FORK = multiprocessing.get_context("fork")


def called(
    calls: Iterable[tuple[Any, Callable[[], Any]]], parallel: int, seconds: float
) -> Iterator[tuple[Any, Any, str | None]]:
    """Yield each call's key with its result, and how it ended where it has none. seconds: what one may compute."""
    left = deque(calls)
    running: dict[Any, tuple[Any, Any]] = {}
    while left or running:
        while left and len(running) < parallel:
            key, call = left.popleft()
            ours, theirs = _FORK.Pipe(duplex=False)
            process = _FORK.Process(target=_run, args=(call, theirs, seconds))
            process.start()
            theirs.close()
            running[ours] = (key, process)
        for ours in wait(list(running)):
            key, process = running.pop(ours)
            try:
                result, ended = ours.recv()
            except EOFError:
                result, ended = None, ""
            ours.close()
            process.join()
            yield key, result, _ending(process.exitcode, seconds) if ended == "" else ended


def _run(call: Callable[[], Any], reported: Connection, seconds: float) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    # Of the processor's time, so that it does not hang on what else the machine does; one that waits uses none of it.
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, 20 * seconds)
    try:
        answer = call(), None
    except BaseException:
        answer = None, traceback.format_exc()
    reported.send(answer)


def _ending(exitcode: int | None, seconds: float) -> str:
    if exitcode in (-signal.SIGPROF, -signal.SIGALRM):
        return f"it took more than {seconds:.0f} s"
    return f"its process ended with {exitcode}"
