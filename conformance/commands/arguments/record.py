"""The arguments of conformance record."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import add_examples, add_limits_group, add_live, add_subject_group


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = (
        "Lead whole conversations with tools through a converter (its requests sent, the answers read, the results "
        "sent on) and record them as VCR cassettes. The API is a local one, unless --live is given."
    )
    add_subject_group(parser, in_process=True, choices=True)
    add_limits_group(parser)
    recorded = parser.add_argument_group("what is recorded")
    recorded.add_argument("--out", metavar="DIR", default="recordings", help="where the cassettes go (recordings)")
    recorded.add_argument("--scenario", action="append", metavar="NAME", help="only this conversation (repeatable)")
    recorded.add_argument(
        "--disputed",
        action="append",
        metavar="ID",
        help="instead of conversations: the request that settles this disputed point of an API; all for each "
        "(repeatable)",
    )
    add_live(recorded)
    add_examples(
        parser,
        "conformance record package.module:object",
        "conformance record package.module:object --live --dry-run",
        "conformance record package.module:object --live --max-requests 40 --out live",
        "conformance record --disputed all --dry-run",
    )
