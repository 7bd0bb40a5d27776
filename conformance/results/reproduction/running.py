"""Runs scripts: what they printed, and how they ended."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import IO, Protocol

from conformance.results.reproduction.model import NotShown
from conformance.running.subjects.base import MEMORY_LIMIT
from conformance.running.subjects.process_tree import Family, MemoryWatch

LARGEST = 16 << 20  # bytes that are read of what it printed
LOOK_EVERY = 0.05  # seconds between two looks whether it has ended


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """What a script printed, and what it wrote on standard error. ended: its exit status; None where it was ended
    because its time was over.
    """

    out: str
    err: str
    ended: int | None


def run(command: Sequence[str], *, environment: Mapping[str, str], folder: str, timeout: float) -> Ran:
    """Run a command in a folder; when this returns, nothing that it started is left.

    timeout: seconds, after which it is ended. Raises NotShown.
    """
    family = Family()
    memory = MemoryWatch(family, MEMORY_LIMIT)
    # Files, not pipes: what a script started may hold a pipe open after the script has ended.
    with TemporaryFile() as out, TemporaryFile() as err:
        try:
            child = subprocess.Popen(
                command,
                env=family.environment(environment),
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )
        except OSError as error:
            raise NotShown(f"it could not be started: {error}") from None
        family.leads(child.pid)
        try:
            status = _wait(child, memory, time.monotonic() + timeout)
        finally:
            family.end()
            child.wait()
        return Ran(out=_text(out), err=_text(err), ended=status)


class RunCommand(Protocol):
    """Runs a command, as `run` does."""

    def __call__(self, command: Sequence[str], *, environment: Mapping[str, str], folder: str, timeout: float) -> Ran:
        """Raises NotShown."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Runner:
    """Runs scripts. interpreter: a Python or a Node. folder: in which scripts are run. timeout: seconds.

    most_lines: of a script; None for any number. start: runs the command of a script.
    """

    interpreter: str
    environment: Mapping[str, str]
    folder: str
    timeout: float
    most_lines: int | None = None
    start: RunCommand = run

    def run(self, script: str, ending: str, *, beside: bool = False) -> Ran:
        """Run a script. ending: of its file. beside: whether it must be in the folder, as for packages of npm.

        Raises NotShown for one that is too long, is not started, or takes too much.
        """
        if self.most_lines is not None and len(script.splitlines()) > self.most_lines:
            raise NotShown(f"its script has more than {self.most_lines} lines")
        with NamedTemporaryFile("w", encoding="utf-8", suffix=ending, dir=self.folder if beside else None) as file:
            file.write(f"{script.rstrip()}\n")
            file.flush()
            return self.start(
                [self.interpreter, os.path.abspath(file.name)],
                environment=self.environment,
                folder=self.folder,
                timeout=self.timeout,
            )


def _wait(child: subprocess.Popen[bytes], memory: MemoryWatch, until: float) -> int | None:
    while time.monotonic() < until:
        try:
            return child.wait(LOOK_EVERY)
        except subprocess.TimeoutExpired:
            excess = memory.excess()
            if excess is not None:
                raise NotShown(excess.replace("the subject", "the script")) from None
    return None


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read(LARGEST).decode("utf-8", "replace")
