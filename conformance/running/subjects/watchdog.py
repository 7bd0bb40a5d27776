"""Ends the subjects of a suite that was killed: a process of its own, which outlives the suite by a moment.

The suite holds the only writing end of a pipe, and the watchdog reads it. A line names the processes of one subject, or
says that they have ended. When the pipe closes, however the suite ended, the watchdog kills what is left of them. That
works whether or not the system notifies a process of its parent's death, for processes that a subject started too, and
whichever thread of the suite started the subject.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Collection
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.process import BaseProcess

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "watchdog_process.py")
_pipe: int | None = None  # the writing end
_lock = threading.Lock()


def watch(mark: str, leaders: Collection[int]) -> None:
    """Have the processes of a subject killed if this one dies. Starts the watchdog where there is none.

    mark: the value of process_tree.MARK in their environment. leaders: the processes whose sessions are the subject's;
    empty before it is started.
    """
    _write({"mark": mark, "leaders": sorted(leaders)})


def forget(mark: str) -> None:
    """Leave the processes of a subject alone: all have ended."""
    if _pipe is not None:
        _write({"mark": mark, "leaders": None})


def end_with_parent() -> None:
    """End this process when the one that forked it ends, however that happens. For processes of a pool."""
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_await_end, args=(parent,), daemon=True, name="conformance-parent").start()


def _await_end(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _write(message: dict[str, object]) -> None:
    global _pipe
    with _lock:
        if _pipe is None:
            _pipe = _start()
        with suppress(OSError):  # it was killed: then nothing is watched
            os.write(_pipe, json.dumps(message).encode() + b"\n")


def _start() -> int:
    """Start the watchdog; return the writing end of its pipe."""
    reading, writing = os.pipe()
    actions = [
        (os.POSIX_SPAWN_DUP2, reading, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    try:
        # -P: the files beside it must not be importable as top-level modules.
        os.posix_spawn(sys.executable, [sys.executable, "-P", PROGRAM], os.environ, file_actions=actions)
    finally:
        os.close(reading)
    return writing


def _after_fork() -> None:
    """Close the copy of the pipe, which would keep it open, and start another watchdog when one is needed."""
    global _pipe, _lock
    _lock = threading.Lock()
    if _pipe is not None:
        os.close(_pipe)
        _pipe = None


os.register_at_fork(after_in_child=_after_fork)
