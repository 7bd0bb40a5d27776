"""The arguments of conformance record."""

from __future__ import annotations

import argparse

from conformance.cli.arguments.common import (
    add_choices,
    add_command,
    add_environment,
    add_examples,
    add_in_process,
    add_subject,
    add_timeouts,
    add_url,
)


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.set_defaults(module="record")
    parser.description = (
        "Lead whole conversations with tools through a converter (its requests sent, the answers read, the results "
        "sent on) and record them as VCR cassettes. The API is a local one, unless --live is given."
    )
    subject = parser.add_argument_group("the subject")
    add_subject(subject)
    add_in_process(subject)
    add_command(subject)
    add_url(subject)
    add_environment(subject)
    add_choices(subject)
    add_timeouts(parser.add_argument_group("limits"))
    recorded = parser.add_argument_group("what is recorded")
    recorded.add_argument("--out", metavar="DIR", default="recordings", help="where the cassettes go (recordings)")
    recorded.add_argument("--scenario", action="append", metavar="NAME", help="only this conversation (repeatable)")
    recorded.add_argument(
        "--live", action="store_true", help="ask the real API, with the key in OPENAI_API_KEY: this costs money"
    )
    recorded.add_argument("--base-url", metavar="URL", help="ask the API at this address; one elsewhere needs --live")
    recorded.add_argument("--model", metavar="NAME", help="the model that answers")
    add_examples(
        parser, "conformance record package.module:object", "conformance record package.module:object --live --out live"
    )
