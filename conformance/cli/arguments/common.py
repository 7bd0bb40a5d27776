"""What the arguments of several subcommands share: their types, and how a subject is named."""

from __future__ import annotations

import argparse

MOST_JOBS = 256


def add_subject(parser: argparse.ArgumentParser) -> None:
    """Add the ways to name a subject."""
    parser.add_argument(
        "subject",
        nargs="?",
        metavar="SUBJECT",
        help="a name from `conformance subjects` (default: reference), or package.module:object",
    )
    name_values(
        parser, "--bind", "OPERATION=PATH", "certify one function: OPERATION=package.module:function (repeatable)"
    )
    parser.add_argument(
        "--python",
        metavar="INTERPRETER",
        help="run the Python subject by this interpreter; the suite need not be installed there",
    )


def name_values(parser: argparse.ArgumentParser, flag: str, form: str, text: str) -> None:
    """Add an option that takes NAME=VALUE, any number of times."""
    parser.add_argument(flag, action="append", default=[], metavar=form, help=text)


def count(text: str) -> int:
    """Read a whole number of 0 or more."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of 0 or more")
    return int(text)


def jobs(text: str) -> int:
    """Read a number of processes."""
    if not text.isdecimal() or not 0 < int(text) <= MOST_JOBS:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes from 1 to {MOST_JOBS}")
    return int(text)


def seconds(text: str) -> float:
    """Read a number of seconds above 0."""
    try:
        read = float(text)
    except ValueError:
        read = 0.0
    if not 0 < read < 1e7:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return read
