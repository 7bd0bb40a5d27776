"""The arguments of conformance repeat."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import add_examples


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = (
        "Repeat a defect of a report: run the command that its evidence has. The command is printed first; it starts "
        "the subject as the run of the report did, so repeat only what you trust. The exit status is that of the run: "
        "1 while the defect is there."
    )
    parser.add_argument("defect", metavar="DEFECT", help="its id in the report, such as D3")
    parser.add_argument(
        "--report", metavar="FILE", default="reports/report.json", help="the report (reports/report.json)"
    )
    parser.add_argument(
        "-v", "--verbose", action="count", default=0, help="print all that is known of the defect; see certify"
    )
    parser.add_argument("--show", action="store_true", help="print the command, and run nothing")
    add_examples(parser, "conformance repeat D3", "conformance repeat D1 --report other/report.json --show")
