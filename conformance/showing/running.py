"""Runs a script: what it printed, and how it ended."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO, Protocol

from conformance.subjects.base import MEMORY_LIMIT
from conformance.subjects.family import Family, MemoryWatch

LARGEST = 16 << 20  # bytes that are read of what it printed
LOOK_EVERY = 0.05  # seconds between two looks whether it has ended


class NotRun(Exception):
    """A script did not start, did not end, or took too much; the message says what happened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """What a script printed, and what it wrote on standard error. ended: its exit status; None where it was ended
    because its time was over.
    """

    out: str
    err: str
    ended: int | None


class Run(Protocol):
    """Runs a command, as `run` does."""

    def __call__(self, command: Sequence[str], *, environment: Mapping[str, str], folder: str, timeout: float) -> Ran:
        """Raises NotRun."""
        ...


def run(command: Sequence[str], *, environment: Mapping[str, str], folder: str, timeout: float) -> Ran:
    """Run a command in a folder; when this returns, nothing that it started is left.

    timeout: seconds, after which it is ended. Raises NotRun.
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
            raise NotRun(f"it could not be started: {error}") from None
        family.leads(child.pid)
        try:
            status = _wait(child, memory, time.monotonic() + timeout)
        finally:
            family.end()
            child.wait()
        return Ran(out=_text(out), err=_text(err), ended=status)


def _wait(child: subprocess.Popen[bytes], memory: MemoryWatch, until: float) -> int | None:
    while time.monotonic() < until:
        try:
            return child.wait(LOOK_EVERY)
        except subprocess.TimeoutExpired:
            excess = memory.excess()
            if excess is not None:
                raise NotRun(excess.replace("the subject", "the script")) from None
    return None


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read(LARGEST).decode("utf-8", "replace")
