"""The arguments of conformance serve."""

from __future__ import annotations

import argparse

from conformance.cli.arguments.common import add_subject


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.set_defaults(module="serve")
    parser.description = "Serve a Python subject over the protocol, version 1 (default: the reference)."
    add_subject(parser)
    parser.add_argument("--stdio", action="store_true", help="over standard input and output (the default)")
