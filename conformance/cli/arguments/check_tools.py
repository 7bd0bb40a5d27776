"""The arguments of conformance check-tools."""

from __future__ import annotations

import argparse

from conformance.cli.arguments.common import name_values, seconds


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.set_defaults(module="check_tools")
    parser.description = (
        "Say what an API answers to tools before anyone sends them. Tools of MCP are converted first, all others are "
        "judged as they stand."
    )
    parser.epilog = "Exit status: 0 all are taken, 1 some are refused, 2 the tools could not be read."
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "file", nargs="?", metavar="FILE", help="JSON: a tool, a list of tools, an answer to tools/list, or a request"
    )
    source.add_argument("--mcp-server", metavar="CMD", help="ask this MCP server (stdio) for its tools")
    parser.add_argument(
        "--target",
        required=True,
        choices=("openai-chat", "openai-responses", "anthropic", "google"),
        help="the API they are for",
    )
    parser.add_argument("--json", metavar="FILE", help="write what was found as JSON")
    parser.add_argument("--sarif", metavar="FILE", help="write what was found as SARIF, for code scanning")
    name_values(parser, "--env", "NAME[=VALUE]", "pass or set a variable in the MCP server's environment")
    parser.add_argument(
        "--start-timeout", type=seconds, default=30.0, metavar="S", help="seconds for all of the server's answers (30)"
    )
