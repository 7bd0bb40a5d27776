"""Subjects that the file of the project defines, a table each."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from conformance.base.errors import UsageError, did_you_mean
from conformance.running.project.find import find_project
from conformance.running.subjects.base import SubjectConfig
from conformance.running.subjects.http_subject import HttpConfig
from conformance.running.subjects.javascript import config_of_functions, javascript_config
from conformance.running.subjects.process import ProcessConfig
from conformance.running.subjects.python import PythonConfig


def subject_tables() -> dict[str, dict[str, Any]]:
    """Return the tables by the names of their subjects. Raises UsageError for a file that breaks the form."""
    project = find_project()
    return {} if project is None else project.subjects


def config_of_table(name: str, table: Mapping[str, Any], given: PythonConfig, folder: str = "") -> SubjectConfig:
    """Return the configuration of a subject that a table defines.

    given: what the arguments say, which overrides the table. folder: the one of the table's file; empty for the working
    directory. Raises UsageError where table and arguments contradict each other.
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
        return ProcessConfig(
            command=table["command"], choices=choices, without=without, env=env, limits=given.limits, folder=folder
        )
    own = table.get("interpreter")
    if own is not None and os.sep in own:
        own = os.path.join(folder, own)
    functions = replace(
        given,
        path=table.get("python", table.get("javascript", "")),
        bind=table.get("bind", {}),
        name=given.name or (name if "bind" in table else ""),
        interpreter=given.interpreter or own,
        in_process=given.in_process or bool(table.get("in-process")),
        choices=choices,
        without=without,
        env=env,
        folder=folder,
    )
    return javascript_config(functions) if "javascript" in table else config_of_functions(functions)
