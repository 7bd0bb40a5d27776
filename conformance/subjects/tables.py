"""Subjects that conformance.toml or pyproject.toml in this folder define, a table each."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from conformance.errors import UsageError, did_you_mean
from conformance.files import read_file, read_toml
from conformance.subjects.base import SubjectConfig
from conformance.subjects.http_subject import HttpConfig
from conformance.subjects.process import ProcessConfig
from conformance.subjects.python import PythonConfig

_PLACES = (("conformance.toml", ("subjects",)), ("pyproject.toml", ("tool", "conformance", "subjects")))
_KEYS: dict[str, type] = {
    "python": str, "command": str, "url": str, "interpreter": str, "bind": dict, "choices": dict, "env": list,
    "without": list,
    "in-process": bool,
}  # fmt: skip
_TOML_NAMES: dict[type, str] = {
    str: "a string",
    dict: "a table of strings",
    list: "a list of strings",
    bool: "a boolean",
}
_KINDS = ("python", "bind", "command", "url")


def subject_tables() -> dict[str, dict[str, Any]]:
    """Return the tables by the names of their subjects. Raises UsageError for a file that breaks the form."""
    for name, path in _PLACES:
        if not os.path.exists(name):
            continue
        table: Any = read_toml(read_file(name, name, "Correct it, or move it away."), name)
        for step in path:
            table = table.get(step, {}) if isinstance(table, dict) else {}
        if not isinstance(table, dict) or not all(isinstance(entry, dict) for entry in table.values()):
            raise UsageError(f"{name}: {'.'.join(path)} must hold one table for each subject.")
        if table:
            for subject, entry in table.items():
                _check(entry, f"{name}: the subject {subject}")
            return table
    return {}


def config_of_table(name: str, table: Mapping[str, Any], given: PythonConfig) -> SubjectConfig:
    """Return the configuration of a subject that a table defines.

    given: what the arguments say, which overrides the table. Raises UsageError where the two contradict each other.
    """
    for operation in table.get("bind", ()):
        if operation not in given.operations:
            raise UsageError(
                f"The subject {name} binds the unknown operation {operation!r}.",
                did_you_mean(operation, given.operations),
            )
    choices = {**table.get("choices", {}), **given.choices}
    without = (*table.get("without", ()), *given.without)
    env = (*table.get("env", ()), *given.env)
    if "command" in table or "url" in table:
        if given.in_process or given.interpreter:
            raise UsageError(
                f"The subject {name} is not a Python object.", "Remove --python and --in-process from the arguments."
            )
        if "url" in table:
            return HttpConfig(url=table["url"], choices=choices, without=without, env=env, limits=given.limits)
        return ProcessConfig(command=table["command"], choices=choices, without=without, env=env, limits=given.limits)
    return replace(
        given,
        path=table.get("python", ""),
        bind=table.get("bind", {}),
        name=given.name or (name if "bind" in table else ""),
        interpreter=given.interpreter or table.get("interpreter"),
        in_process=given.in_process or bool(table.get("in-process")),
        choices=choices,
        without=without,
        env=env,
    )


def _check(table: Mapping[str, Any], where: str) -> None:
    for key, value in table.items():
        if key not in _KEYS:
            raise UsageError(f"{where} has the unknown key {key!r}.", did_you_mean(key, _KEYS))
        members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        if not isinstance(value, _KEYS[key]) or not all(isinstance(member, str) for member in members):
            raise UsageError(f"{where}: {key} has the wrong type.", f"Write {_TOML_NAMES[_KEYS[key]]}.")
    if sum(key in table for key in _KINDS) != 1:
        raise UsageError(f"{where} needs exactly one of {', '.join(_KINDS)}.", "Keep one of them.")
