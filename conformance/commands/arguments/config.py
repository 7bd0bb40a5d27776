"""The arguments of conformance config."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import add_examples


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = (
        "Show every setting in force here, its value, and where it comes from: the file of the project "
        "(conformance.toml, or [tool.conformance] of pyproject.toml, from this folder upwards), a variable of the "
        "environment, or a default. A flag overrides all of them."
    )
    written = parser.add_mutually_exclusive_group()
    written.add_argument("--json", metavar="FILE", help="write the same as data; - for standard output")
    written.add_argument(
        "--schema", action="store_true", help="print the JSON Schema of conformance.toml, for an editor"
    )
    add_examples(parser, "conformance config", "conformance config --json -")
