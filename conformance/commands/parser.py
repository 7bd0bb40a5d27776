"""The arguments of every subcommand. --help imports nothing but this: it must feel instant.

Not even `typing`, which would take a quarter of the time that --help takes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from conformance import __version__
from conformance.base.errors import did_you_mean

# By group: each command and its purpose.
GROUPS = {
    "check a converter": {
        "demo": "judge a sample with a bug, and the reference: the first minute",
        "certify": "check a converter by the rules, and write the reports",
        "live": "certify, then send some of the results to the real API",
        "diff-subjects": "find where two converters differ, and which rule decides it",
        "check-tools": "report what an API would answer to tools, without sending them",
        "init": "write a working adapter for a converter in another language",
        "config": "show every setting in force, and where it comes from",
    },
    "understand the rules": {
        "explain": "explain one rule: what, why, source, choices, an example",
        "operations": "list the conversions that can be certified, by their formats",
        "rules": "list the rules",
        "subjects": "list the subjects that have a name",
    },
    "use the results": {
        "repeat": "repeat a defect of the last report",
        "issue": "write a defect for a library's tracker, with a script that shows it",
        "diff": "compare two reports: regressions, new passes, changed evidence",
        "scoreboard": "put many reports on one page, with a badge for each subject",
        "survey": "judge real libraries at several versions, and write a site of the results",
        "verify": "check whether a certificate still holds",
    },
    "work with APIs and traffic": {
        "scan": "report what works of a server, and which clients it is enough for",
        "serve": "serve a subject over HTTP, or over standard streams",
        "emulate": "serve a local API that answers by a script, or as a model would",
        "gateway": "serve one API by another: the reference converters as a gateway",
        "record": "record conversations with tools in which a converter takes part",
        "replay": "check recorded traffic, and check a converter with it",
        "drift": "report what changed in the APIs since their schemas were pinned",
    },
}
SHELLS = ("bash", "zsh", "fish", "tcsh")
COMMANDS = {name: purpose for commands in GROUPS.values() for name, purpose in commands.items()}
# By group, the module in `arguments` that has a function of the name of each command.
_MODULES = dict(zip(GROUPS, ("converter", "rules", "results", "traffic"), strict=True))
ARGUMENTS = {
    name: f"conformance.commands.arguments.{_MODULES[group]}" for group, commands in GROUPS.items() for name in commands
}
HOMES: dict[str, str] = {}  # the packages of commands that are elsewhere: a checkout's own, see `tests.suite`
EPILOG = """\
examples:
  conformance demo
  conformance certify --bind mcp-tool-to-chat-tool=package.module:function
  conformance explain MCP-2

Each command has its own --help. Exit status: 0 conforms, 1 does not, 2 the run could not be made, 3 the suite's own \
fault, 130 interrupted."""


class _Help(argparse.HelpFormatter):
    """Wraps paragraphs, and keeps the lines of a text that has several, such as examples."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        fill = super()._fill_text
        return "\n\n".join(part if "\n" in part else fill(part, width, indent) for part in text.split("\n\n"))


class _HelpAll(argparse.Action):
    """Prints the help with every flag."""

    def __call__(self, parser: argparse.ArgumentParser, *_given: object) -> None:
        assert isinstance(parser, _Parser)
        parser.first = ()
        parser.print_help()
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """first: the flags that --help shows, where there are many; --help-all shows the others too."""

    first: Sequence[str] = ()

    def show_first(self, flags: Sequence[str]) -> None:
        """Let --help show these flags only."""
        self.first = flags
        self.add_argument("--help-all", action=_HelpAll, nargs=0, help="show every flag and exit")

    def format_help(self) -> str:
        """Return the help: of the flags that come first, and where the others are, or of all."""
        if not self.first:
            return super().format_help()
        shown = {"--help", "--help-all", *self.first}
        hidden = [action for action in self._actions if action.option_strings and not shown & {*action.option_strings}]
        texts, epilog, usage = [action.help for action in hidden], self.epilog, self.usage
        self.usage = f"{self.prog} [SUBJECT] [FLAG ...]"
        more = sum(text is not argparse.SUPPRESS for text in texts)
        self.epilog = f"{more} more flags: {self.prog} --help-all\n\n{epilog}"
        for action in hidden:
            action.help = argparse.SUPPRESS
        try:
            return super().format_help()
        finally:
            self.epilog, self.usage = epilog, usage
            for action, text in zip(hidden, texts, strict=True):
                action.help = text

    def error(self, message: str) -> None:  # type: ignore[override]  # it never returns; NoReturn is typing's
        """Report a mistake in one line."""
        line = " ".join(message.split())
        line += "" if line.endswith((".", "?")) else "."
        self.exit(2, f"{self.prog}: {line} See {self.prog} --help.\n")


def parse(arguments: Sequence[str] | None = None) -> tuple[argparse.ArgumentParser, argparse.Namespace]:
    """Return the parser and what it read.

    command: None if there is none. given: the attributes that arguments set, not defaults. Exits with status 2 and one
    line for a mistake.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    parser, command = whole_parser(), words[0] if words else None
    if command not in COMMANDS:
        if command is not None and not command.startswith("-"):
            parser.error(f"unknown command {command!r}. {did_you_mean(command, COMMANDS)}".rstrip())
        parsed, unknown = parser.parse_known_args(words)
        if unknown:
            parser.error(f"unknown argument {unknown[0]!r}")
        parsed.command = None
        return parser, parsed
    parser = command_parser(command)
    parsed, unknown = _read(parser, words[1:])
    if unknown:
        _refuse(parser, unknown[0])
    parsed.command, parsed.given = command, _attributes_set(parser, words[1:])
    return parser, parsed


def _attributes_set(parser: argparse.ArgumentParser, words: Sequence[str]) -> frozenset[str]:
    """Return the attributes that words set. The parser has no defaults afterwards."""
    for action in parser._actions:
        action.default = argparse.SUPPRESS
    return frozenset(vars(_read(parser, words)[0]))


def _read(parser: argparse.ArgumentParser, words: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """Return what words say, and those that nothing takes. Names may go on after an option."""
    may_lack_names = any(not action.option_strings and action.nargs is not None for action in parser._actions)
    return parser.parse_known_intermixed_args(words) if may_lack_names else parser.parse_known_args(words)


def _refuse(parser: argparse.ArgumentParser, word: str) -> None:
    flag = word.partition("=")[0]
    if not flag.startswith("-"):
        parser.error(f"one argument too many: {flag!r}")
    parser.error(f"unknown option {flag!r}. {did_you_mean(flag, parser._option_string_actions)}".rstrip())


def whole_parser() -> argparse.ArgumentParser:
    """Return the parser of what comes before a command; its help lists the commands."""
    groups = [
        "\n".join([f"{title}:", *(f"  {name:13}  {purpose}" for name, purpose in commands.items())])
        for title, commands in GROUPS.items()
    ]
    purpose = "Conformance suite for converters between LLM tool and message formats."
    parser = _Parser(
        prog="conformance",
        usage="conformance [-h] [--version] [--completion SHELL] COMMAND ...",
        description="\n\n".join([purpose, *groups]),
        epilog=EPILOG,
        formatter_class=_Help,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"conformance {__version__}")
    parser.add_argument(
        "--completion",
        choices=SHELLS,
        metavar="SHELL",
        help=f"print a script by which a shell completes commands, flags and names: {', '.join(SHELLS)}",
    )
    return parser


def command_parser(name: str) -> argparse.ArgumentParser:
    """Return the parser of one command. name: one of COMMANDS."""
    parser = _Parser(prog=f"conformance {name}", formatter_class=_Help, allow_abbrev=False)
    fill(parser, name)
    return parser


def fill(parser: argparse.ArgumentParser, name: str) -> None:
    """Give a parser the arguments of a command. name: one of COMMANDS."""
    arguments = import_module(ARGUMENTS[name])
    getattr(arguments, module_of(name))(parser)
    first = getattr(arguments, "SHOWN_FIRST", {}).get(name)
    if first and isinstance(parser, _Parser):
        parser.show_first(first)


def home_of(command: str) -> str:
    """Return the package of a command's module."""
    return HOMES.get(command, "conformance.commands")


def module_of(command: str) -> str:
    """Return the name of a command's module, and of the function that gives it its arguments."""
    return command.replace("-", "_")
