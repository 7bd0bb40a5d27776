"""The arguments of conformance issue."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import add_examples


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = (
        "Write a defect of a report as Markdown for a library's tracker, with a script that shows it without this "
        "suite. For Python subjects: functions of modules and of .py files; and for libraries with an adapter in "
        "JavaScript. The script is run first, and its output is part of the text; where it has more than 25 lines (40 "
        "in JavaScript) or does not show the defect, nothing is written. The script imports the converter: use only "
        "reports that you trust."
    )
    parser.add_argument("defect", metavar="DEFECT", help="its id in the report, such as D3")
    parser.add_argument(
        "--report", metavar="FILE", default="reports/report.json", help="the report (reports/report.json)"
    )
    parser.add_argument("--output", metavar="FILE", help="write it here instead of to standard output")
    add_examples(parser, "conformance issue D3", "conformance issue D1 --output issue.md")
