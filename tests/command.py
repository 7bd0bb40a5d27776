"""Runs the command inside the tests' process, or as a process of its own."""

from __future__ import annotations

import gc
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, chdir, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from threading import Thread
from typing import IO, NamedTuple, NoReturn, TextIO
from unittest.mock import patch

from conformance.commands import interrupt
from conformance.commands.main import command

COMMAND = (sys.executable, "-m", "conformance")
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LIMIT = 60  # seconds; a run that takes longer hangs


class Ran(NamedTuple):
    """The exit status and the output of a run."""

    status: int
    out: str
    err: str


def without_progress(said: str) -> str:
    """Return what a command wrote to standard error without the lines of progress that a slow machine causes."""
    return re.sub(r"^conformance: \d+ s, .*\n", "", said, flags=re.MULTILINE)


def run_process(folder: Path, arguments: tuple[str, ...], environment: Mapping[str, str], stdin: str = "") -> Ran:
    """Run the command as a process of its own."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        env=environment,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    return Ran(done.returncode, done.stdout, without_progress(done.stderr))


def run_here(
    folder: Path,
    arguments: tuple[str, ...],
    environment: Mapping[str, str],
    stdin: str = "",
    out: TextIO | None = None,
) -> Ran:
    """Run the command inside this process, which has imported it and read its specifications: that takes a second.

    out: where standard output goes, instead of into what is returned.
    """
    with ExitStack() as stack:
        streams = [stack.enter_context(TemporaryFile("w+", encoding="utf-8")) for _ in range(3)]
        streams[0].write(stdin)
        streams[0].seek(0)
        for name, stream in zip(
            ("stdin", "stdout", "stderr"), (streams[0], out or streams[1], streams[2]), strict=True
        ):
            stack.enter_context(patch.object(sys, name, stream))
        stack.enter_context(patch.object(sys, "argv", ["conformance", *arguments]))
        stack.enter_context(patch.object(os, "execv", partial(_run_instead, folder, streams)))
        stack.enter_context(patch.dict(os.environ, environment, clear=True))
        stack.enter_context(chdir(folder))
        stack.enter_context(_settings_restored())
        if "--in-process" in arguments:
            stack.enter_context(_imports_forgotten(folder))
        try:
            command()
        except SystemExit as ended:
            status = ended.code
        for stream in streams:
            stream.seek(0)
        return Ran(status, streams[1].read(), without_progress(streams[2].read()))


def _run_instead(folder: Path, streams: Sequence[IO[str]], program: str, words: Sequence[str]) -> NoReturn:
    """Run the program that the command would become: that would end the tests, with the status of another program."""
    stdin, stdout, stderr = streams
    done = subprocess.run(
        words, executable=program, cwd=folder, stdin=stdin, stdout=stdout, stderr=stderr, timeout=LIMIT, check=False
    )
    raise SystemExit(done.returncode)


def on_a_terminal(here: Path, environment: Mapping[str, str], *arguments: str) -> tuple[int, str]:
    """Run the command with a terminal as its standard output; return its status and all it drew."""
    ours, theirs = pty.openpty()
    drawn: list[bytes] = []

    def read() -> None:
        with suppress(OSError):  # Linux: the other end is closed
            while data := os.read(ours, 65536):
                drawn.append(data)

    reader = Thread(target=read)
    reader.start()
    try:
        with open(theirs, "w", encoding="utf-8") as terminal:
            done = run_here(here, arguments, {"TERM": "xterm", **environment}, out=terminal)
    finally:
        reader.join()
        os.close(ours)
    assert done.err == ""
    return done.status, b"".join(drawn).decode()


@contextmanager
def _imports_forgotten(folder: Path) -> Iterator[None]:
    """Forget the modules that are imported from a folder, and the way to it: they are a subject's."""
    path, known = list(sys.path), set(sys.modules)
    try:
        yield
    finally:
        sys.path[:] = path
        for name, module in list(sys.modules.items()):
            if name not in known and (getattr(module, "__file__", None) or "").startswith(f"{folder}{os.sep}"):
                del sys.modules[name]


@contextmanager
def _settings_restored() -> Iterator[None]:
    """Undo what the command sets for its process."""
    limit, collect_after = sys.getrecursionlimit(), gc.get_threshold()
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
        gc.set_threshold(*collect_after)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        interrupt._held = False
