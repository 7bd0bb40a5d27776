"""From what a user names to a subject: the reference, an import path, a bound function, a command, a table."""

import json
import os
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from conformance.errors import UsageError, did_you_mean
from conformance.files import read_file, read_toml
from conformance.observation import Description
from conformance.subjects.named import adapter_names, adapter_path

if TYPE_CHECKING:
    from conformance.subjects.base import Subject

_TABLE_KEYS: dict[str, type] = {
    "python": str, "command": str, "url": str, "interpreter": str, "bind": dict, "choices": dict, "env": list,
    "in-process": bool,
}  # fmt: skip
_TOML_NAMES: dict[type, str] = {
    str: "a string",
    dict: "a table of strings",
    list: "a list of strings",
    bool: "a boolean",
}
MEMORY_LIMIT = 4 << 30  # bytes
_WAYS = ("python", "bind", "command", "url")


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
    memory_limit: int | None = MEMORY_LIMIT
    operations: tuple[str, ...] = ()
    choices: Mapping[str, str] = {}
    url: str | None = None
    wire: str | None = None
    gateway: str | None = None
    gateway_port: int = 0
    gateway_api: str | None = None


def resolve(target: Target) -> "tuple[Subject, Target]":
    """Return the subject, not yet started, and the target with its table's settings taken in.

    Raises UsageError for a name that is no subject, and for settings that contradict each other.
    """
    target, path = locate(target)
    if target.url is not None:
        return _service(target, target.url), target
    if target.wire is not None:
        return _wire(target, target.wire), target
    if target.gateway is not None:
        return _gateway(target, target.gateway), target
    if target.command is not None:
        return _process(target), target
    return (_reference(target.operations) if path is None else _python(target, path)), target


def locate(target: Target) -> tuple[Target, str | None]:
    """Return the target with its table's settings, and the import path of its object.

    The path is "" where functions are bound, and None for the reference, a command and a service. Raises UsageError.
    """
    whole_ones = {"--command": target.command, "--url": target.url, "--wire": target.wire, "--gateway": target.gateway}
    for flag, whole in whole_ones.items():
        if whole is None:
            continue
        if target.bind or target.in_process or target.interpreter:
            raise UsageError(f"{flag} is a whole subject.", "Leave --bind, --python and --in-process away.")
        return target, None
    if target.bind:
        return target, ""
    if not target.name.strip():
        hint = "Is a variable unset? Name the subject; `reference` is the built-in one."
        raise UsageError("The name of the subject is empty.", hint)
    if target.name == "reference":
        if target.interpreter:
            raise UsageError("--python goes with a subject of yours, not with the reference.", "Name a subject.")
        return target, None
    if target.name in adapter_names():
        return target, adapter_path(target.name)
    tables = subject_tables()
    if target.name in tables:
        table = tables[target.name]
        tabled = _from_table(target, table)
        elsewhere = tabled.command is not None or tabled.url is not None
        if elsewhere and (target.in_process or target.interpreter):
            raise UsageError(
                f"The subject {target.name} is a process of its own.", "Leave --python and --in-process away."
            )
        return tabled, None if elsewhere else table.get("python", "")
    if ":" not in target.name and not target.name.endswith(".py"):
        hint = did_you_mean(target.name, ["reference", *adapter_names(), *tables])
        raise UsageError(f"Unknown subject {target.name!r}.", f"{hint} Or give an import path, package.module:object.")
    return target, target.name


class ReferenceFunctions(Mapping[str, Any]):
    """The reference converters of some operations, each imported when it is called for the first time."""

    def __init__(self, operations: Iterable[str]) -> None:
        from conformance import reference

        self._reference = reference
        self._names = {
            operation: name for operation in operations if (name := operation.replace("-", "_")) in reference.__all__
        }

    def __getitem__(self, operation: str) -> Any:
        return getattr(self._reference, self._names[operation])

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _reference(operations: Sequence[str]) -> "Subject":
    from conformance import __version__
    from conformance.subjects.in_process import InProcessSubject

    functions = ReferenceFunctions(operations)
    language = f"python {sys.version_info[0]}.{sys.version_info[1]}"
    return InProcessSubject(
        functions,
        Description(
            name="reference",
            version=__version__,
            language=language,
            adapter="reference",
            operations=tuple(functions),
            choices={},
            exact_numbers=True,
        ),
    )


def worker_config(target: Target, path: str) -> dict[str, Any]:
    """Return what the worker is told of a Python subject: what to import, and from where."""
    return {"subject": path, "bind": dict(target.bind), "operations": list(target.operations), "path": os.getcwd()}


def worker_command(interpreter: str, config: Mapping[str, Any]) -> list[str]:
    """Return the command that serves a Python subject: one standard-library file, run by path."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "worker")
    return [interpreter, os.path.join(folder, "conformance_worker.py"), json.dumps(dict(config))]


def _python(target: Target, path: str) -> "Subject":
    config = worker_config(target, path)
    from conformance.subjects.environment import clean_environment

    if target.in_process:
        os.environ.update(clean_environment(target.env))
        return _in_process(config)
    from conformance.subjects.process import ProcessSubject

    return ProcessSubject(
        worker_command(target.interpreter or sys.executable, config),
        clean_environment(target.env),
        timeout=target.timeout,
        start_timeout=target.start_timeout,
        adapter="python",
        exact_numbers=True,
        memory_limit=target.memory_limit,
    )


def _in_process(config: Mapping[str, Any]) -> "Subject":
    from conformance.errors import SubjectError
    from conformance.subjects.in_process import InProcessSubject
    from conformance.subjects.worker import conformance_worker as worker

    sys.path.insert(0, config["path"])
    try:
        functions, told = worker.describe(config)
    except worker.Unusable as error:
        raise SubjectError(f"The subject cannot be served: {error}") from None
    description = Description(
        name=told["name"],
        version=told["version"],
        language=told["language"],
        adapter="in-process",
        operations=tuple(functions),
        choices=told["choices"],
        exact_numbers=True,
    )
    return InProcessSubject(functions, description)


def _process(target: Target) -> "Subject":
    from conformance.subjects.environment import clean_environment
    from conformance.subjects.process import ProcessSubject

    return ProcessSubject(
        _words(target.command or "", "--command"),
        clean_environment(target.env),
        timeout=target.timeout,
        start_timeout=target.start_timeout,
        memory_limit=target.memory_limit,
    )


def _words(command: str, flag: str) -> list[str]:
    """Split a command as a shell does. Raises UsageError."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"{flag} cannot be read: {error}.", "Check its quotes.") from None
    if not words:
        raise UsageError(f"{flag} is empty.", "Give the command that starts the subject.")
    return words


def _wire(target: Target, command: str) -> "Subject":
    from conformance.subjects.environment import clean_environment
    from conformance.subjects.wire import WireSubject

    return WireSubject(
        _words(command, "--wire"),
        clean_environment(target.env),
        timeout=target.timeout,
        start_timeout=target.start_timeout,
        memory_limit=target.memory_limit,
    )


def _gateway(target: Target, url: str) -> "Subject":
    from conformance.subjects.gateway import GatewaySubject
    from conformance.subjects.http_client import address_of

    return GatewaySubject(
        address_of(url, "--gateway"),
        port=target.gateway_port,
        api=target.gateway_api,
        timeout=target.timeout,
        start_timeout=target.start_timeout,
    )


def _service(target: Target, url: str) -> "Subject":
    from conformance.subjects.http_client import address_of
    from conformance.subjects.http_subject import HttpSubject

    return HttpSubject(address_of(url), timeout=target.timeout, start_timeout=target.start_timeout)


def subject_tables() -> dict[str, dict[str, Any]]:
    """Return the subjects that conformance.toml or pyproject.toml in this folder define, by name.

    Raises UsageError for a file that is no TOML, or a table of another form.
    """
    for name, path in (("conformance.toml", ("subjects",)), ("pyproject.toml", ("tool", "conformance", "subjects"))):
        if not os.path.exists(name):
            continue
        table: Any = read_toml(read_file(name, name, "Correct it, or move it away."), name)
        for step in path:
            table = table.get(step, {}) if isinstance(table, dict) else {}
        if not isinstance(table, dict) or not all(isinstance(entry, dict) for entry in table.values()):
            raise UsageError(f"{name}: {'.'.join(path)} must hold one table a subject.")
        if table:
            for subject, entry in table.items():
                _check_table(entry, f"{name}: the subject {subject}")
            return table
    return {}


def _check_table(table: Mapping[str, Any], where: str) -> None:
    for key, value in table.items():
        if key not in _TABLE_KEYS:
            raise UsageError(f"{where} has the unknown key {key!r}.", did_you_mean(key, _TABLE_KEYS))
        members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        if not isinstance(value, _TABLE_KEYS[key]) or not all(isinstance(member, str) for member in members):
            raise UsageError(f"{where}: {key} is not of the form.", f"Write {_TOML_NAMES[_TABLE_KEYS[key]]}.")
    if sum(key in table for key in _WAYS) != 1:
        raise UsageError(f"{where} needs one of {', '.join(_WAYS)}.", "Keep exactly one of them.")


def _from_table(target: Target, table: Mapping[str, Any]) -> Target:
    for operation in table.get("bind", ()):
        if operation not in target.operations:
            raise UsageError(
                f"The subject {target.name} binds the unknown operation {operation!r}.",
                did_you_mean(operation, target.operations),
            )
    return target._replace(
        bind=table.get("bind", {}),
        command=table.get("command"),
        url=table.get("url"),
        interpreter=target.interpreter or table.get("interpreter"),
        in_process=target.in_process or bool(table.get("in-process")),
        env=(*table.get("env", ()), *target.env),
        choices={**table.get("choices", {}), **target.choices},
    )
