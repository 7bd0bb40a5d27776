"""Runs other programs: installers, and the suite itself. Each has a deadline, and none outlives the survey."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from conformance.results.text import one_line
from conformance.running.subjects.process_tree import Family

INSTALLING = 900.0  # seconds that an installer may take
SHOWN = 300  # characters of a reason

# uv says first that it found no solution, and then why.
_CAUSE = re.compile(r"^error: No solution found.*? cause: ")

_running: set[Family] = set()
_stopped = threading.Event()


class ProgramFailed(Exception):
    """A program failed, did not end, or is missing. Its text is the reason, in one line."""


class Stopped(Exception):
    """The survey was stopped: what a program did or did not do says nothing."""


class Done(NamedTuple):
    """How a program ended, and what it wrote."""

    status: int
    out: str
    err: str


def run(
    words: Sequence[str], *, folder: str | None = None, env: Mapping[str, str] | None = None, limit: float = INSTALLING
) -> Done:
    """Run a program to its end. limit: seconds. Raises Failed for one that cannot be started, or that
    takes longer, and Stopped."""
    name = os.path.basename(words[0])
    family = Family()
    _running.add(family)
    try:
        check_stopped()
        with subprocess.Popen(
            words,
            cwd=folder,
            env=family.environment({**os.environ, **(env or {})}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        ) as process:
            family.leads(process.pid)
            try:
                out, err = process.communicate(timeout=limit)
            finally:
                family.end()
    except OSError as error:
        raise ProgramFailed(f"{name} cannot be started: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise ProgramFailed(f"{name} took more than {limit:g} s") from None
    finally:
        _running.discard(family)
    check_stopped()
    return Done(process.returncode, out, err)


def output_of(words: Sequence[str], **how: object) -> str:
    """Return what a program writes. Raises Failed for one that fails, with its last words."""
    done = run(words, **how)  # type: ignore[arg-type]
    if done.status:
        raise ProgramFailed(f"{os.path.basename(words[0])} failed: {last_words(done)}")
    return done.out


def last_words(done: Done, most: int = SHOWN) -> str:
    """Return what a program says of why it failed, from its first line that names an error, in one line.

    most: characters of it.
    """
    lines = [" ".join(line.strip("×│╰─▶▸ ").split()) for line in (done.err or done.out).splitlines()]
    lines = [line for line in lines if line] or [f"status {done.status}"]
    first = next((at for at, line in enumerate(lines) if "error" in line.lower()), len(lines) - 1)
    return one_line(_CAUSE.sub("", " ".join(lines[first:])), most)


def check_stopped() -> None:
    """Raise Stopped where the survey was."""
    if _stopped.is_set():
        raise Stopped


def stop() -> None:
    """End every program that runs, and let none start again."""
    _stopped.set()
    for family in list(_running):
        family.end()


def uv() -> list[str] | None:
    """Return the words that start uv; None where it is not installed."""
    beside = os.path.join(os.path.dirname(sys.executable), "uv")
    found = beside if os.access(beside, os.X_OK) else shutil.which("uv")
    return [found] if found else None
