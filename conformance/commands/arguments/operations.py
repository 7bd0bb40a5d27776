"""The arguments of conformance operations."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import add_examples


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = "List the operations, each with what it converts, by the format that they convert from."
    parser.add_argument(
        "--from",
        dest="source",
        metavar="FORMAT",
        help="only those that convert from this format: anthropic, chat, responses, mcp, or in full, anthropic-stream",
    )
    parser.add_argument("--to", dest="target", metavar="FORMAT", help="only those that convert to this format")
    add_examples(parser, "conformance operations --from anthropic", "conformance operations --from mcp --to chat")
