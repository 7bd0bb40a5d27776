"""The arguments of conformance replay."""

from __future__ import annotations

import argparse

from conformance.cli.arguments.common import (
    add_choices,
    add_command,
    add_contracts,
    add_environment,
    add_examples,
    add_in_process,
    add_requirements,
    add_subject,
    add_timeouts,
    add_url,
)


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.set_defaults(module="replay")
    parser.description = (
        "Read a folder of recorded API traffic (VCR cassettes and similar): check what the API accepted and sent "
        "against the oracles, check a converter with the recorded inputs, and repeat the conversations that "
        "`conformance record` made. Nothing is sent."
    )
    recordings = parser.add_argument_group("the recordings")
    recordings.add_argument("folder", metavar="DIR", help="the folder; the folders in it are read too")
    recordings.add_argument(
        "--host", action="append", default=[], metavar="HOST", help="this host is the API too (repeatable)"
    )
    subject = parser.add_argument_group("the subject")
    add_subject(subject)
    add_in_process(subject)
    add_command(subject)
    add_url(subject)
    add_environment(subject)
    add_choices(subject)
    add_timeouts(parser.add_argument_group("limits"))
    checked = parser.add_argument_group("what is checked")
    add_contracts(checked)
    add_requirements(checked)
    parser.add_argument_group("reports").add_argument(
        "--json", metavar="FILE", help="write all of it as data (specs/replay.schema.json)"
    )
    add_examples(parser, "conformance replay recordings", "conformance replay recordings package.module:object")
