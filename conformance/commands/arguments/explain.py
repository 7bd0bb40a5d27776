"""The arguments of conformance explain."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import add_examples, add_json


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = (
        "Explain rules: what they require, why, their source, their choices, an example. Or one operation: what it "
        "converts, and what it leaves free. Or one disputed point of an API: the evidence, and what settles it."
    )
    parser.add_argument(
        "rule", nargs="+", metavar="RULE", help="a rule id, such as MCP-2, an operation, or a disputed point; several"
    )
    parser.add_argument(
        "--operation", dest="contract", metavar="OPERATION", help="of this operation, where several have the rule"
    )
    parser.add_argument("--contract", dest="contract", help=argparse.SUPPRESS)
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="of a rule, all: each reported bug, the sources, the files"
    )
    add_json(parser)
    add_examples(
        parser,
        "conformance explain MCP-2",
        "conformance explain ERR-1 TR-5",
        "conformance explain tool-loop",
        "conformance explain responses-name-65",
    )
