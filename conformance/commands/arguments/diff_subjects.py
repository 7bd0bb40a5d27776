"""The arguments of conformance diff-subjects."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import (
    add_environment,
    add_examples,
    add_examples_drawn,
    add_input,
    add_limits_group,
    add_name_values,
    add_operations,
)


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
    parser.description = (
        "Give two converters the same inputs, and report where they differ, each difference as small as possible, "
        "with the rules or choices that decide it. Exit status: 0 they agree, 1 they differ."
    )
    subjects = parser.add_argument_group("the subjects")
    subjects.add_argument(
        "subjects",
        nargs="*",
        metavar="SUBJECT",
        help="A and B: names from `conformance subjects`, such as reference, or package.module:object",
    )
    for side in "ab":
        label = side.upper()
        subjects.add_argument(f"--{side}-command", metavar="CMD", help=f"{label} is a process that speaks the protocol")
        subjects.add_argument(f"--{side}-url", metavar="URL", help=f"{label} is a service that speaks it over HTTP")
        add_name_values(
            subjects, f"--{side}-bind", "OPERATION=PATH", f"{label} is one function, or several (repeatable)"
        )
        subjects.add_argument(f"--{side}-python", metavar="INTERPRETER", help=f"run {label} by this interpreter")
    add_environment(subjects, "the environment of both")
    compared = parser.add_argument_group("what is compared")
    add_operations(compared)
    add_input(compared)
    add_examples_drawn(compared, 100, "100; 0: cases only")
    add_limits_group(parser, subject="a subject", whole_run=True)
    parser.add_argument_group("reports").add_argument(
        "--json", metavar="FILE", help="write the differences as data; -: on standard output, alone"
    )
    add_examples(
        parser,
        "conformance diff-subjects package.module:object reference",
        "conformance diff-subjects reference --b-url http://127.0.0.1:8000",
    )
