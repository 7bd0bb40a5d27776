"""Subjects that have a name: every folder of `field/libraries/` is one library, with its library.toml and one program.

The program is an adapter, or a driver for the wire; those in JavaScript are for packages of npm. adapter.py is served
by the worker in the library's environment, adapter.mjs by serve_adapter.mjs. library.toml says what to install and how
each operation is reached; its keys are in docs/add-a-library.md.
"""

from __future__ import annotations

import os
import shlex
from typing import Any

from conformance.errors import UsageError
from conformance.files import read_toml

_FIELD = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "field")
# Who has libraries of their own names another folder of the same form.
FOLDER = os.environ.get("CONFORMANCE_LIBRARIES") or os.path.join(_FIELD, "libraries")
ADAPTER, NODE_ADAPTER, DRIVERS = "adapter.py", "adapter.mjs", ("driver.py", "driver.mjs")
_HOOKS = os.path.join(_FIELD, "packages_of_this_folder.mjs")
SERVE_ADAPTER = os.path.join(_FIELD, "serve_adapter.mjs")


def library_names() -> list[str]:
    """Return the names of the libraries, sorted."""
    return sorted(name for name in os.listdir(FOLDER) if library_programs(name))


def library_programs(name: str) -> list[str]:
    """Return the paths of a library's programs: one, unless its folder is wrong."""
    paths = (os.path.join(FOLDER, name, file) for file in (ADAPTER, NODE_ADAPTER, *DRIVERS))
    return [path for path in paths if os.path.isfile(path)]


def library_table(name: str) -> dict[str, Any]:
    """Return a library's library.toml."""
    path = os.path.join(FOLDER, name, "library.toml")
    with open(path, "rb") as file:
        return read_toml(file.read(), path)


def library_without(name: str) -> tuple[str, ...]:
    """Return what a library does not have, as its library.toml says (`scope.features`); nothing where it has none.

    Raises UsageError for an entry without a feature and a reason.
    """
    if not os.path.isfile(os.path.join(FOLDER, name, "library.toml")):
        return ()
    entries = library_table(name).get("without", ())
    for entry in entries:
        if not isinstance(entry, dict) or not all(isinstance(entry.get(key), str) for key in ("feature", "reason")):
            raise UsageError(f"{name}/library.toml: an entry of `without` needs a feature and a reason.")
    return tuple(entry["feature"] for entry in entries)


def program_command(path: str, interpreter: str) -> str:
    """Return the command of a driver, or of the process that serves an adapter.mjs, as a shell reads it.

    interpreter: the Python of a driver.py. A program in JavaScript imports what is installed in the folder in which it
    is run.
    """
    if path.endswith(".py"):
        return shlex.join((interpreter, path))
    return shlex.join(("node", "--import", _HOOKS, *program_files(path)))


def program_files(path: str) -> tuple[str, ...]:
    """Return what is run of a program: what serves an adapter.mjs, and the program."""
    return (SERVE_ADAPTER, path) if os.path.basename(path) == NODE_ADAPTER else (path,)
