"""Reports on standard error why a command failed, without keys: an error can quote a subject, a command or a file."""

from __future__ import annotations

import argparse
import itertools
import os
import re
import sys
import traceback
from collections.abc import Sequence

from conformance.base.errors import OUR_FAULT, ConformanceError, SpecificationError
from conformance.base.redact import Redactor
from conformance.results.text import one_line, visible
from conformance.running.subjects.environment import secret_values

INTERNAL_ERROR = 3
_ERROR = re.compile(r"(Uncaught )?\w*(Error|Exception)\b( \[\w+\])?: ")
_NPM_ERROR = re.compile(r"npm (error|ERR!) (?!(code|syscall|path|errno) |A complete log)\S")
_BESIDE = re.compile(r"A complete log of this run|^Node\.js v\d")  # what comes behind the cause


def expected(error: ConformanceError, parsed: argparse.Namespace) -> int:
    """Print an error that the user can act on, in one line; return the exit status."""
    redactor = _redactor(parsed)
    line = " ".join(visible(redactor.text(str(error))).split())
    log = redactor.lines(getattr(error, "log", ()))
    last = one_line(_telling(log), 300) if log else ""
    if last and last not in line:
        line += f" Its log ends: {last}"
    if isinstance(error, SpecificationError):
        line += f" {OUR_FAULT}"
    print(f"conformance: {line}", file=sys.stderr)
    return error.status


def _telling(log: Sequence[str]) -> str:
    """Return the line of a log that says what failed.

    That is the last one that begins with an error's name, or the first one in which npm says more than a code; else the
    last one that is about no log. Node writes the stack and its own version after its error, npm the place of its log.
    """
    named = (line for line in reversed(log) if _ERROR.match(line))
    of_npm = filter(_NPM_ERROR.match, log)
    said = (line for line in reversed(log) if line.strip() and not _BESIDE.search(line))
    return next(itertools.chain(named, of_npm, said, log[-1:])).strip()


def bug(error: Exception, parsed: argparse.Namespace) -> int:
    """Print that the suite itself failed, in one line; return the exit status."""
    redactor = _redactor(parsed)
    if os.environ.get("CONFORMANCE_DEBUG"):
        print(redactor.text(traceback.format_exc()), end="", file=sys.stderr)
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else "?"
    message = one_line(redactor.text(str(error)), 300)
    print(
        f"conformance: a bug of conformance itself ({type(error).__name__} at {where}: {message}). "
        "Please report it with the command you ran; CONFORMANCE_DEBUG=1 shows the traceback.",
        file=sys.stderr,
    )
    return INTERNAL_ERROR


def _redactor(parsed: argparse.Namespace) -> Redactor:
    headers = (entry.partition("=")[2] for entry in getattr(parsed, "header", None) or ())
    values = (
        os.environ.get(header.removeprefix("env:"), "") if header.startswith("env:") else header for header in headers
    )
    return Redactor((*secret_values(getattr(parsed, "env", None) or ()), *values))
