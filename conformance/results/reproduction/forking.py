"""Runs many scripts of one library, which is imported once: that takes longer than all of them."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

from conformance.results.reproduction.model import NotShown
from conformance.results.reproduction.running import LARGEST, Ran
from conformance.running.subjects.process_tree import Family

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "forking_process.py")
IMPORTING = 120.0  # seconds that a library may take


class Forking:
    """A Python in which a program was run for its imports, and which forks for each script.

    `run` is like that of `running`, for commands `[interpreter, script]`, but in the environment and the folder
    given here.
    """

    def __init__(self, interpreter: str, program: str, *, environment: Mapping[str, str], folder: str) -> None:
        self._family = Family()
        self._child = subprocess.Popen(
            [interpreter, PROGRAM, program],
            env=self._family.environment(environment),
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._family.leads(self._child.pid)
        self._files = TemporaryDirectory()
        self._wait = IMPORTING

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self._family.end()
        for pipe in (self._child.stdin, self._child.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()
        self._child.wait()
        self._files.cleanup()

    def run(self, command: Sequence[str], *, environment: Mapping[str, str], folder: str, timeout: float) -> Ran:
        """Run a script in a fork. Raises NotShown where the library's process is gone."""
        out, err = (os.path.join(self._files.name, name) for name in ("out", "err"))
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(json.dumps([os.path.abspath(command[-1]), out, err]).encode() + b"\n")
            self._child.stdin.flush()
        except OSError as error:
            raise NotShown(f"the library's process is gone: {error}") from None
        pid = self._answer(self._wait)
        if pid is None:
            raise NotShown("the library's process does not answer")
        self._wait = timeout
        status = self._answer(timeout)
        if status is None:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
            self._answer(timeout)
        return Ran(out=_text(out), err=_text(err), ended=status)

    def _answer(self, timeout: float) -> int | None:
        """Return the next number; None where none comes in time, or ever."""
        assert self._child.stdout is not None
        ready, _w, _x = select.select([self._child.stdout], [], [], timeout)
        line = self._child.stdout.readline() if ready else b""
        return int(line) if line.strip() else None


def _text(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file.read(LARGEST).decode("utf-8", "replace")
    except OSError:
        return ""
