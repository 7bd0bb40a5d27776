"""The arguments of coverage."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import add_examples, add_operations, count


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = (
        "List each member, variant and value class of the inputs, and how many cases and examples of a run contain it."
    )
    add_operations(parser)
    parser.add_argument("--seed", type=count, metavar="N", help="the seed of the run (1)")
    parser.add_argument("--max-examples", type=count, metavar="N", help="its generated examples an operation (100)")
    add_examples(parser, "python -m tests.suite coverage --operation tool-loop")
