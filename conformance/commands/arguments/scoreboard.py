"""The arguments of conformance scoreboard."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import add_examples


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = (
        "Put many reports on one page: subjects by operations, each cell links to its report, with the history of "
        "each subject and a badge for it. A file that is not a report is named and skipped."
    )
    parser.add_argument("reports", nargs="+", metavar="REPORT.json", help="reports that conformance certify wrote")
    parser.add_argument("--out", default="reports", metavar="DIR", help="where index.html and badges/ go (reports)")
    add_examples(parser, "conformance scoreboard results/*.json --out site")
