"""conformance repeat: run the command that repeats a defect of a report."""

from __future__ import annotations

import argparse
import shlex
from importlib import import_module

from conformance.cli.parser import parse
from conformance.errors import UsageError, did_you_mean
from conformance.reports.defects import Defect, defects_of
from conformance.reports.read import read_report
from conformance.reports.text import one_line

COMMAND = ("conformance", "certify")


def run(parsed: argparse.Namespace) -> int:
    """Return the exit status of the run that repeats the defect, or 0 where it is only shown.

    Raises UsageError for a report or a defect that is not there.
    """
    command = str(defect_named(parsed.defect, parsed.report).evidence["reproduce"])
    words = _words(command)
    print(f"$ {one_line(command)}", flush=True)
    if parsed.show:
        return 0
    _parser, narrowed = parse(words[1:])
    return int(import_module("conformance.cli.certify").run(narrowed))


def defect_named(name: str, path: str) -> Defect:
    """Return a defect of the report in a file. Raises UsageError where the file or the defect is not there."""
    found = {one.id: one for one in defects_of(read_report(path, "--report"))}
    if name.upper() in found:
        return found[name.upper()]
    ids = list(found)
    hint = f"It has {ids[0]} to {ids[-1]}." if ids[1:] else f"It has {ids[0]}." if ids else "It has no defect."
    raise UsageError(f"{one_line(path, 200)} has no defect {one_line(name, 60)!r}.", did_you_mean(name, found) or hint)


def _words(command: str) -> list[str]:
    """Return the words of a command of this suite. Raises UsageError for any other."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if tuple(words[:2]) != COMMAND:
        raise UsageError(f"No run of this suite repeats it: {one_line(command, 200)}.", "See the report.")
    return words
