"""The arguments of conformance diff-subjects."""

from __future__ import annotations

import argparse

from conformance.cli.arguments.common import add_environment, add_patience, count, name_values


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
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
        parser.add_argument(f"--{side}-url", metavar="URL", help=f"{label} is a service that speaks it over HTTP")
        name_values(parser, f"--{side}-bind", "OPERATION=PATH", f"{label} is one function, or several (repeatable)")
        parser.add_argument(f"--{side}-python", metavar="INTERPRETER", help=f"run {label} by this interpreter")
    add_environment(parser, "the environment of both")
    parser.add_argument("--contract", action="append", metavar="OPERATION", help="only this operation (repeatable)")
    parser.add_argument(
        "--input", metavar="FILE", help="only this input: a JSON file, or a stream's text; needs --contract"
    )
    parser.add_argument(
        "--max-examples",
        type=count,
        default=100,
        metavar="N",
        help="generated examples an operation (100; 0: cases only)",
    )
    parser.add_argument("--seed", type=count, metavar="N", help="repeat the examples of a run (random)")
    add_patience(parser, subject="a subject")
    parser.add_argument("--json", metavar="FILE", help="write the disagreements as data")
