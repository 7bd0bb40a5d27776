"""What the arguments of several subcommands share: their types, and how a subject is named."""

from __future__ import annotations

import argparse

from conformance.listening import host_of

MOST_JOBS = 256


def add_subject(parser: argparse.ArgumentParser) -> None:
    """Add the ways to name a subject."""
    parser.add_argument(
        "subject",
        nargs="?",
        metavar="SUBJECT",
        help="package.module:object, or a name from `conformance subjects`, among them reference, the built-in one",
    )
    name_values(
        parser, "--bind", "OPERATION=PATH", "certify one function: OPERATION=package.module:function (repeatable)"
    )
    parser.add_argument(
        "--python",
        metavar="INTERPRETER",
        help="run the Python subject by this interpreter; the suite need not be installed there",
    )


def add_reach(parser: argparse.ArgumentParser) -> None:
    """Add the other ways to reach a subject, and what is told of it: for commands that ask it as `certify` does."""
    add_ways(parser)
    add_environment(parser)
    name_values(parser, "--choice", "NAME=ANSWER", "state which legal answer the subject takes (repeatable)")
    add_patience(parser)


def add_ways(parser: argparse.ArgumentParser) -> None:
    """Add the ways to reach a subject besides its import path."""
    parser.add_argument(
        "--in-process", action="store_true", help="run the Python subject inside this process, to debug it"
    )
    add_command(parser)
    parser.add_argument("--url", metavar="URL", help="a service that speaks the protocol over HTTP")


def add_command(parser: argparse.ArgumentParser) -> None:
    """Add the command of a subject that is a process."""
    parser.add_argument(
        "--command", dest="process", metavar="CMD", help="a subject in any language: a process that speaks the protocol"
    )


def add_environment(parser: argparse.ArgumentParser, of: str = "the subject's environment") -> None:
    """Add the variables of the environment that subjects get."""
    name_values(parser, "--env", "NAME[=VALUE]", f"pass or set a variable in {of}")


def add_patience(
    parser: argparse.ArgumentParser, silence: str = "of silence while requests are out", subject: str = "the subject"
) -> None:
    """Add how long a subject may take to answer, and to start."""
    parser.add_argument("--timeout", type=seconds, default=10.0, metavar="S", help=f"seconds {silence} (10)")
    parser.add_argument(
        "--start-timeout",
        type=seconds,
        default=30.0,
        metavar="S",
        help=f"seconds until {subject} describes itself (30)",
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


def port(text: str) -> int:
    """Read the number of a port; 0 stands for any that is free."""
    if not text.isdecimal() or len(text) > 5 or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port from 0 to 65535")
    return int(text)


def add_hosts(parser: argparse.ArgumentParser) -> None:
    """Add the names under which a server may be addressed."""
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        type=host,
        metavar="NAME",
        help="take requests whose Host header has this name; localhost, 127.0.0.0/8, [::1] and --host are taken "
        "(repeatable)",
    )


def host(text: str) -> str:
    """Read the name or the address of a host, without a port."""
    name = text.strip("[]")
    found = host_of(f"[{name}]" if ":" in name else name)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no name of a host: write it without a scheme and a port")
    return found


def memory(text: str) -> int | None:
    """Read an amount of memory, such as 4G or 512M, as bytes; None for 0, which is no limit."""
    number, unit = (text[:-1], text[-1].upper()) if text[-1:].isalpha() else (text, "B")
    try:
        size = float(number) * {"B": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}[unit]
    except (ValueError, KeyError):
        size = -1.0
    if not 0 <= size < 1 << 60:
        raise argparse.ArgumentTypeError(f"{text!r} is no amount of memory such as 4G, 512M or 0")
    return int(size) or None


def seconds(text: str) -> float:
    """Read a number of seconds above 0."""
    try:
        read = float(text)
    except ValueError:
        read = 0.0
    if not 0 < read < 1e7:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return read
