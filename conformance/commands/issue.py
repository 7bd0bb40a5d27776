"""conformance issue: write a defect for the tracker of the library that has it."""

from __future__ import annotations

import argparse
import os

from conformance.base.errors import UsageError
from conformance.commands.parser import parse
from conformance.commands.repeat import defect_named, words_of
from conformance.commands.subject import subject_config
from conformance.results.defect_issue import issue
from conformance.results.defects import ReportedDefect
from conformance.results.read import read_report
from conformance.results.reproduction.show import NotShown, show
from conformance.results.write import see_writable, write_file
from conformance.rules.contracts import load_specifications
from conformance.running.subjects.named import NODE_ADAPTER, library_names, library_programs
from conformance.running.subjects.python import PythonConfig, seen_from

# Of a script: readers of a tracker skip longer ones. In JavaScript brackets have lines of their own.
MOST_LINES, MOST_OF_NODE = 25, 40
BY_HAND = "Describe it by hand: conformance repeat has the command."


def run(parsed: argparse.Namespace) -> int:
    """Return 0. Raises UsageError for a defect that is not there, or that a script of its own does not show."""
    if parsed.output is not None:
        see_writable(parsed.output, "--output")
    report = read_report(parsed.report, "--report")
    defect = defect_named(parsed.defect, report, parsed.report)
    _parser, judged = parse(words_of(defect.evidence)[1:])
    known = load_specifications()
    operation = defect.shown[0]
    adapter = _node_adapter(judged)
    try:
        if adapter is not None:
            shown = show(
                defect.evidence, program=adapter, operation=operation, interpreter="node", most_lines=MOST_OF_NODE,
                env=judged.env,
            )  # fmt: skip
        else:
            config = _python_subject(judged, defect, tuple(known.contracts))
            shown = show(
                defect.evidence, program=_program(config, operation), operation=operation, interpreter=config.python,
                env=judged.env, folder=config.folder or os.curdir, most_lines=MOST_LINES,
            )  # fmt: skip
    except NotShown as error:
        raise UsageError(f"A script without the suite does not show {defect.id}: {error}.", BY_HAND) from None
    text = issue(report, defect, shown, known)
    if parsed.output is None:
        print(text, end="")
    else:
        write_file(parsed.output, text)
    return 0


def _node_adapter(judged: argparse.Namespace) -> str | None:
    """Return the adapter of a library of npm; None for any other subject."""
    paths = library_programs(judged.subject) if judged.subject in library_names() else []
    return next((path for path in paths if os.path.basename(path) == NODE_ADAPTER), None)


def _python_subject(judged: argparse.Namespace, defect: ReportedDefect, operations: tuple[str, ...]) -> PythonConfig:
    """Return the subject that has a defect. Raises UsageError for one of another kind."""
    config = subject_config(judged, operations)
    if not isinstance(config, PythonConfig):
        raise UsageError(f"{defect.id} is of a subject that is no Python function.", BY_HAND)
    return config


def _program(config: PythonConfig, operation: str) -> str:
    """Return module:function, or file:function, of an operation."""
    if operation in config.bind:
        return seen_from(config.folder, config.bind[operation])
    function = operation.replace("-", "_")
    path = seen_from(config.folder, config.path)
    if ":" not in path:
        return f"{path}:{function}"
    return f"{path}{'' if path.endswith(':') else '.'}{function}"
