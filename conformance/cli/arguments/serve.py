"""The arguments of conformance serve."""

from __future__ import annotations

import argparse

from conformance.cli.arguments.common import add_subject, name_values, port, seconds


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.set_defaults(module="serve")
    parser.description = (
        "Serve a subject (default: the reference) by the protocol, version 1, over HTTP, or with --stdio over standard "
        "input and output. Ctrl-C ends it."
    )
    add_subject(parser)
    parser.add_argument(
        "--command", dest="process", metavar="CMD", help="a subject in any language: a process that speaks the protocol"
    )
    name_values(parser, "--env", "NAME[=VALUE]", "pass or set a variable in the subject's environment")
    parser.add_argument("--stdio", action="store_true", help="over standard input and output: a Python subject only")
    parser.add_argument("--host", metavar="HOST", help="where to listen (127.0.0.1: this machine only)")
    parser.add_argument("--port", type=port, metavar="N", help="0 for any that is free (8000)")
    parser.add_argument(
        "--timeout", type=seconds, default=10.0, metavar="S", help="seconds that a conversion may take (10)"
    )
    parser.add_argument(
        "--start-timeout",
        type=seconds,
        default=30.0,
        metavar="S",
        help="seconds until the subject describes itself (30)",
    )
