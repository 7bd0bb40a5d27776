"""From what a user names to a subject: the reference, an import path, a bound function, a command, a table."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from conformance.errors import UsageError
from conformance.observation import Description
from conformance.subjects.base import Subject

ADAPTERS = {"litellm": "litellm_adapter.py", "langchain": "langchain_adapter.py"}
_TABLE_KEYS = {"python", "bind", "command", "interpreter", "env", "choices", "in-process"}


class Target(NamedTuple):
    """What to reach, and how. operations: the names that exist, for objects that offer them as functions."""

    name: str = "reference"
    bind: Mapping[str, str] = {}
    command: str | None = None
    interpreter: str | None = None
    in_process: bool = False
    env: tuple[str, ...] = ()
    timeout: float = 10.0
    start_timeout: float = 30.0
    operations: tuple[str, ...] = ()
    choices: Mapping[str, str] = {}


def resolve(target: Target) -> tuple[Subject, Target]:
    """Return the subject, not yet started, and the target with its table's settings taken in.

    Raises UsageError for a name that is no subject, and for settings that contradict each other.
    """
    if target.command is not None:
        if target.bind or target.in_process or target.interpreter:
            raise UsageError("--command is a whole subject.", "Leave --bind, --python and --in-process away.")
        return _process(target), target
    if target.bind:
        return _python(target, ""), target
    if target.name == "reference":
        if target.interpreter:
            raise UsageError("--python goes with a subject of yours, not with the reference.", "Name a subject.")
        return _reference(target.operations), target
    if target.name in ADAPTERS:
        return _python(target, adapter_path(target.name)), target
    table = subject_tables().get(target.name)
    if table is not None:
        tabled = _from_table(target, table)
        if tabled.command is not None:
            return _process(tabled), tabled
        return _python(tabled, table.get("python", "")), tabled
    if ":" not in target.name:
        known = ["reference", *ADAPTERS, *subject_tables()]
        raise UsageError(
            f"Unknown subject {target.name!r}.",
            f"Known: {', '.join(known)}; or give an import path, package.module:object.",
        )
    return _python(target, target.name), target


def adapter_path(name: str) -> str:
    """Return the file of a library's adapter."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "adapters", ADAPTERS[name])


def reference_functions(operations: Sequence[str]) -> dict[str, Any]:
    """Return the reference converters by operation."""
    from conformance import reference

    functions = {operation: getattr(reference, operation.replace("-", "_"), None) for operation in operations}
    return {operation: function for operation, function in functions.items() if function is not None}


def _reference(operations: Sequence[str]) -> Subject:
    from conformance import __version__
    from conformance.subjects.in_process import InProcessSubject

    functions = reference_functions(operations)
    language = f"python {sys.version_info[0]}.{sys.version_info[1]}"
    return InProcessSubject(
        functions,
        Description("reference", __version__, language, "reference", tuple(functions), {}, exact_numbers=True),
    )


def worker_command(interpreter: str, config: Mapping[str, Any]) -> list[str]:
    """Return the command that serves a Python subject: one standard-library file, run by path."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "worker")
    return [interpreter, os.path.join(folder, "conformance_worker.py"), json.dumps(dict(config))]


def _python(target: Target, path: str) -> Subject:
    config = {"subject": path, "bind": dict(target.bind), "operations": list(target.operations), "path": os.getcwd()}
    if target.in_process:
        return _in_process(config)
    from conformance.subjects.environment import clean_environment
    from conformance.subjects.process import ProcessSubject

    return ProcessSubject(
        worker_command(target.interpreter or sys.executable, config),
        clean_environment(target.env),
        timeout=target.timeout,
        start_timeout=target.start_timeout,
        adapter="python",
        exact_numbers=True,
    )


def _in_process(config: Mapping[str, Any]) -> Subject:
    from conformance.errors import SubjectError
    from conformance.subjects.in_process import InProcessSubject
    from conformance.subjects.worker import conformance_worker as worker

    sys.path.insert(0, config["path"])
    try:
        functions, told = worker.describe(config)
    except worker.Unusable as error:
        raise SubjectError(f"The subject cannot be served: {error}") from None
    description = Description(
        told["name"], told["version"], told["language"], "in-process", tuple(functions), told["choices"], True
    )
    return InProcessSubject(functions, description)


def _process(target: Target) -> Subject:
    from conformance.subjects.environment import clean_environment
    from conformance.subjects.process import ProcessSubject

    try:
        command = shlex.split(target.command or "")
    except ValueError as error:
        raise UsageError(f"--command cannot be read: {error}.", "Check its quotes.") from None
    if not command:
        raise UsageError("--command is empty.", "Give the command that starts the subject.")
    return ProcessSubject(
        command, clean_environment(target.env), timeout=target.timeout, start_timeout=target.start_timeout
    )


def subject_tables() -> dict[str, dict[str, Any]]:
    """Return the subjects that conformance.toml or pyproject.toml in this folder define, by name.

    Raises UsageError for a file that is no TOML, or a table of another form.
    """
    for name, path in (("conformance.toml", ("subjects",)), ("pyproject.toml", ("tool", "conformance", "subjects"))):
        if not os.path.isfile(name):
            continue
        import tomllib

        try:
            with open(name, "rb") as file:
                table: Any = tomllib.load(file)
        except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise UsageError(f"{name} cannot be read: {error}.", "Mend it.") from None
        for step in path:
            table = table.get(step, {}) if isinstance(table, dict) else {}
        if not isinstance(table, dict) or not all(isinstance(entry, dict) for entry in table.values()):
            raise UsageError(f"{name}: {'.'.join(path)} must hold one table a subject.")
        if table:
            for subject, entry in table.items():
                unknown = set(entry) - _TABLE_KEYS
                if unknown:
                    raise UsageError(
                        f"{name}: the subject {subject} has the unknown key {sorted(unknown)[0]!r}.",
                        f"Known keys: {', '.join(sorted(_TABLE_KEYS))}.",
                    )
            return table
    return {}


def _from_table(target: Target, table: Mapping[str, Any]) -> Target:
    ways = [key for key in ("python", "bind", "command") if key in table]
    if len(ways) != 1:
        raise UsageError(f"The subject {target.name} needs exactly one of python, bind and command.")
    return target._replace(
        bind=table.get("bind", {}),
        command=table.get("command"),
        interpreter=target.interpreter or table.get("interpreter"),
        in_process=target.in_process or bool(table.get("in-process")),
        env=(*table.get("env", ()), *target.env),
        choices={**table.get("choices", {}), **target.choices},
    )
