"""The arguments of the commands that check the suite itself."""

from __future__ import annotations

import argparse
from pathlib import Path

from conformance.commands.arguments.common import add_examples, add_operations, count, jobs
from tests.suite.selftest.witness_file import FOLDER

CHANGES = 2_000  # random changes for each operation
SPECS = Path(__file__).parents[3] / "specs"  # of the checkout
# What is written, a file for each operation: by which flag, and where unless a folder is named.
_WRITTEN = (
    ("--score", SPECS, "write how many defects were found, as reports show it (specs/OPERATION/detection.json)"),
    (
        "--behaviours",
        SPECS,
        "write instead what each converter with a defect does to the cases, by which reports name the likely cause of "
        "a defect (specs/OPERATION/behaviours.json)",
    ),
    (
        "--broken",
        SPECS,
        "write instead a wrong result of a case for each rule, which `conformance explain` shows "
        "(specs/OPERATION/broken.json)",
    ),
    (
        "--witness",
        FOLDER,
        "write instead the few inputs that convict each converter with a defect, on which the tests run it "
        "(tests/suite/selftest/banks/witness/OPERATION.json)",
    ),
)


def selftest(parser: argparse.ArgumentParser) -> None:
    """Give selftest its arguments."""
    parser.description = (
        "Test the suite itself: run its converters with a known defect (mutants) and its sound ones, and report "
        "which rules found each defect and which rules failed without reason."
    )
    add_operations(parser)
    parser.add_argument(
        "--seed", type=count, action="append", metavar="N", help="draw the examples with this seed (1; repeatable)"
    )
    parser.add_argument(
        "--max-examples", type=count, default=100, metavar="N", help="generated examples a converter (100)"
    )
    parser.add_argument("--jobs", type=jobs, metavar="N", help="processes at a time (one for each core)")
    parser.add_argument(
        "--short",
        action="store_true",
        help="run each converter with a defect on its witness alone, the few inputs that are known to convict it, and "
        "in full only where they no longer do; sound ones in full",
    )
    parser.add_argument(
        "--json", metavar="FILE", help="write the table as data (specs/selftest.schema.json); - for standard output"
    )
    for flag, folder, what in _WRITTEN:
        parser.add_argument(flag, metavar="FOLDER", nargs="?", const=folder, type=Path, help=what)
    parser.add_argument(
        "--leaves",
        nargs="?",
        const="reference",
        choices=("reference", "all"),
        help="change each part of what the reference returns instead, or of what all sound converters return, and "
        "report which changes a rule objects to, which a contract leaves free, and which nothing checks",
    )
    parser.add_argument(
        "--changes",
        nargs="?",
        const=CHANGES,
        type=count,
        metavar="N",
        help="change what all sound converters return at random instead, N times for each operation and seed "
        f"({CHANGES:,}), and report which changes a rule objects to, which a contract leaves free, and which nothing "
        "explains",
    )
    parser.add_argument("--quiet", action="store_true", help="print only what went wrong, and the last line")
    add_examples(parser, "python -m tests.suite selftest --operation mcp-tool-to-chat-tool")


def coverage(parser: argparse.ArgumentParser) -> None:
    """Give coverage its arguments."""
    parser.description = (
        "List each member, variant and value class of the inputs, and how many cases and examples of a run contain it."
    )
    add_operations(parser)
    parser.add_argument("--seed", type=count, metavar="N", help="the seed of the run (1)")
    parser.add_argument("--max-examples", type=count, metavar="N", help="its generated examples an operation (100)")
    add_examples(parser, "python -m tests.suite coverage --operation tool-loop")


def lacks(parser: argparse.ArgumentParser) -> None:
    """Give lacks its arguments."""
    parser.description = (
        "List what formats and operations still lack: rows of tables that each complete format has, native kinds of "
        "facts that no input has, cases without a rule, choices whose rule no planted defect breaks."
    )
    parser.add_argument(
        "--format", action="append", metavar="FORMAT", help="only this format, also one that is new (repeatable)"
    )
    add_operations(parser)
    add_examples(parser, "python -m tests.suite lacks --format gemini")


def pairs(parser: argparse.ArgumentParser) -> None:
    """Give pairs its arguments."""
    parser.description = (
        "Plant two defects in different members of the reference at a time, and report how many headlines a run has "
        "for them. The defects of conversions of requests, answers and streams can be planted so."
    )
    add_operations(parser)
    parser.add_argument("--pairs", type=count, default=50, metavar="N", help="pairs in all (50)")
    parser.add_argument("--seed", type=count, default=1, metavar="N", help="draw pairs and examples with this seed (1)")
    parser.add_argument("--max-examples", type=count, default=60, metavar="N", help="generated examples a run (60)")
    add_examples(parser, "python -m tests.suite pairs --operation chat-request-to-anthropic-request")
