"""The arguments of conformance drift."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import add_examples


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = (
        "Compare the pinned schemas of the APIs with those of the installed packages (openai, mcp, anthropic, "
        "google-genai): what changed, what it breaks, which operations, rules and certificates it affects. Exit "
        "status: 0 nothing that operations here rely on breaks, 1 something does or the suite refuses what was "
        "recorded, 2 not everything could be compared."
    )
    new = parser.add_mutually_exclusive_group()
    new.add_argument(
        "--python",
        metavar="INTERPRETER",
        help="compare the packages of this interpreter; the suite need not be installed there",
    )
    new.add_argument("--openapi", metavar="FILE", help="compare an OpenAPI document instead, JSON or YAML")
    parser.add_argument(
        "--from",
        dest="old",
        metavar="INTERPRETER",
        help="compare with the packages of this interpreter, not with the pinned schemas",
    )
    parser.add_argument(
        "--recordings", metavar="DIR", action="append", default=[], help="also check this recorded traffic with both"
    )
    parser.add_argument(
        "--certificate",
        metavar="FILE",
        action="append",
        default=[],
        help="report whether the changes make this certificate stale",
    )
    parser.add_argument(
        "--kind",
        action="append",
        metavar="KIND",
        help="compare only this schema, such as chat-request (repeatable; default: all ten, or the six of OpenAI with "
        "--openapi)",
    )
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="also show changes that break nothing that operations rely on"
    )
    parser.add_argument("--all", action="store_true", help="show all changes, those that affect no operation too")
    parser.add_argument(
        "--update", action="store_true", help="pin the schemas of the packages, after showing the difference"
    )
    parser.add_argument(
        "--json", metavar="FILE", help="write it as data (specs/drift.schema.json); -: on standard output, alone"
    )
    parser.add_argument("--html", metavar="FILE", help="write it as one HTML page")
    add_examples(
        parser,
        "conformance drift",
        "conformance drift --python other/bin/python --html drift.html",
    )
