"""The command `conformance`: one module for each subcommand, imported when it is asked for."""

from __future__ import annotations

import argparse
import errno
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from conformance.base.errors import ConformanceError, UsageError
from conformance.base.values import DEEPEST_CALL
from conformance.commands.interrupt import catch_signals
from conformance.commands.parser import home_of, module_of, parse

INTERRUPTED = 130
CANNOT_WRITE = 2
STDOUT = "-"
# Objects between two searches for cycles. A run holds its specifications and evidence to its end and makes hardly any
# cycles: with Python's default (700) a quarter of the CPU time of a run goes into looking through them.
COLLECT_AFTER = 1_000_000


def command() -> None:
    """Run the command and exit with its status."""
    gc.set_threshold(COLLECT_AFTER)
    sys.setrecursionlimit(DEEPEST_CALL)
    sys.exit(main())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status. A user's mistake is one line on standard error."""
    _open_streams()
    return _flushed(_run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    parser, parsed = parse(arguments)
    if parsed.command is None and parsed.completion is None:
        parser.print_help()
        return 0
    try:
        catch_signals()
        _see_folder()
        if parsed.command is None:
            print(import_module("conformance.commands.completion").script(parsed.completion))
            return 0
        if STDOUT not in (getattr(parsed, "json", None), getattr(parsed, "markdown", None)):
            return _done(parsed)
        # Imported here: --help needs none of it.
        from conformance.commands.data_output import data_alone

        with data_alone():
            return _done(parsed)
    except KeyboardInterrupt:
        print("conformance: interrupted; no report was written", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        return 0  # the reader has closed the pipe; `_flushed` discards the rest
    except Exception as error:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EIO, errno.EFBIG):
            return _cannot_write(error)
        # Imported here: only a command that fails redacts its error, and the patterns for that take 30 ms to compile.
        from conformance.commands import failure

        return failure.expected(error, parsed) if isinstance(error, ConformanceError) else failure.bug(error, parsed)


def _done(parsed: argparse.Namespace) -> int:
    if parsed.command not in ("certify", "live"):  # which may judge several subjects, each with its settings
        # Imported here: --help and --version need none of it.
        from conformance.commands.settings import take

        take(parsed)
    return int(import_module(f"{home_of(parsed.command)}.{module_of(parsed.command)}").run(parsed))


def _see_folder() -> None:
    """Raise UsageError where the working folder is gone: no path can be seen from there."""
    try:
        os.getcwd()
    except OSError:
        raise UsageError("The working folder no longer exists.", "Change to another one.") from None


def _open_streams() -> None:
    """Make sure that both streams exist and take any text, whatever the locale's encoding."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # the caller closed it
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - as long as the process
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _flushed(status: int) -> int:
    """Write out what is buffered; at its exit the interpreter would complain about what it cannot write."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
    except OSError as error:
        return _cannot_write(error)
    return status


def _cannot_write(error: OSError) -> int:
    _discard_output()
    print(f"conformance: standard output cannot be written: {error.strerror}. Free the disk.", file=sys.stderr)
    return CANNOT_WRITE


def _discard_output() -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)
