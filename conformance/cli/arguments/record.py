"""The arguments of conformance record."""

from __future__ import annotations

import argparse

from conformance.cli.arguments.common import add_examples, add_limits_group, add_subject_group, count


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
        "--live", action="store_true", help="ask the real API, with the key in OPENAI_API_KEY: this costs money"
    )
    recorded.add_argument("--base-url", metavar="URL", help="ask the API at this address; one elsewhere needs --live")
    recorded.add_argument(
        "--max-requests", type=count, metavar="N", help="send no more requests than this; what is complete is kept"
    )
    recorded.add_argument(
        "--dry-run",
        action="store_true",
        help="list the requests that would be sent and about how many tokens they have; needs no key",
    )
    recorded.add_argument("--model", metavar="NAME", help="the model that answers")
    add_examples(
        parser,
        "conformance record package.module:object",
        "conformance record package.module:object --live --dry-run",
        "conformance record package.module:object --live --max-requests 40 --out live",
    )
