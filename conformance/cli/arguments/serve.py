"""The arguments of conformance serve."""

from __future__ import annotations

import argparse

from conformance.cli.arguments.common import (
    add_command,
    add_environment,
    add_examples,
    add_served_hosts,
    add_subject,
    add_timeouts,
    port,
)


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.set_defaults(module="serve")
    parser.description = (
        "Serve a subject (default: the reference) by the protocol, version 1, over HTTP, or with --stdio over standard "
        "input and output. Ctrl-C ends it."
    )
    subject = parser.add_argument_group("the subject")
    add_subject(subject)
    add_command(subject)
    add_environment(subject)
    served = parser.add_argument_group("where it is served")
    served.add_argument("--stdio", action="store_true", help="over standard input and output: a Python subject only")
    served.add_argument("--host", metavar="HOST", help="where to listen (127.0.0.1: this machine only)")
    served.add_argument("--port", type=port, metavar="N", help="0 for any that is free (8000)")
    add_served_hosts(served)
    add_timeouts(parser.add_argument_group("limits"), "that a conversion may take")
    add_examples(
        parser, "conformance serve package.module:object --port 8000", "conformance serve package.module:object --stdio"
    )
