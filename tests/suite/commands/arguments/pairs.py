"""The arguments of python -m tests.suite pairs."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import add_examples, add_operations, count


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = (
        "Plant two defects in different members of the reference at a time, and report how many headlines a run has "
        "for them. The defects of conversions of requests, answers and streams can be planted so."
    )
    add_operations(parser)
    parser.add_argument("--pairs", type=count, default=50, metavar="N", help="pairs in all (50)")
    parser.add_argument("--seed", type=count, default=1, metavar="N", help="draw pairs and examples with this seed (1)")
    parser.add_argument("--max-examples", type=count, default=60, metavar="N", help="generated examples a run (60)")
    add_examples(parser, "python -m tests.suite pairs --operation chat-request-to-anthropic-request")
