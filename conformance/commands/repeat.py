"""conformance repeat: run the command that repeats a defect of a report."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from conformance.base.errors import UsageError, did_you_mean
from conformance.commands.parser import parse
from conformance.results.brief import DEFAULT_REPORT, repeat_command
from conformance.results.defects import RULES_LISTED, ReportedDefect, defects_of
from conformance.results.read import read_report
from conformance.results.repeated import repeated_lines
from conformance.results.text import name_list, one_line
from conformance.running.engine import RunResult
from conformance.running.project.find import folders_upwards

COMMAND = ("conformance", "certify")


def run(parsed: argparse.Namespace) -> int:
    """Return the exit status of the run that repeats the defect, or 0 where it is only shown.

    Raises UsageError for a report or a defect that is not there.
    """
    parsed.report = _nearest(parsed.report)
    report = read_report(parsed.report, "--report")
    defect, known = defect_named(parsed.defect, report, parsed.report), defects_of(report)
    words = words_of_all(defect)
    folder = _folder_of(report, parsed.report)
    there = f"cd {shlex.quote(folder)} && " if folder else ""
    print(f"$ {one_line(there + shlex.join(words))}", flush=True)
    if parsed.show:
        return 0
    _parser, narrowed = parse([*words[1:], *["-v"] * parsed.verbose])
    # The command says all that the run took from the file of the project: it is read no second time.
    again = repeat_command(defect.id, parsed.report)

    def lines(result: RunResult) -> list[str]:
        return repeated_lines(result, defect, known, again, detailed=parsed.verbose > 0)

    if folder:
        os.chdir(folder)  # the command names its subject and files from there
    status = int(import_module("conformance.commands.certify").judge(narrowed, lines))
    if not defect.decides:
        print(advice(defect))
    return status


def _nearest(report: str) -> str:
    """Return the path of a report; where it is the usual one and not here, the nearest above."""
    if report != DEFAULT_REPORT:
        return report
    paths = (os.path.join(folder, report) for folder in folders_upwards())
    return next(filter(os.path.isfile, paths), report)


def _folder_of(report: Mapping[str, Any], path: str) -> str:
    """Return the folder in which a report's run was; "" where it is this one, or not known."""
    stated = report["run"].get("folder")
    if stated is None:
        return ""
    folder = os.path.relpath(os.path.join(os.path.dirname(os.path.realpath(path)), stated))
    return "" if folder == os.curdir or not os.path.isdir(folder) else folder


def advice(defect: ReportedDefect) -> str:
    """Return why the exit status of a repeated defect does not tell whether it is repaired: its rules are advice."""
    decisive = f"; --requirements {defect.sets[0]} makes it decide" if defect.sets else ""
    rules = name_list(defect.rule_ids, RULES_LISTED)
    return (
        f"{rules} is advice in this run and does not decide the exit status{decisive}. "
        f"{defect.id} is repaired when nothing above shows it."
    )


def defect_named(name: str, report: Mapping[str, Any], path: str) -> ReportedDefect:
    """Return a defect of a report. path: where the report is. Raises UsageError where the defect is not there."""
    found = {defect.id: defect for defect in defects_of(report)}
    if name.upper() in found:
        return found[name.upper()]
    ids = list(found)
    hint = f"It has {ids[0]} to {ids[-1]}." if ids[1:] else f"It has {ids[0]}." if ids else "It has no defect."
    raise UsageError(f"{one_line(path, 200)} has no defect {one_line(name, 60)!r}.", did_you_mean(name, found) or hint)


def words_of_all(defect: ReportedDefect) -> list[str]:
    """Return the words of the command that repeats what a defect is headlined by, for each set that it breaks.

    Rules and cases of one command are added up; what needs another command is left out, but for that of the set which
    decides. Raises UsageError for a command that is not of this suite.
    """
    words = words_of(defect.evidence)
    fixed, named = _parts_of(words)
    for headline in defect.headlines:
        own, more = _parts_of(words_of(headline.evidence))
        if own == fixed:
            named += [pair for pair in more if pair not in named]
    return [*fixed, *(word for pair in named for word in pair)]


def _parts_of(words: Sequence[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the words of a command without the rules and the cases that it names, and these."""
    fixed: list[str] = []
    named: list[tuple[str, str]] = []
    left = iter(words)
    for word in left:
        if word in ("--rule", "--case"):
            named.append((word, next(left, "")))
        else:
            fixed.append(word)
    return fixed, named


def words_of(evidence: Mapping[str, Any]) -> list[str]:
    """Return the words of the command that repeats a failure. Raises UsageError for one that is not of this suite."""
    command = str(evidence["reproduce"])
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if tuple(words[:2]) != COMMAND:
        raise UsageError(f"No run of this suite repeats it: {one_line(command, 200)}.", "See the report.")
    return words
