"""The arguments of conformance replay."""

from __future__ import annotations

import argparse

from conformance.cli.arguments.common import add_reach, add_subject


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.set_defaults(module="replay")
    parser.description = (
        "Read a folder of recorded API traffic (VCR cassettes and their like): hold what the API took and sent "
        "against the oracles, judge a converter by what really came, and hold the conversations again that "
        "`conformance record` made. Nothing is sent."
    )
    parser.add_argument("folder", metavar="DIR", help="the folder; the folders in it are read too")
    add_subject(parser)
    add_reach(parser)
    parser.add_argument(
        "--host", action="append", default=[], metavar="HOST", help="take this host for the API too (repeatable)"
    )
    parser.add_argument("--contract", action="append", metavar="OPERATION", help="only this operation (repeatable)")
    parser.add_argument(
        "--requirements", metavar="SET", help="what decides: documents, api, field, all, or several with commas"
    )
    parser.add_argument("--json", metavar="FILE", help="write all of it as data (specs/replay.schema.json)")
