"""The command `conformance`: one module for each subcommand, imported when it is asked for."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    import argparse

    from conformance.redact import Redactor

INTERRUPTED = 130
CANNOT = 2
OUR_FAULT = 3
# A run makes trees, hardly ever cycles; looking for those at Python's usual pace is a tenth of a start.
COLLECT_AFTER = (100_000, 20, 100)
# A result may nest 500 levels, and what walks it takes a few calls for each.
DEEPEST_CALL = 4_000


def command() -> NoReturn:
    """Be the command: run, and end the process at once.

    What an orderly end of the interpreter does besides, taking apart some ten thousand values, takes longer than
    reading them took. Everything is written and every child is ended by then.
    """
    import gc

    gc.set_threshold(*COLLECT_AFTER)
    sys.setrecursionlimit(DEEPEST_CALL)
    status = main()
    os._exit(status)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status. A user's mistake is one line on standard error."""
    _open_streams()
    return _flushed(_run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    from conformance.cli.parser import parse

    parser, parsed = parse(arguments)
    if parsed.command is None:
        parser.print_help()
        return 0
    from importlib import import_module

    from conformance.cli.interrupt import catch_signals
    from conformance.errors import ConformanceError

    try:
        catch_signals()
        return int(import_module(f"conformance.cli.{parsed.module}").run(parsed))
    except ConformanceError as error:
        return _say(error, parsed)
    except KeyboardInterrupt:
        print("conformance: interrupted; no report was written", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        return 0  # whoever read us went away; `_flushed` sees to the rest
    except Exception as error:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EIO, errno.EFBIG):
            return _cannot_write(error)
        return _our_bug(error, parsed)


def _open_streams() -> None:
    """See that both streams are there and take any text: what subjects say is not bound to the locale's encoding."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - as long as the process
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _flushed(status: int) -> int:
    """Write out what is left; the interpreter would complain of what it cannot write when it ends."""
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
    return CANNOT


def _discard_output() -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)


def _redactor(parsed: argparse.Namespace) -> Redactor:
    """Return what takes keys out of an error: it can quote a subject, a command, and a file that the user named."""
    from conformance.redact import Redactor
    from conformance.subjects.environment import secret_values

    return Redactor(secret_values(getattr(parsed, "env", None) or ()))


def _say(error: Exception, parsed: argparse.Namespace) -> int:
    from conformance.errors import ConformanceError, SpecificationError
    from conformance.reports.text import clip, visible

    assert isinstance(error, ConformanceError)
    redactor = _redactor(parsed)
    line = " ".join(visible(redactor.text(str(error))).split())
    log = redactor.lines(getattr(error, "log", ()))
    if log:
        line += f" Its log ends: {clip(visible(log[-1].strip(), ''), 300)}"
    if isinstance(error, SpecificationError):
        line += " This is the suite's own fault; please report it."
    print(f"conformance: {line}", file=sys.stderr)
    return error.status


def _our_bug(error: Exception, parsed: argparse.Namespace) -> int:
    import traceback

    from conformance.reports.text import clip, visible

    redactor = _redactor(parsed)
    if os.environ.get("CONFORMANCE_DEBUG"):
        print(redactor.text(traceback.format_exc()), end="", file=sys.stderr)
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else "?"
    told = clip(visible(redactor.text(str(error)), ""), 300)
    print(
        f"conformance: a bug of conformance itself ({type(error).__name__} at {where}: {told}). "
        "Please report it with the command you ran; CONFORMANCE_DEBUG=1 shows the traceback.",
        file=sys.stderr,
    )
    return OUR_FAULT
