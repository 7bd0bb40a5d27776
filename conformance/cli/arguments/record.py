"""The arguments of conformance record."""

from __future__ import annotations

import argparse

from conformance.cli.arguments.common import add_reach, add_subject


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.set_defaults(module="record")
    parser.description = (
        "Hold whole conversations with tools through a converter (its requests sent, the answers read, the results "
        "sent on) and record them as VCR cassettes. The API is a local one, unless --live is given."
    )
    add_subject(parser)
    add_reach(parser)
    parser.add_argument("--out", metavar="DIR", default="recordings", help="where the cassettes go (recordings)")
    parser.add_argument("--scenario", action="append", metavar="NAME", help="only this conversation (repeatable)")
    parser.add_argument(
        "--live", action="store_true", help="ask the real API, with the key in OPENAI_API_KEY: this costs money"
    )
    parser.add_argument("--base-url", metavar="URL", help="ask the API at this address; one elsewhere needs --live")
    parser.add_argument("--model", metavar="NAME", help="who is to answer")
