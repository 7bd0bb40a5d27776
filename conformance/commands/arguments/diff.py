"""The arguments of conformance diff."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import add_examples


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = (
        "Compare two reports of a subject: what newly fails, newly passes, fails in another way; which choices it "
        "answers differently; what changed in the suite. Exit status: 0 no regression, 1 a regression: a MUST rule "
        "that did not prevent conformance before fails or was not run, or one that passed is no longer checked or "
        "observable, or a narrower scope (--without). A rule that the old report does not have is not a regression."
    )
    parser.add_argument("old", metavar="OLD.json", help="the report.json to compare with")
    parser.add_argument("new", metavar="NEW.json", help="the report.json of the newer run")
    parser.add_argument(
        "--markdown",
        metavar="FILE",
        help="write the comparison as Markdown, for a comment; -: on standard output, alone",
    )
    parser.add_argument("--html", metavar="FILE", help="write the comparison as one HTML page")
    parser.add_argument("--json", metavar="FILE", help="write the comparison as data; -: on standard output, alone")
    parser.add_argument("--quiet", action="store_true", help="print the last line only")
    add_examples(
        parser,
        "conformance diff old/report.json new/report.json",
        "conformance diff old.json new.json --markdown comment.md --quiet",
    )
