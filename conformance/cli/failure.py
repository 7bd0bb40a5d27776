"""Reports on standard error why a command failed, without keys: an error can quote a subject, a command or a file."""

from __future__ import annotations

import argparse
import os
import sys
import traceback

from conformance.errors import ConformanceError, SpecificationError
from conformance.redact import Redactor
from conformance.reports.text import one_line, visible
from conformance.subjects.environment import secret_values

INTERNAL_ERROR = 3


def expected(error: ConformanceError, parsed: argparse.Namespace) -> int:
    """Print an error that the user can act on, in one line; return the exit status."""
    redactor = _redactor(parsed)
    line = " ".join(visible(redactor.text(str(error))).split())
    log = redactor.lines(getattr(error, "log", ()))
    last = one_line(log[-1].strip(), 300) if log else ""
    if last and last not in line:
        line += f" Its log ends: {last}"
    if isinstance(error, SpecificationError):
        line += " This is the suite's own fault; please report it."
    print(f"conformance: {line}", file=sys.stderr)
    return error.status


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
    return Redactor(secret_values(getattr(parsed, "env", None) or ()))
