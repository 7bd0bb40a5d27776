"""A Python object or function as a subject: in a child process, or inside this one to debug it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from shutil import which
from typing import Any

from conformance.base.errors import SubjectError
from conformance.base.observation import Description
from conformance.running.subjects.base import Subject, SubjectConfig
from conformance.running.subjects.environment import clean_environment
from conformance.running.subjects.in_process import InProcessSubject
from conformance.running.subjects.process import ProcessSubject
from conformance.running.subjects.worker import conformance_worker as worker

INTERPRETER = "CONFORMANCE_PYTHON"  # the variable that names the Python of subjects for which nothing else names one

START = 10.0  # seconds that an interpreter may take to say what it is


@dataclass(frozen=True, slots=True, kw_only=True)
class PythonConfig(SubjectConfig):
    """A Python subject.

    path: `package.module:object` or `file.py`; empty if functions are bound. bind: functions by operation. operations:
    the names of all operations, which the object may offer as functions. interpreter: None for the one of
    `interpreter_of`. name: of bound functions together; empty for the name that their paths give.
    """

    operations: tuple[str, ...]
    path: str = ""
    bind: Mapping[str, str] = field(default_factory=dict)
    interpreter: str | None = None
    in_process: bool = False
    name: str = ""

    @property
    def has_copies(self) -> bool:
        """Whether each opening starts a subject of its own; one in this process is for a debugger."""
        return not self.in_process

    def open(self) -> Subject:
        """Return the subject.

        Raises SubjectError if it runs inside this process and cannot be imported, and if CONFORMANCE_PYTHON, which
        nobody sees in the command, names no program.
        """
        environment = clean_environment(self.env)
        if self.in_process:
            os.environ.update(environment)
            return _in_process(self.worker_config())
        return PythonSubject(self, environment)

    def worker_config(self) -> dict[str, Any]:
        """Return what the worker imports, and from where."""
        name = self.name or common_name(list(self.bind.values()))
        # Only this process is not started in the folder of the subject.
        begins = self.folder if self.in_process else ""
        return {
            "subject": seen_from(begins, self.path),
            "bind": {operation: seen_from(begins, path) for operation, path in self.bind.items()},
            "operations": list(self.operations),
            "path": os.path.abspath(self.folder),
            **({"name": name} if name else {}),
        }

    def worker_command(self) -> list[str]:
        """Return the command that serves the subject."""
        return worker_command(self.python, self.worker_config())

    @property
    def python(self) -> str:
        """The Python that runs it, as its folder finds it."""
        named = interpreter_of(self.interpreter)
        return os.path.abspath(named) if self.folder and os.sep in named else named


class PythonSubject(ProcessSubject):
    """A Python subject in a child process. Raises SubjectError that says so where its interpreter is none."""

    def __init__(self, config: PythonConfig, environment: Mapping[str, str]) -> None:
        self._interpreter = config.python
        modules = (path.partition(":")[0] for path in (config.path, *config.bind.values()) if path)
        self._imported = ", ".join(dict.fromkeys(modules))
        if not config.interpreter and which(self._interpreter) is None:
            raise SubjectError(
                f"{INTERPRETER} names {self._interpreter!r}, which is no program.", "Correct the variable, or unset it."
            )
        self._named = self._interpreter if config.interpreter else f"{INTERPRETER}={self._interpreter}"
        super().__init__(
            config.worker_command(),
            environment,
            config.limits,
            adapter="python",
            exact_numbers=True,
            folder=config.folder,
        )

    def describe(self) -> Description:
        """Start the child and ask what it is. Raises SubjectError."""
        try:
            return super().describe()
        except SubjectError:
            if is_python(self._interpreter):
                raise
        raise SubjectError(f"{self._named} is not a Python 3 interpreter.", "Name one: ENVIRONMENT/bin/python.")

    def _silence(self) -> tuple[str, str]:
        """Return that the import took long: our own worker answers as soon as it is over."""
        return f"Importing {self._imported} took over {self._start_timeout:g} s.", "--start-timeout gives it longer."


def is_python(interpreter: str) -> bool:
    """Whether a program that can be started is a Python 3, as far as it says."""
    if interpreter == sys.executable:
        return True
    try:
        asked = [interpreter, "-c", "import sys; print(sys.version_info[0])"]
        said = subprocess.run(asked, stdin=subprocess.DEVNULL, capture_output=True, timeout=START, check=False).stdout
    except subprocess.TimeoutExpired:
        return False
    except OSError:
        return True  # it cannot be started, which has a message of its own
    return said.split()[-1:] == [b"3"]


def common_name(paths: Sequence[str]) -> str:
    """Return what some functions are named after together, whatever their order: their module, or their packages.

    paths: import paths, or files and names. Empty for less than two: one function has its path as its name.
    """
    if len(paths) < 2:
        return ""
    modules = sorted({path.rpartition(":")[0] for path in paths})
    parts = [module.split(".") for module in modules]
    if len(modules) == 1 or any(module.endswith(".py") for module in modules):
        return ", ".join(modules)
    together = [names[0] for names in takewhile(lambda names: len(set(names)) == 1, zip(*parts, strict=False))]
    return ".".join(together) or ", ".join(sorted({names[0] for names in parts}))


def seen_from(folder: str, path: str) -> str:
    """Return the path of a subject with its file below a folder; an import path as it is."""
    return os.path.join(folder, path) if path.partition(":")[0].endswith(".py") else path


def interpreter_of(named: str | None) -> str:
    """Return the Python that runs a subject: the named one, else that of CONFORMANCE_PYTHON, else the running one."""
    return named or os.environ.get(INTERPRETER) or sys.executable


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
        without=tuple(described["without"]),
    )
    return InProcessSubject(functions, description)
