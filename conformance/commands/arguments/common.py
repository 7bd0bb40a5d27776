"""What the arguments of several subcommands share: their types, their groups, and each flag once."""

from __future__ import annotations

import argparse
import os

from conformance.base.listening import host_of
from conformance.running.project.keys import DEFAULT_SEED

MOST_JOBS = 256
GATEWAY_PORT = 8329
TIME_LIMIT = 1800.0


Flags = argparse._ActionsContainer  # a parser, or a group of its flags
RANDOM = "random"


def add_examples(parser: argparse.ArgumentParser, *commands: str) -> None:
    """Add examples to the help, a command each."""
    lines = "\n".join(f"  {command}" for command in commands)
    parser.epilog = "\n\n".join(filter(None, [parser.epilog, f"examples:\n{lines}"]))


def add_subject_group(
    parser: argparse.ArgumentParser,
    *,
    in_process: bool = False,
    url: bool = True,
    apis: bool = False,
    choices: bool = False,
    without: bool = False,
) -> Flags:
    """Add the ways to name a subject; return their group.

    in_process: whether it may run inside this process. url: whether it may be a service. apis: whether it may be an
    SDK or a gateway, which are reached through an API. choices: whether the user may state its answers to choices.
    without: whether the user may state what it does not have.
    """
    flags = parser.add_argument_group("the subject")
    flags.add_argument(
        "subject",
        nargs="?",
        metavar="SUBJECT",
        help="package.module:object, or a name from `conformance subjects`, such as reference, the built-in one",
    )
    add_name_values(flags, "--bind", "OPERATION=PATH", "one function: OPERATION=package.module:function (repeatable)")
    flags.add_argument(
        "--name",
        metavar="NAME",
        help="the name of the Python subject in reports (default: its own, or that of its functions' package)",
    )
    flags.add_argument(
        "--python",
        metavar="INTERPRETER",
        help="run the Python subject by this interpreter; the suite need not be installed there",
    )
    if in_process:
        text = "run the Python subject in this process, to debug it"
        flags.add_argument("--in-process", action="store_true", help=text)
    flags.add_argument(
        "--command", dest="process", metavar="CMD", help="a process that speaks the protocol, in any language"
    )
    if url:
        flags.add_argument("--url", metavar="URL", help="a service that speaks the protocol over HTTP")
    if apis:
        _add_apis(flags)
    add_environment(flags)
    if choices:
        add_name_values(flags, "--choice", "NAME=ANSWER", "state which legal answer the subject takes (repeatable)")
    if without:
        flags.add_argument(
            "--without",
            action="append",
            default=[],
            metavar="FEATURE,...",
            help="what the subject does not have, such as usage or google: neither asked nor charged, named in the "
            "report and on the certificate, and checked; OPERATION=FEATURE for one operation (repeatable)",
        )
    return flags


def _add_apis(flags: Flags) -> None:
    flags.add_argument(
        "--wire", metavar="CMD", help="an SDK or agent framework: a driver command, judged by what it sends to an API"
    )
    flags.add_argument(
        "--gateway",
        metavar="URL",
        help="a running proxy between two APIs (Responses, Chat, Anthropic's, Gemini), judged on both sides",
    )
    flags.add_argument(
        "--gateway-port",
        type=port,
        default=GATEWAY_PORT,
        metavar="N",
        help=f"port of the API that the proxy is configured to ask, http://127.0.0.1:N/v1 ({GATEWAY_PORT})",
    )
    apis = ("responses", "chat", "anthropic", "gemini")
    flags.add_argument(
        "--from",
        "--gateway-api",
        dest="gateway_api",
        choices=apis,
        help="the API by which the proxy is asked (default: each that it offers, found by asking)",
    )
    flags.add_argument(
        "--to",
        dest="gateway_asks",
        choices=apis,
        help="the API that the proxy asks (default: whichever it does)",
    )
    flags.add_argument(
        "--header",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a header that the proxy demands; env:VARIABLE as the value takes that variable's. No report has the "
        "value (repeatable)",
    )
    add_hosts(flags, "the name by which the proxy calls this machine, such as host.docker.internal; localhost and "
                     "addresses of loopback need none (repeatable)")  # fmt: skip


def add_environment(flags: Flags, of: str = "the subject's environment") -> None:
    """Add the variables of the environment that subjects get."""
    add_name_values(flags, "--env", "NAME[=VALUE]", f"pass or set a variable in {of} (repeatable)")


def add_name_values(flags: Flags, flag: str, form: str, text: str) -> None:
    """Add a flag that takes NAME=VALUE, any number of times."""
    flags.add_argument(flag, action="append", default=[], metavar=form, help=text)


def add_operations(flags: Flags) -> None:
    """Add the choice of operations. --contract is its earlier name, which commands in reports still have."""
    flags.add_argument(
        "--operation",
        dest="contract",
        action="append",
        metavar="OPERATION",
        help="only this operation, or those of a glob, 'mcp-*' (repeatable)",
    )
    flags.add_argument("--contract", dest="contract", action="append", help=argparse.SUPPRESS)


def add_json(flags: Flags) -> None:
    """Add where rules are written as data."""
    flags.add_argument(
        "--json", metavar="FILE", help="write it as data (specs/rules.schema.json); -: on standard output, alone"
    )


def add_profile(flags: Flags, text: str, flag: str = "--host") -> None:
    """Add the profile of the host that OpenAI's APIs are judged as."""
    flags.add_argument(
        flag,
        dest="profile",
        choices=("openai", "azure", "compatible"),
        default="openai",
        help=f"{text} (openai)",
    )


def add_input(flags: Flags, text: str = "only this input") -> None:
    """Add the only input of a run."""
    flags.add_argument(
        "--input",
        action="append",
        metavar="FILE",
        help=f"{text}: a JSON file, or a stream's text; needs --operation, but for one --bind; repeatable",
    )


def add_requirements(flags: Flags, text: str = "the requirement set that decides") -> None:
    """Add the requirement set."""
    flags.add_argument(
        "--requirements",
        metavar="SET",
        help=f"{text}: safe, documents, robust, all, a frozen one (all-2026-11), or several with commas",
    )


def add_examples_drawn(flags: Flags, default: int | None, text: str) -> None:
    """Add how many examples are generated, and the seed that they are drawn from."""
    flags.add_argument(
        "--max-examples", type=count, default=default, metavar="N", help=f"generated examples per operation ({text})"
    )
    flags.add_argument(
        "--seed",
        type=seed,
        metavar="N",
        help=f"what the examples are drawn from ({DEFAULT_SEED}); random: draw other ones, and print the seed",
    )


def add_limits_group(
    parser: argparse.ArgumentParser,
    *,
    silence: str = "of silence while requests are out",
    subject: str = "the subject",
    whole_run: bool = False,
) -> Flags:
    """Add how long a subject may take to answer and to start, and how long a whole run may take; return the group."""
    flags = parser.add_argument_group("limits")
    flags.add_argument("--timeout", type=seconds, default=10.0, metavar="S", help=f"seconds {silence} (10)")
    flags.add_argument(
        "--start-timeout",
        type=seconds,
        default=30.0,
        metavar="S",
        help=f"seconds until {subject} describes itself (30)",
    )
    if whole_run:
        flags.add_argument(
            "--time-limit",
            type=seconds,
            default=TIME_LIMIT,
            metavar="S",
            help=f"seconds after which nothing more is asked; the run is incomplete then ({TIME_LIMIT:g})",
        )
    return flags


def add_live(flags: Flags) -> None:
    """Add whether a real API is asked, at which address, by which model, and how much may be sent."""
    flags.add_argument(
        "--live", action="store_true", help="ask the real API, with the key in OPENAI_API_KEY: this costs money"
    )
    add_destination(flags, "send no more requests than this; what is complete is kept", "; one elsewhere needs --live")
    add_model(flags, "the model that answers")


def add_destination(flags: Flags, most: str, elsewhere: str = "") -> None:
    """Add the address of an API, and how much may be sent there. most: the help of the limit."""
    flags.add_argument("--base-url", metavar="URL", help=f"ask the API at this address{elsewhere}")
    flags.add_argument("--max-requests", type=count, metavar="N", help=most)
    flags.add_argument(
        "--dry-run",
        action="store_true",
        help="list the requests that would be sent and about how many tokens they have; needs no key",
    )


def add_model(flags: Flags, text: str) -> None:
    """Add the model that is asked for."""
    flags.add_argument("--model", metavar="NAME", help=text)


def add_hosts(flags: Flags, text: str) -> None:
    """Add the names by which a server may be addressed."""
    flags.add_argument("--allow-host", action="append", default=[], type=host, metavar="NAME", help=text)


def add_served_hosts(flags: Flags) -> None:
    """Add the names by which a server that a command starts may be addressed."""
    add_hosts(flags, "a further name by which clients may call this server; localhost, 127.0.0.0/8, [::1] and --host "
                     "need none (repeatable)")  # fmt: skip


def count(text: str) -> int:
    """Read a whole number of 0 or more."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 0 or more")
    return int(text)


def jobs(text: str) -> int:
    """Read a number of processes."""
    if not text.isdecimal() or not 0 < int(text) <= MOST_JOBS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes from 1 to {MOST_JOBS}")
    return int(text)


def port(text: str) -> int:
    """Read the number of a port; 0 for any that is free."""
    if not text.isdecimal() or len(text) > 5 or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 0 to 65535")
    return int(text)


def host(text: str) -> str:
    """Read the name or the address of a host, without a port."""
    name = text.strip("[]")
    found = host_of(f"[{name}]" if ":" in name else name)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not the name of a host: write it without a scheme and a port")
    return found


def memory(text: str) -> int | None:
    """Read an amount of memory, such as 4G or 512M, as bytes; None for 0, which is no limit."""
    number, unit = (text[:-1], text[-1].upper()) if text[-1:].isalpha() else (text, "B")
    try:
        size = float(number) * {"B": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}[unit]
    except (ValueError, KeyError):
        size = -1.0
    if not 0 <= size < 1 << 60:
        raise argparse.ArgumentTypeError(f"{text!r} is not an amount of memory such as 4G, 512M or 0")
    return int(size) or None


def seconds(text: str) -> float:
    """Read a number of seconds above 0."""
    try:
        read = float(text)
    except ValueError:
        read = 0.0
    if not 0 < read < 1e7:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return read


def seed(text: str) -> int | str:
    """Read what --seed is given: a whole number of 0 or more, or RANDOM."""
    if text == RANDOM:
        return RANDOM
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 0 or more, or {RANDOM}")
    return int(text)


def seed_of(stated: int | str | None) -> int:
    """Return the seed of a run. stated: what it is given; None for nothing."""
    if stated == RANDOM:
        return int.from_bytes(os.urandom(4), "big")
    return DEFAULT_SEED if stated is None else int(stated)
