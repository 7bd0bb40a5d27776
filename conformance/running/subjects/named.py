"""Subjects that have a name: every folder of `field/libraries/` is one library, with its library.toml and one program.

The program is an adapter, a driver for the wire, or starts a gateway; those in JavaScript are for packages of npm.
adapter.py is served by the worker in the library's environment, adapter.mjs by serve_adapter.mjs. library.toml says
what to install and how each operation is reached; its keys are in docs/add-a-library.md.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Collection, Mapping
from typing import Any

from conformance.base.errors import UsageError, did_you_mean
from conformance.base.files import read_file, read_toml
from conformance.running.project.forms import NAMES, TABLE, TEXT, TEXTS, ValueForm, check_key
from conformance.running.subjects.javascript import SERVE_ADAPTER

_FIELD = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "field")
# Who has libraries of their own names another folder of the same form.
FOLDER = os.environ.get("CONFORMANCE_LIBRARIES") or os.path.join(_FIELD, "libraries")
ADAPTER, NODE_ADAPTER, DRIVERS = "adapter.py", "adapter.mjs", ("driver.py", "driver.mjs")
GATEWAYS = ("gateway.py", "gateway.mjs")
_HOOKS = os.path.join(_FIELD, "packages_of_this_folder.mjs")


def _entries(form: str, /, needed: Collection[str], **members: Any) -> ValueForm:
    """Return the form of a list of tables."""
    entry = {"type": "object", "properties": members, "required": list(needed), "additionalProperties": False}
    return ValueForm(words=f"a list of tables with {form}", schema={"type": "array", "items": entry})


_STRING = TEXT.schema
_API = {"enum": ["anthropic", "chat", "gemini", "responses"]}
_LISTS = {"type": "object", "additionalProperties": TEXTS.schema}
# The keys of library.toml.
_TABLE: Mapping[str, ValueForm] = {
    "requirements": NAMES,
    "python": TEXT,
    "node": TEXT,
    "versions": TEXT,
    "tried": NAMES,
    "operations": TABLE,
    "gateway": ValueForm(words="a table with from, to, and perhaps host, model and headers", schema={
        "type": "object", "required": ["from", "to"], "additionalProperties": False,
        "properties": {"from": _API, "to": _API, "host": _STRING, "model": _STRING, "headers": TABLE.schema}}),
    "bounds": _entries("versions and requirements", ("versions", "requirements"), versions=_STRING,
                       requirements=TABLE.schema),
    "design": _entries("operation, rule, reason and perhaps words", ("operation", "rule", "reason"), operation=_STRING,
                       rule=_STRING, reason=_STRING, words=_STRING),
    "disputed": _entries("operation, rule, reason and perhaps words", ("operation", "rule", "reason"),
                         operation=_STRING, rule=_STRING, reason=_STRING, words=_STRING),
    "without": _entries("feature and reason", ("feature", "reason"), feature=_STRING, reason=_STRING),
    "fails": ValueForm(words="a table of rules for each operation, with words of their evidence",
                  schema={"type": "object", "additionalProperties": _LISTS}),
    "passes": ValueForm(words="a table of lists of rules by operation", schema=_LISTS),
}  # fmt: skip
_NEEDED = ("requirements", "tried", "operations")


def library_names() -> list[str]:
    """Return the names of the libraries, sorted."""
    return sorted(name for name in os.listdir(FOLDER) if library_programs(name))


def library_programs(name: str) -> list[str]:
    """Return the paths of a library's programs: one, unless its folder is wrong."""
    paths = (os.path.join(FOLDER, name, file) for file in (ADAPTER, NODE_ADAPTER, *DRIVERS, *GATEWAYS))
    return [path for path in paths if os.path.isfile(path)]


def library_table(name: str) -> dict[str, Any]:
    """Return a library's library.toml. Raises UsageError, one line, for one that is not there or not of the form."""
    path = os.path.join(FOLDER, name, "library.toml")
    table = read_toml(read_file(path, path, "docs/add-a-library.md has its form."), path)
    for key, value in table.items():
        check_key(path, key, _TABLE)
        _TABLE[key].check(f"{path}: {key}", value)
    for key in _NEEDED:
        if key not in table:
            raise UsageError(f"{path} has no {key}.", f"Write {_TABLE[key].words}.")
    if ("python" in table) == ("node" in table):
        raise UsageError(f"{path} needs exactly one of python, node.", "It is the language of the library.")
    is_gateway = any(os.path.basename(program) in GATEWAYS for program in library_programs(name))
    if ("gateway" in table) != is_gateway:
        raise UsageError(
            f"{path}: the table gateway goes with a program gateway.py or gateway.mjs.", "Add the one that is missing."
        )
    return table


def library_of(name: str, operations: Collection[str]) -> dict[str, Any]:
    """Return a library's library.toml. operations: those that it may name. Raises UsageError as `library_table`."""
    table = library_table(name)
    for key in ("operations", "fails", "passes"):
        for operation in table.get(key, ()):
            if operation not in operations:
                where = os.path.join(FOLDER, name, "library.toml")
                raise UsageError(f"{where}: {key}: unknown operation {operation!r}.",
                                 did_you_mean(operation, operations))  # fmt: skip
    return table


def library_without(name: str) -> tuple[str, ...]:
    """Return what a library does not have, as its library.toml says (`scope.features`). Raises as `library_table`."""
    return tuple(entry["feature"] for entry in library_table(name).get("without", ()))


def program_command(path: str, interpreter: str) -> str:
    """Return the command of a driver, of a gateway, or of the process that serves an adapter.mjs, as a shell reads it.

    interpreter: the Python of a driver.py or gateway.py. A program in JavaScript imports what is installed in the
    folder in which it is run.
    """
    if path.endswith(".py"):
        return shlex.join((interpreter, path))
    return shlex.join(("node", "--import", _HOOKS, *program_files(path)))


def program_files(path: str) -> tuple[str, ...]:
    """Return what is run of a program: what serves an adapter.mjs, and the program."""
    return (SERVE_ADAPTER, path) if os.path.basename(path) == NODE_ADAPTER else (path,)
