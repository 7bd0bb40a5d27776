"""The arguments of every subcommand. --help imports nothing but this: it must feel instant."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from conformance import __version__
from conformance.errors import did_you_mean

EPILOG = """\
examples:
  conformance certify
  conformance certify --bind mcp-tool-to-chat-tool=package.module:function
  conformance explain MCP-2

Each command has its own --help. Exit status: 0 conforms, 1 does not, 2 the run could not be made, 3 the suite's own \
fault, 130 interrupted."""
# The arguments of a subcommand are in the module of its name in `arguments`.
COMMANDS = {
    "certify": "check a converter by the rules, and write the reports",
    "explain": "explain one rule: what, why, source, choices, an example",
    "rules": "list the rules",
    "subjects": "list the subjects that have a name",
    "diff": "compare two reports: regressions, new passes, changed evidence",
    "diff-subjects": "find where two converters differ, and which rule decides it",
    "scoreboard": "put many reports on one page, with a badge for each subject",
    "verify": "check whether a certificate still holds",
    "check-tools": "report what an API would answer to tools, without sending them",
    "init": "write a working adapter for a converter in another language",
    "serve": "serve a subject over HTTP, or over standard streams",
    "emulate": "serve a local API that answers from a script",
    "record": "record conversations with tools in which a converter takes part",
    "replay": "check recorded traffic, and check a converter with it",
    "drift": "report what changed in the APIs since their schemas were pinned, and what that affects",
    "selftest": "test the suite itself with converters that have a known defect",
}


class _Help(argparse.HelpFormatter):
    """Wraps paragraphs, and keeps the lines of a text that has several, such as examples."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = text.split("\n\n")
        fill = super()._fill_text
        return "\n\n".join(one if "\n" in one else fill(one, width, indent) for one in paragraphs)


class _Parser(argparse.ArgumentParser):
    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=_Help, **settings)

    def error(self, message: str) -> NoReturn:
        """Report a mistake in one line."""
        line = " ".join(message.split())
        line += "" if line.endswith((".", "?")) else "."
        self.exit(2, f"{self.prog}: {line} See {self.prog} --help.\n")


def parse(arguments: Sequence[str] | None = None) -> tuple[argparse.ArgumentParser, argparse.Namespace]:
    """Return the parser and what it read; `bare` in it says whether the subcommand came without any argument.

    Exits with status 2 and one line for a mistake.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    parser = build_parser(words)
    parsed, unknown = parser.parse_known_args(words)
    if unknown:
        _refuse(parser, parsed, unknown)
    parsed.bare = len(words) == 1
    return parser, parsed


def _refuse(parser: argparse.ArgumentParser, parsed: argparse.Namespace, unknown: list[str]) -> NoReturn:
    if parsed.command is None:
        parser.error(f"unknown argument {unknown[0]!r}")

    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    chosen: argparse.ArgumentParser = commands.choices[parsed.command]
    flag = unknown[0].partition("=")[0]
    if not flag.startswith("-"):
        chosen.error(f"one argument too many: {flag!r}")
    chosen.error(f"unknown option {flag!r}. {did_you_mean(flag, chosen._option_string_actions)}".rstrip())


def build_parser(words: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """Return the parser of the whole command.

    words: what was typed. Only a subcommand among them gets its arguments, whose module is imported then; None for all.
    """
    parser = _Parser(
        prog="conformance",
        description="Conformance suite for converters between LLM tool and message formats.",
        epilog=EPILOG,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"conformance {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    for name, purpose in COMMANDS.items():
        command = commands.add_parser(name, help=purpose, allow_abbrev=False)
        if words is None or name in words:
            import_module(f"conformance.cli.arguments.{name.replace('-', '_')}").fill(command)
    return parser
