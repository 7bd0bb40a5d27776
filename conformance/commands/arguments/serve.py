"""The arguments of conformance serve."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import (
    add_examples,
    add_limits_group,
    add_served_hosts,
    add_subject_group,
    port,
)


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = (
        "Serve a subject (default: the reference) by the protocol, version 1, over HTTP, or with --stdio over standard "
        "input and output. Ctrl-C ends it."
    )
    add_subject_group(parser, url=False)
    served = parser.add_argument_group("where it is served")
    served.add_argument("--stdio", action="store_true", help="over standard input and output: a Python subject only")
    served.add_argument("--host", metavar="HOST", help="where to listen (127.0.0.1: this machine only)")
    served.add_argument("--port", type=port, metavar="N", help="0 for any that is free (8000)")
    add_served_hosts(served)
    add_limits_group(parser, silence="that a conversion may take")
    add_examples(
        parser, "conformance serve package.module:object --port 8000", "conformance serve package.module:object --stdio"
    )
