"""The arguments of every subcommand. Imports argparse and nothing else: --help must feel instant."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from conformance import __version__

MOST_JOBS = 256


def _formatter(prog: str) -> argparse.HelpFormatter:
    """Lay help out as argparse does; a width of its own saves argparse from importing shutil for each argument."""
    return argparse.HelpFormatter(prog, width=_columns() - 2)


def _columns() -> int:
    """The terminal's width as shutil.get_terminal_size tells it, without what that module loads."""
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told) > 0:
        return int(told)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80 if sys.__stdout__ else 80
    except (OSError, ValueError):
        return 80


class _Parser(argparse.ArgumentParser):
    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **{"formatter_class": _formatter, **named})

    def error(self, message: str) -> NoReturn:
        """Say a mistake in one line."""
        told = " ".join(message.split())
        told += "" if told.endswith((".", "?")) else "."
        self.exit(2, f"{self.prog}: {told} See {self.prog} --help.\n")


def parse(arguments: Sequence[str] | None = None) -> tuple[argparse.ArgumentParser, argparse.Namespace]:
    """Return the parser and what it read. Exits with status 2 and one line for a mistake."""
    parser = build_parser(sys.argv[1:] if arguments is None else arguments)
    parsed, unknown = parser.parse_known_args(arguments)
    if unknown:
        _refuse(parser, parsed, unknown)
    return parser, parsed


def _refuse(parser: argparse.ArgumentParser, parsed: argparse.Namespace, unknown: list[str]) -> NoReturn:
    if parsed.command is None:
        parser.error(f"unknown argument {unknown[0]!r}")
    from conformance.errors import did_you_mean

    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    chosen: argparse.ArgumentParser = commands.choices[parsed.command]
    flag = unknown[0].partition("=")[0]
    if not flag.startswith("-"):
        chosen.error(f"one argument too many: {flag!r}")
    chosen.error(f"unknown option {flag!r}. {did_you_mean(flag, chosen._option_string_actions)}".rstrip())


def build_parser(words: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """Return the parser of the whole command.

    words: what was typed; only the subcommands among them get their arguments, for the others cost time at every
    start. None for all.
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
    for name, (told, fill) in _COMMANDS.items():
        command = commands.add_parser(name, help=told, allow_abbrev=False)
        if words is None or name in words:
            fill(command)
    return parser


def _certify(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="certify")
    parser.description = "Judge a converter by every rule of the operations it offers."
    _subject(parser)
    parser.add_argument(
        "--in-process", action="store_true", help="run the Python subject inside this process, to debug it"
    )
    parser.add_argument(
        "--command", dest="process", metavar="CMD", help="a subject in any language: a process that speaks the protocol"
    )
    _name_values(parser, "--env", "NAME[=VALUE]", "pass or set a variable in the subject's environment")
    parser.add_argument(
        "--mcp-server", metavar="CMD", help="ask this MCP server (stdio) for its tools and add them to the inputs"
    )
    parser.add_argument(
        "--requirements",
        metavar="SET",
        help="what decides: documents, api, field, all, or several with commas",
    )
    parser.add_argument("--contract", action="append", metavar="OPERATION", help="only this operation (repeatable)")
    parser.add_argument("--rule", action="append", metavar="ID", help="only this rule (repeatable)")
    parser.add_argument(
        "--origin", action="append", choices=("document", "api", "field"), help="only rules of this origin (repeatable)"
    )
    parser.add_argument("--case", action="append", metavar="ID", help="only this case (repeatable)")
    parser.add_argument(
        "--input", metavar="FILE", help="only this input: a JSON file, or a stream's text; needs --contract"
    )
    _name_values(parser, "--choice", "NAME=ANSWER", "state which legal answer the subject takes (repeatable)")
    parser.add_argument(
        "--max-examples",
        type=_count,
        default=100,
        metavar="N",
        help="generated examples an operation (100; 0: cases only)",
    )
    parser.add_argument("--seed", type=_count, metavar="N", help="repeat the examples of a run (random)")
    parser.add_argument(
        "--timeout", type=_seconds, default=10.0, metavar="S", help="seconds of silence while requests are out (10)"
    )
    parser.add_argument(
        "--start-timeout",
        type=_seconds,
        default=30.0,
        metavar="S",
        help="seconds until the subject describes itself (30)",
    )
    parser.add_argument(
        "--expected-failures", metavar="FILE", help="failures you know of, in TOML: [[failure]] operation, rule, reason"
    )
    parser.add_argument("--report-dir", metavar="DIR", help="where report.json, junit.xml and report.html go (reports)")
    parser.add_argument("--json", metavar="FILE", help="write report.json here instead")
    parser.add_argument("--junit", metavar="FILE", help="write junit.xml here instead")
    parser.add_argument("--quiet", action="store_true", help="print the verdict line only")


def _subject(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "subject",
        nargs="?",
        metavar="SUBJECT",
        help="a name from `conformance subjects` (default: reference), or package.module:object",
    )
    _name_values(
        parser, "--bind", "OPERATION=PATH", "certify one function: OPERATION=package.module:function (repeatable)"
    )
    parser.add_argument(
        "--python",
        metavar="INTERPRETER",
        help="run the Python subject by this interpreter; the suite need not be installed there",
    )


def _rules(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="rules")
    parser.description = "List the rules of every operation, or what covers each section of each source document."
    parser.add_argument("--contract", action="append", metavar="OPERATION", help="only this operation (repeatable)")
    parser.add_argument(
        "--traceability",
        action="store_true",
        help="each section of each document, its rules, and how many cases and examples a run emitted for them",
    )
    counted = parser.add_argument_group("the run that --traceability counts")
    counted.add_argument("--report", metavar="FILE", help="that of a report.json (default: a run of the reference)")
    counted.add_argument("--seed", type=_count, metavar="N", help="the seed of the reference's run (0)")
    counted.add_argument("--max-examples", type=_count, metavar="N", help="its generated examples an operation (100)")


def _explain(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="explain")
    parser.description = "Explain one rule: what it demands, why, where from, its choices, an example."
    parser.add_argument("rule", metavar="RULE", help="a rule id, such as MCP-2")
    parser.add_argument("--contract", metavar="OPERATION", help="of this operation, where several have the rule")


def _subjects(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="subjects")
    parser.description = (
        "List the subjects that have a name: the reference, library adapters, and those of this folder."
    )


def _serve(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="serve")
    parser.description = "Serve a Python subject over the protocol, version 1 (default: the reference)."
    _subject(parser)
    parser.add_argument("--stdio", action="store_true", help="over standard input and output (the default)")


def _diff_subjects(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="diff_subjects")
    parser.description = (
        "Give two converters the same inputs: where they disagree, each difference as small as it can be, "
        "and the rules or choices that decide it. Exit status: 0 they agree, 1 they disagree."
    )
    parser.add_argument(
        "subjects",
        nargs="*",
        metavar="SUBJECT",
        help="A and B: names from `conformance subjects` (reference is one), or package.module:object",
    )
    for side in "ab":
        label = side.upper()
        parser.add_argument(f"--{side}-command", metavar="CMD", help=f"{label} is a process that speaks the protocol")
        _name_values(parser, f"--{side}-bind", "OPERATION=PATH", f"{label} is one function, or several (repeatable)")
        parser.add_argument(f"--{side}-python", metavar="INTERPRETER", help=f"run {label} by this interpreter")
    _name_values(parser, "--env", "NAME[=VALUE]", "pass or set a variable in the environment of both")
    parser.add_argument("--contract", action="append", metavar="OPERATION", help="only this operation (repeatable)")
    parser.add_argument(
        "--input", metavar="FILE", help="only this input: a JSON file, or a stream's text; needs --contract"
    )
    parser.add_argument(
        "--max-examples",
        type=_count,
        default=100,
        metavar="N",
        help="generated examples an operation (100; 0: cases only)",
    )
    parser.add_argument("--seed", type=_count, metavar="N", help="repeat the examples of a run (random)")
    parser.add_argument(
        "--timeout", type=_seconds, default=10.0, metavar="S", help="seconds of silence while requests are out (10)"
    )
    parser.add_argument(
        "--start-timeout",
        type=_seconds,
        default=30.0,
        metavar="S",
        help="seconds until a subject describes itself (30)",
    )
    parser.add_argument("--json", metavar="FILE", help="write the disagreements as data")


def _selftest(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="selftest")
    parser.description = (
        "Run the broken converters and the sound ones that the tests keep (in a checkout of the project), "
        "and tell which rules convicted which, and whom they accused falsely."
    )
    parser.add_argument("--contract", action="append", metavar="OPERATION", help="only this operation (repeatable)")
    parser.add_argument(
        "--seed", type=_count, action="append", metavar="N", help="draw the examples with this seed (1; repeatable)"
    )
    parser.add_argument(
        "--max-examples", type=_count, default=100, metavar="N", help="generated examples a converter (100)"
    )
    parser.add_argument("--jobs", type=_jobs, metavar="N", help="processes at a time (one for each core)")
    parser.add_argument("--json", metavar="FILE", help="write the table as data (specs/selftest.schema.json)")
    parser.add_argument("--quiet", action="store_true", help="print only what went wrong, and the last line")


def _name_values(parser: argparse.ArgumentParser, flag: str, form: str, text: str) -> None:
    parser.add_argument(flag, action="append", default=[], metavar=form, help=text)


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of 0 or more")
    return int(text)


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= MOST_JOBS:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes from 1 to {MOST_JOBS}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e7:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return seconds


_COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "certify": ("judge a converter and write the reports", _certify),
    "rules": ("list the rules", _rules),
    "explain": ("explain one rule: what, why, source, choices, an example", _explain),
    "subjects": ("list the subjects that have a name", _subjects),
    "serve": ("serve a Python subject over the protocol", _serve),
    "diff-subjects": ("find where two converters disagree, and which rule decides it", _diff_subjects),
    "selftest": ("hold the suite against defects that it must find", _selftest),
}
