"""The arguments of every subcommand. Imports argparse and nothing else: --help must feel instant."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from conformance import __version__
from conformance.errors import did_you_mean


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say a mistake in one line."""
        told = " ".join(message.split())
        told += "" if told.endswith((".", "?")) else "."
        self.exit(2, f"{self.prog}: {told} See {self.prog} --help.\n")


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

    words: what was typed; only the subcommands among them get their arguments, and where the first word is one, the
    others are not even named: they would cost time at every start. None for all.
    """
    parser = _Parser(
        prog="conformance",
        description="Conformance suite for converters between LLM tool and message formats.",
        epilog="Exit status: 0 conforms, 1 does not, 2 the run could not be made, "
        "3 the suite's own fault, 130 interrupted.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"conformance {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    first = words[0] if words else None
    named = {first: _COMMANDS[first]} if first in _COMMANDS else _COMMANDS
    for name, told in named.items():
        command = commands.add_parser(name, help=told, allow_abbrev=False)
        if words is None or name in words:
            import_module(f"conformance.cli.arguments.{name.replace('-', '_')}").fill(command)
    return parser


# Each subcommand's arguments stand in the module of its name in `arguments`, which is imported when it is asked for.
_COMMANDS = {
    "certify": "judge a converter and write the reports",
    "rules": "list the rules",
    "explain": "explain one rule: what, why, source, choices, an example",
    "subjects": "list the subjects that have a name",
    "serve": "serve a subject over HTTP, or over standard streams",
    "emulate": "serve a local API that answers by a script",
    "init": "write a working adapter for a converter in another language",
    "record": "record conversations with tools that a converter takes part in",
    "replay": "hold recorded traffic against the oracles, and judge a converter by it",
    "drift": "say what changed in the APIs since their schemas were pinned, and whom it touches",
    "diff": "compare two reports: regressions, new passes, changed evidence",
    "diff-subjects": "find where two converters disagree, and which rule decides it",
    "scoreboard": "put many reports on one page, with a badge for each subject",
    "check-tools": "say what an API answers to tools, before anyone sends them",
    "verify": "say whether a certificate still holds",
    "selftest": "hold the suite against defects that it must find",
}
