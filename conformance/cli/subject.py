"""From the arguments that name a subject to a target."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable

from conformance.errors import UsageError, did_you_mean
from conformance.subjects.resolve import MEMORY_LIMIT, Target

EXAMPLES, EXAMPLES_REACHED_THROUGH = 100, 10  # generated for each operation


def examples_of(parsed: argparse.Namespace) -> int:
    """Return how many examples an operation gets: over the wire each is a conversation, which takes its time."""
    if parsed.max_examples is not None:
        return int(parsed.max_examples)
    return EXAMPLES_REACHED_THROUGH if parsed.wire else EXAMPLES


def named_values(entries: list[str], flag: str, form: str) -> dict[str, str]:
    """Read repeated NAME=VALUE arguments. Raises UsageError for another form, and for a name that comes twice."""
    values: dict[str, str] = {}
    for entry in entries:
        name, equals, value = entry.partition("=")
        if not equals or not name or not value:
            raise UsageError(f"{flag} {entry!r} is not of the form {form}.", f"Write {flag} {form}.")
        if name in values:
            raise UsageError(f"{flag} {name} is given twice.", "Keep one.")
        values[name] = value
    return values


def check_operations(names: Iterable[str], operations: tuple[str, ...], flag: str) -> None:
    """Raise UsageError for a name that is no operation."""
    for name in names:
        if name not in operations:
            raise UsageError(f"Unknown operation {name!r} in {flag}.", did_you_mean(name, operations))


def names_subject(parsed: argparse.Namespace) -> bool:
    """Return whether any argument names a subject; an empty one does too, and `resolve` rejects it."""
    ways = ("subject", "process", "url", "wire", "gateway")
    return bool(parsed.bind) or any(getattr(parsed, way, None) is not None for way in ways)


def need_subject(parsed: argparse.Namespace) -> None:
    """Raise UsageError where no argument names a subject: a verdict must never be about a subject nobody named."""
    if not names_subject(parsed):
        raise UsageError(
            "No subject is named.",
            "Name one: package.module:object, a name that `conformance subjects` lists, or `reference`.",
        )


def target_of(parsed: argparse.Namespace, operations: tuple[str, ...]) -> Target:
    """Return the target that the arguments name, the reference where they name none.

    Raises UsageError for arguments that contradict each other.
    """
    bind = named_values(parsed.bind, "--bind", "OPERATION=package.module:function")
    check_operations(bind, operations, "--bind")
    for operation, path in bind.items():
        if ":" not in path:
            raise UsageError(f"--bind {operation}={path} names no function.", "Write package.module:function.")
    process = getattr(parsed, "process", None)
    url = getattr(parsed, "url", None)
    wire, gateway = getattr(parsed, "wire", None), getattr(parsed, "gateway", None)
    whole_ones = {"--command": process, "--url": url, "--wire": wire, "--gateway": gateway}
    for flag, whole in {"--bind": bind, **whole_ones}.items():
        if whole not in (None, {}) and parsed.subject is not None:
            raise UsageError(
                f"{flag} is a whole subject, and so is {shlex.quote(parsed.subject)}.", "Leave one of them away."
            )
    given = [flag for flag, whole in whole_ones.items() if whole is not None]
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)} each are a whole subject.", "Leave one of them away.")
    in_process = getattr(parsed, "in_process", False)
    if in_process and parsed.python:
        raise UsageError("--in-process runs the subject by this interpreter.", "Leave --python away.")
    # What is awaited for longer than the whole run may take would only end it late.
    most = getattr(parsed, "time_limit", float("inf"))
    return Target(
        name=parsed.subject if parsed.subject is not None else "reference",
        bind=bind,
        command=process,
        interpreter=parsed.python,
        in_process=in_process,
        env=tuple(getattr(parsed, "env", ())),
        timeout=min(most, getattr(parsed, "timeout", 10.0)),
        start_timeout=min(most, getattr(parsed, "start_timeout", 30.0)),
        memory_limit=getattr(parsed, "memory_limit", MEMORY_LIMIT),
        operations=operations,
        choices=named_values(getattr(parsed, "choice", []), "--choice", "NAME=ANSWER"),
        url=url,
        wire=wire,
        gateway=gateway,
        gateway_port=getattr(parsed, "gateway_port", 0),
        gateway_api=getattr(parsed, "gateway_api", None),
    )


def command_line(parsed: argparse.Namespace) -> str:
    """Return the certify command that reaches the same subject. Values of --env are left out: they may be keys."""
    words = ["conformance", "certify"]
    if parsed.subject is not None:
        words.append(parsed.subject)
    elif not names_subject(parsed):
        words.append("reference")
    for flag, entries in (("--bind", parsed.bind), ("--choice", parsed.choice)):
        for entry in entries:
            words += _argument(flag, entry)
    for entry in parsed.env:
        words += _argument("--env", entry.partition("=")[0])
    url = getattr(parsed, "url", None)
    named = {"--python": parsed.python, "--command": parsed.process, "--url": url}
    named |= {f"--{name}": getattr(parsed, name.replace("-", "_"), None) for name in ("wire", "gateway")}
    if named["--gateway"]:
        named |= {"--gateway-port": parsed.gateway_port, "--gateway-api": parsed.gateway_api}
    for flag, value in named.items():
        if value:
            words += _argument(flag, str(value))
    if parsed.in_process:
        words.append("--in-process")
    if parsed.requirements:
        words += _argument("--requirements", parsed.requirements)
    for flag, value, default in (("--timeout", parsed.timeout, 10.0), ("--start-timeout", parsed.start_timeout, 30.0)):
        if value != default:
            words += [flag, str(value).removesuffix(".0")]
    memory_limit = getattr(parsed, "memory_limit", MEMORY_LIMIT)
    if memory_limit != MEMORY_LIMIT:
        words += ["--memory-limit", str(memory_limit or 0)]
    return shlex.join(words)


def same_inputs(parsed: argparse.Namespace, seed: int) -> str:
    """Return the arguments that give another run the same generated and given inputs."""
    if parsed.input is not None:
        return shlex.join(_argument("--input", parsed.input))
    words = ["--seed", str(seed)]
    if parsed.max_examples != EXAMPLES:
        words += ["--max-examples", str(parsed.max_examples)]
    if parsed.mcp_server is not None:
        words += _argument("--mcp-server", parsed.mcp_server)
    if parsed.cassettes is not None:
        words += _argument("--cassettes", parsed.cassettes)
    return shlex.join(words)


def _argument(flag: str, value: str) -> list[str]:
    # A value that begins with a dash would be read as a flag.
    return [f"{flag}={value}"] if value.startswith("-") else [flag, value]
