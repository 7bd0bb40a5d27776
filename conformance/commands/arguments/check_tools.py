"""The arguments of conformance check-tools."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import add_environment, add_examples, add_profile, seconds


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = (
        "Report what an API would answer to tools, without sending them. MCP tools are converted first; all others "
        "are checked as they are."
    )
    parser.epilog = "Exit status: 0 all are taken, 1 some are refused, 2 the tools could not be read."
    parser.add_argument(
        "files",
        nargs="*",
        default=[],
        metavar="FILE",
        help="JSON: a tool, a list of tools, an answer to tools/list, or a request; a folder or a quoted pattern: its "
        "files that hold tools; -: standard input",
    )
    parser.add_argument("--mcp-server", metavar="CMD", help="ask this MCP server (stdio) for its tools")
    parser.add_argument(
        "--target",
        required=True,
        choices=("openai-chat", "openai-responses", "anthropic", "google"),
        help="the API they are for",
    )
    parser.add_argument(
        "--skip-others", action="store_true", help="leave out files that hold no tools, though they are named"
    )
    add_profile(parser, "whose API it is, of OpenAI's two")
    parser.add_argument("--json", metavar="FILE", help="write what was found as JSON; -: on standard output, alone")
    parser.add_argument("--sarif", metavar="FILE", help="write what was found as SARIF, for code scanning")
    add_environment(parser, "the MCP server's environment")
    parser.add_argument(
        "--start-timeout", type=seconds, default=30.0, metavar="S", help="seconds for all of the server's answers (30)"
    )
    add_examples(
        parser,
        "conformance check-tools tools.json --target openai-responses",
        "conformance check-tools tools/ --target google --sarif tools.sarif",
        'conformance check-tools --mcp-server "python -m server" --target anthropic',
    )
