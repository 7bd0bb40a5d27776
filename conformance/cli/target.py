"""From the arguments that name a subject to a target."""

from __future__ import annotations

import argparse
import shlex

from conformance.errors import UsageError
from conformance.subjects.resolve import Target


def named_values(entries: list[str], flag: str, form: str) -> dict[str, str]:
    """Read repeated NAME=VALUE arguments. Raises UsageError for another form."""
    values = {}
    for entry in entries:
        name, equals, value = entry.partition("=")
        if not equals or not name or not value:
            raise UsageError(f"{flag} {entry!r} is not of the form {form}.")
        values[name] = value
    return values


def target_of(parsed: argparse.Namespace, operations: tuple[str, ...]) -> Target:
    """Return the target that the arguments name. Raises UsageError for an unknown operation in --bind."""
    bind = named_values(parsed.bind, "--bind", "OPERATION=package.module:function")
    for operation, path in bind.items():
        if operation not in operations:
            raise UsageError(f"Unknown operation {operation!r} in --bind.", f"Known: {', '.join(operations)}.")
        if ":" not in path:
            raise UsageError(f"--bind {operation}={path} names no function.", "Write package.module:function.")
    if bind and parsed.subject:
        raise UsageError("--bind is a whole subject.", "Leave SUBJECT away.")
    process = getattr(parsed, "process", None)
    if process and parsed.subject:
        raise UsageError("--command is a whole subject.", "Leave SUBJECT away.")
    return Target(
        name=parsed.subject or "reference",
        bind=bind,
        command=process,
        interpreter=parsed.python,
        in_process=parsed.in_process,
        env=tuple(getattr(parsed, "env", ())),
        timeout=getattr(parsed, "timeout", 10.0),
        start_timeout=getattr(parsed, "start_timeout", 30.0),
        operations=operations,
        choices=named_values(getattr(parsed, "choice", []), "--choice", "NAME=ANSWER"),
    )


def command_line(parsed: argparse.Namespace) -> str:
    """Return the certify command that reaches the same subject. Values of --env are left out: they may be keys."""
    words = ["conformance", "certify"]
    if parsed.subject:
        words.append(parsed.subject)
    for flag, entries in (("--bind", parsed.bind), ("--choice", parsed.choice)):
        for entry in entries:
            words += [flag, entry]
    for entry in parsed.env:
        words += ["--env", entry.partition("=")[0]]
    for flag, value in (("--python", parsed.python), ("--command", parsed.process)):
        if value:
            words += [flag, value]
    if parsed.in_process:
        words.append("--in-process")
    for flag, value, default in (("--timeout", parsed.timeout, 10.0), ("--start-timeout", parsed.start_timeout, 30.0)):
        if value != default:
            words += [flag, f"{value:g}"]
    return shlex.join(words)
