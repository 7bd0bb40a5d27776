"""The arguments of conformance rules."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import add_examples, add_json, add_operations, count


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = "List the rules of every operation, or what covers each section of each source document."
    add_operations(parser)
    parser.add_argument("--requirements", metavar="SET", help="only the rules of this set, with its levels")
    add_json(parser)
    parser.add_argument(
        "--traceability",
        action="store_true",
        help="each section of each document, its rules, and how many cases and examples a run emitted for them",
    )
    counted = parser.add_argument_group("the run that --traceability counts")
    counted.add_argument(
        "--report", metavar="FILE", help="--traceability of the run of this report.json (default: of the reference)"
    )
    counted.add_argument("--seed", type=count, metavar="N", help="the seed of the run (0)")
    counted.add_argument("--max-examples", type=count, metavar="N", help="its generated examples an operation (100)")
    add_examples(
        parser,
        "conformance rules --operation tool-loop",
        "conformance rules --traceability",
    )
