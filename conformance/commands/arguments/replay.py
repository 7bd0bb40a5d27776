"""The arguments of conformance replay."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import (
    add_examples,
    add_limits_group,
    add_operations,
    add_requirements,
    add_subject_group,
)


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = (
        "Read a folder of recorded API traffic (VCR cassettes and similar): check what the API accepted and sent "
        "against the oracles. With a subject, check it with the recorded inputs too, and repeat the conversations that "
        "`conformance record` made. Nothing is sent."
    )
    recordings = parser.add_argument_group("the recordings")
    recordings.add_argument(
        "folder", nargs="?", metavar="DIR", help="the folder, and those in it (default: the project's)"
    )
    recordings.add_argument(
        "--host",
        action="append",
        default=[],
        metavar="HOST",
        help="openai, azure or compatible: judge recordings that name no known host as this one's (compatible); any "
        "other name: read the recordings of this host too (repeatable)",
    )
    recordings.add_argument(
        "--since",
        metavar="DIR",
        help="earlier recordings: say what the API sends that these do not have; no fault, and no part of the status",
    )
    add_subject_group(parser, in_process=True, choices=True, without=True)
    add_limits_group(parser)
    checked = parser.add_argument_group("what is checked")
    add_operations(checked)
    add_requirements(checked)
    reports = parser.add_argument_group("reports")
    reports.add_argument(
        "--json",
        metavar="FILE",
        help="write all of it as data (specs/replay.schema.json); -: on standard output, alone",
    )
    reports.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        help="name what was skipped; without a subject, show how the reference does",
    )
    add_examples(parser, "conformance replay recordings", "conformance replay recordings package.module:object")
