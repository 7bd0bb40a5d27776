"""The arguments of conformance subjects."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import add_examples


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = (
        "List the subjects that have a name: the reference, library adapters, and those of this folder."
    )
    add_examples(parser, "conformance subjects")
