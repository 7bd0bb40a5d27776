"""A Python object or function as a subject: in a child process, or inside this one to debug it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from conformance.errors import SubjectError
from conformance.observation import Description
from conformance.subjects.base import Subject, SubjectConfig
from conformance.subjects.environment import clean_environment
from conformance.subjects.in_process import InProcessSubject
from conformance.subjects.process import ProcessSubject
from conformance.subjects.worker import conformance_worker as worker


@dataclass(frozen=True, slots=True, kw_only=True)
class PythonConfig(SubjectConfig):
    """A Python subject.

    path: `package.module:object` or `file.py`; empty if functions are bound. bind: functions by operation. operations:
    the names of all operations, which the object may offer as functions. interpreter: None for the running one.
    """

    operations: tuple[str, ...]
    path: str = ""
    bind: Mapping[str, str] = field(default_factory=dict)
    interpreter: str | None = None
    in_process: bool = False

    def open(self) -> Subject:
        """Return the subject. Raises SubjectError if it runs inside this process and cannot be imported."""
        environment = clean_environment(self.env)
        if self.in_process:
            os.environ.update(environment)
            return _in_process(self.worker_config())
        return ProcessSubject(self.worker_command(), environment, self.limits, adapter="python", exact_numbers=True)

    def worker_config(self) -> dict[str, Any]:
        """Return what the worker imports, and from where."""
        return {
            "subject": self.path,
            "bind": dict(self.bind),
            "operations": list(self.operations),
            "path": os.getcwd(),
        }

    def worker_command(self) -> list[str]:
        """Return the command that serves the subject."""
        return worker_command(self.interpreter or sys.executable, self.worker_config())


def worker_command(interpreter: str, config: Mapping[str, Any]) -> list[str]:
    """Return the command that serves a Python subject: one standard-library file, run by path."""
    return [interpreter, os.path.abspath(worker.__file__), json.dumps(dict(config))]


def _in_process(config: Mapping[str, Any]) -> Subject:
    sys.path.insert(0, config["path"])
    try:
        functions, described = worker.describe(config)
    except worker.Unusable as error:
        raise SubjectError(f"The subject cannot be served: {error}") from None
    description = Description(
        name=described["name"],
        version=described["version"],
        language=described["language"],
        adapter="in-process",
        operations=tuple(functions),
        choices=described["choices"],
        exact_numbers=True,
    )
    return InProcessSubject(functions, description)
