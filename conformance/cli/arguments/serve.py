"""The arguments of conformance serve."""

from __future__ import annotations

import argparse

from conformance.cli.arguments.common import add_command, add_environment, add_hosts, add_patience, add_subject, port


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.set_defaults(module="serve")
    parser.description = (
        "Serve a subject (default: the reference) by the protocol, version 1, over HTTP, or with --stdio over standard "
        "input and output. Ctrl-C ends it."
    )
    add_subject(parser)
    add_command(parser)
    add_environment(parser)
    parser.add_argument("--stdio", action="store_true", help="over standard input and output: a Python subject only")
    parser.add_argument("--host", metavar="HOST", help="where to listen (127.0.0.1: this machine only)")
    parser.add_argument("--port", type=port, metavar="N", help="0 for any that is free (8000)")
    add_hosts(parser)
    add_patience(parser, "that a conversion may take")
