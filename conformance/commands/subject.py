"""From the arguments that name a subject to its configuration, and back to a command."""

from __future__ import annotations

import argparse
import os
import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import replace

from conformance.apis.oracles import OPENAI
from conformance.base.errors import ALL_OPERATIONS, UsageError, did_you_mean
from conformance.rules.scope.declared import names_of
from conformance.running.engine.narrowing import is_glob, matched, suggestion
from conformance.running.project.find import OWN, find_misnamed, find_project
from conformance.running.project.keys import SUBJECTS
from conformance.running.subjects.base import DEFAULT_LIMITS, Limits, SubjectConfig
from conformance.running.subjects.foreign_files import runner_of
from conformance.running.subjects.gateway import GatewayConfig
from conformance.running.subjects.http_subject import HttpConfig
from conformance.running.subjects.javascript import config_of_functions, is_javascript
from conformance.running.subjects.lookup import config_of_name
from conformance.running.subjects.process import ProcessConfig
from conformance.running.subjects.python import PythonConfig
from conformance.running.subjects.reference import REFERENCE
from conformance.running.subjects.started_gateway import StartedGatewayConfig
from conformance.running.subjects.wire import WireConfig

EXAMPLES, EXAMPLES_REACHED_THROUGH = 100, 10  # generated for each operation


def examples_of(parsed: argparse.Namespace, config: SubjectConfig) -> int:
    """Return how many examples an operation gets: over the wire each is a conversation, which takes its time."""
    if parsed.max_examples is not None:
        return int(parsed.max_examples)
    return EXAMPLES_REACHED_THROUGH if isinstance(config, WireConfig) else EXAMPLES


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


def operation_name(name: str) -> str:
    """Return the name of an operation as the suite writes it: a function of the reference has underscores."""
    return name.replace("_", "-")


def check_operations(names: Iterable[str], operations: tuple[str, ...], flag: str) -> None:
    """Raise UsageError for a name that is not an operation."""
    for name in names:
        if name not in operations:
            raise UsageError(f"Unknown operation {name!r} in {flag}.", did_you_mean(name, operations) or ALL_OPERATIONS)


def chosen_operations(names: Iterable[str] | None, operations: tuple[str, ...]) -> list[str] | None:
    """Return the operations that names and globs of --operation match, each once; None where there is no --operation.

    Raises UsageError for a name or a glob that matches none.
    """
    if names is None:
        return None
    found: dict[str, None] = {}
    for name in map(operation_name, names):
        if not is_glob(name):
            check_operations([name], operations, "--operation")
        elif not matched(name, operations):
            hint = suggestion(name, operations) or ALL_OPERATIONS
            raise UsageError(f"No operation matches {name!r} in --operation.", hint)
        found |= dict.fromkeys(matched(name, operations))
    return list(found)


# The options that each name a subject by themselves, by the attribute that holds their value.
_KINDS = {"--command": "process", "--url": "url", "--wire": "wire", "--gateway": "gateway"}
_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
_OF_ENVIRONMENT = "env:"  # a value that begins so names a variable
_PYTHON_ONLY = {"--bind": "bind", "--python": "python", "--in-process": "in_process", "--name": "name"}


def names_subject(parsed: argparse.Namespace) -> bool:
    """Return whether any argument names a subject; an empty one does too, and `subject_config` rejects it."""
    ways = ("subject", *_KINDS.values())
    return bool(parsed.bind) or any(getattr(parsed, way, None) is not None for way in ways)


def need_subject(parsed: argparse.Namespace) -> None:
    """Raise UsageError if no argument names a subject: no verdict may be about a subject that nobody named.

    What the file of the project names was made an argument before.
    """
    if names_subject(parsed):
        return
    project, misnamed = find_project(), find_misnamed()
    if project is not None:
        why, instead = f"and {project.file} has no subject", f"write [{project.key(SUBJECTS, 'NAME')}] there"
    elif misnamed is not None:
        why, instead = f"and {misnamed} is not read", f"rename it to {OWN}"
    else:
        why, instead = f"and no {OWN} is here or above", "write one with `conformance init --config`"
    raise UsageError(
        f"No subject is named, {why}.",
        f"Name one (package.module:object, a name that `conformance subjects` lists, or `reference`), or {instead}.",
    )


def subject_config(parsed: argparse.Namespace, operations: tuple[str, ...]) -> SubjectConfig:
    """Return the configuration of the subject that the arguments name; the reference's if they name none.

    operations: the names of all operations. Raises UsageError for arguments that contradict each other.
    """
    bind = _bound(parsed.bind, operations)
    kinds = {flag: value for flag, name in _KINDS.items() if (value := getattr(parsed, name, None)) is not None}
    _check_combination(parsed, kinds)
    choices = named_values(getattr(parsed, "choice", []), "--choice", "NAME=ANSWER")
    without = _without(parsed)
    env, limits = tuple(getattr(parsed, "env", ())), _limits(parsed)
    for flag, value in kinds.items():
        if flag == "--command":
            return ProcessConfig(command=value, choices=choices, without=without, env=env, limits=limits)
        if flag == "--url":
            return HttpConfig(url=value, choices=choices, without=without, env=env, limits=limits)
        profile = getattr(parsed, "profile", OPENAI)
        if flag == "--wire":
            return WireConfig(command=value, choices=choices, without=without, env=env, limits=limits, profile=profile)
        return GatewayConfig(
            url=value,
            port=parsed.gateway_port,
            hosts=tuple(parsed.allow_host),
            api=parsed.gateway_api,
            asked=parsed.gateway_asks,
            headers=headers_of(parsed.header),
            model=getattr(parsed, "model", None),
            profile=profile,
            choices=choices,
            without=without,
            env=env,
            limits=limits,
        )
    python = PythonConfig(
        operations=operations,
        bind=bind,
        interpreter=parsed.python,
        in_process=getattr(parsed, "in_process", False),
        choices=choices,
        without=without,
        env=env,
        limits=limits,
        name=_name(parsed),
    )
    if bind:
        return config_of_functions(python)
    named = config_of_name(REFERENCE if parsed.subject is None else parsed.subject, python)
    if isinstance(named, StartedGatewayConfig) and "profile" not in getattr(parsed, "given", ()):
        return named  # library.toml says it
    if isinstance(named, (WireConfig, GatewayConfig)):
        return replace(named, profile=getattr(parsed, "profile", OPENAI))
    return named


def _without(parsed: argparse.Namespace) -> tuple[str, ...]:
    """Return what the arguments say that the subject does not have, each once. Raises UsageError for an empty name."""
    named = [name for entry in getattr(parsed, "without", None) or () for name in names_of(entry)]
    if not all(named):
        raise UsageError("--without names nothing.", "Write --without usage, or --without usage,strict.")
    return tuple(dict.fromkeys(named))


def _name(parsed: argparse.Namespace) -> str:
    name = getattr(parsed, "name", None)
    if name is None:
        return ""
    if not name.strip():
        raise UsageError("--name is empty.", "Is a variable unset?")
    if not names_subject(parsed) or parsed.subject == REFERENCE:
        raise UsageError("--name cannot be combined with the reference.", "Name a subject of yours.")
    return str(name)


def _bound(entries: list[str], operations: tuple[str, ...]) -> dict[str, str]:
    entries = ["=".join((operation_name(name), *path)) for name, *path in (entry.split("=", 1) for entry in entries)]
    bind = named_values(entries, "--bind", "OPERATION=package.module:function")
    check_operations(bind, operations, "--bind")
    for operation, path in bind.items():
        file = path.partition(":")[0]
        if runner := runner_of(file):
            raise UsageError(
                f"--bind {operation}={path} names no function that can be called here.",
                f"`conformance init --language {runner.language}` writes an adapter that calls it.",
            )
        if ":" not in path:
            form = f"{path}:function" if is_javascript(path) else "package.module:function"
            raise UsageError(f"--bind {operation}={path} names no function.", f"Write {form}.")
    return bind


def _check_combination(parsed: argparse.Namespace, kinds: Mapping[str, str]) -> None:
    """Raise UsageError for arguments that name two subjects, or that do not apply to the one they name."""
    subject = parsed.subject
    for flag in (*(["--bind"] if parsed.bind else []), *kinds):
        if subject is not None:
            raise UsageError(
                f"{flag} cannot be combined with the SUBJECT argument {shlex.quote(subject)}.", "Remove one of them."
            )
    if len(kinds) > 1:
        raise UsageError(f"{' and '.join(kinds)} cannot be combined: each names a subject.", "Keep one of them.")
    for flag in kinds:
        for other, name in _PYTHON_ONLY.items():
            if getattr(parsed, name, None):
                raise UsageError(
                    f"{flag} cannot be combined with {other}, which is for Python subjects.", f"Remove {other}."
                )
    if getattr(parsed, "header", None) and "--gateway" not in kinds:
        raise UsageError("--header is for gateways, and no gateway is named.", "Give --gateway URL, or remove it.")
    if getattr(parsed, "in_process", False) and parsed.python:
        raise UsageError("--in-process cannot be combined with --python: it uses this interpreter.", "Remove --python.")


def headers_of(entries: list[str]) -> dict[str, str]:
    """Return the headers that --header names. Raises UsageError, which quotes no value."""
    headers: dict[str, str] = {}
    for entry in entries:
        name, equals, value = entry.partition("=")
        if not equals or not _HEADER_NAME.fullmatch(name):
            raise UsageError(f"--header {name!r} is not of the form NAME=VALUE.", "Write --header NAME=env:VARIABLE.")
        if name.lower() in map(str.lower, headers):
            raise UsageError(f"--header {name} is given twice.", "Keep one.")
        if value.startswith(_OF_ENVIRONMENT):
            variable = value.removeprefix(_OF_ENVIRONMENT)
            if not os.environ.get(variable):
                raise UsageError(f"--header {name}: the variable {variable} is not set here.", "Set it to the value.")
            value = os.environ[variable]
        if not value or not value.isprintable() or not value.isascii():
            raise UsageError(f"--header {name} has a value that no header can have.", "Write it in printable ASCII.")
        headers[name] = value
    return headers


def _header_shown(entry: str) -> str:
    """Return an entry of --header for a command that is shown: by a variable, so that its value is not."""
    name, _equals, value = entry.partition("=")
    is_named = value.startswith(_OF_ENVIRONMENT)
    return entry if is_named else f"{name}={_OF_ENVIRONMENT}{name.upper().replace('-', '_')}"


def _limits(parsed: argparse.Namespace) -> Limits:
    # Waiting for longer than the whole run may take would only end the run late.
    longest = getattr(parsed, "time_limit", None) or float("inf")
    return Limits(
        timeout=min(longest, getattr(parsed, "timeout", DEFAULT_LIMITS.timeout)),
        start_timeout=min(longest, getattr(parsed, "start_timeout", DEFAULT_LIMITS.start_timeout)),
        memory=getattr(parsed, "memory_limit", DEFAULT_LIMITS.memory),
    )


def command_line(parsed: argparse.Namespace) -> str:
    """Return the certify command that reaches the same subject. Values of --env are left out: they may be keys."""
    words = ["conformance", "certify"]
    if parsed.subject is not None:
        words.append(parsed.subject)
    elif not names_subject(parsed):
        words.append(REFERENCE)
    for flag, entries in (("--bind", parsed.bind), ("--choice", parsed.choice)):
        for entry in entries:
            words += _argument(flag, entry)
    without = _without(parsed)
    if without:
        words += _argument("--without", ",".join(without))
    for entry in parsed.env:
        words += _argument("--env", entry.partition("=")[0])
    url = getattr(parsed, "url", None)
    name = getattr(parsed, "name", None)
    named = {"--name": name, "--python": parsed.python, "--command": parsed.process, "--url": url}
    named |= {f"--{name}": getattr(parsed, name.replace("-", "_"), None) for name in ("wire", "gateway")}
    if named["--gateway"]:
        named |= {"--gateway-port": parsed.gateway_port, "--from": parsed.gateway_api, "--to": parsed.gateway_asks}
    for flag, value in named.items():
        if value:
            words += _argument(flag, str(value))
    if named["--gateway"]:
        for host in parsed.allow_host:
            words += _argument("--allow-host", host)
        for entry in parsed.header:
            words += _argument("--header", _header_shown(entry))
        if getattr(parsed, "model", None):
            words += _argument("--model", parsed.model)
    if parsed.in_process:
        words.append("--in-process")
    if getattr(parsed, "profile", OPENAI) != OPENAI:
        words += _argument("--host", parsed.profile)
    if parsed.requirements:
        words += _argument("--requirements", parsed.requirements)
    for name in ("timeout", "start_timeout"):
        seconds = getattr(parsed, name)
        if seconds != getattr(DEFAULT_LIMITS, name):
            words += [f"--{name.replace('_', '-')}", str(seconds).removesuffix(".0")]
    memory_limit = getattr(parsed, "memory_limit", DEFAULT_LIMITS.memory)
    if memory_limit != DEFAULT_LIMITS.memory:
        words += ["--memory-limit", str(memory_limit or 0)]
    return shlex.join(words)


def same_inputs(parsed: argparse.Namespace, seed: int) -> str:
    """Return the arguments that give another run the same generated and given inputs."""
    if parsed.input is not None:
        return shlex.join([word for path in parsed.input for word in _argument("--input", path)])
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
