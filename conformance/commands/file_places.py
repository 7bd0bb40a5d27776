"""Places in the user's files: the converter of each operation, and the entries of expected failures."""

from __future__ import annotations

import ast
import os
import shlex
from collections.abc import Iterable, Mapping, Sequence

from conformance.base.files import read_file
from conformance.commands.expected_file import lines_of_entries
from conformance.results.github import FileLine
from conformance.running.engine import ExpectedEntry, ExpectedFailure
from conformance.running.subjects.base import SubjectConfig
from conformance.running.subjects.process import ProcessConfig
from conformance.running.subjects.python import PythonConfig
from conformance.running.subjects.wire import WireConfig


def converter_places(config: SubjectConfig, operations: Iterable[str]) -> dict[str, FileLine]:
    """Return where each operation's converter is defined, as far as the files of this folder show it.

    Of a Python subject that is the definition of its function; of a command the first file of this folder that it
    names. What is not found is left out.
    """
    if isinstance(config, ProcessConfig | WireConfig):
        place = _of_command(config.command, config.folder)
        return dict.fromkeys(operations, place) if place else {}
    found: dict[str, FileLine] = {}
    if not isinstance(config, PythonConfig):
        return found
    for operation in operations:
        own = config.bind.get(operation) if config.bind else config.path
        place = _of_path(own, operation, config.folder) if own else None
        if place is not None:
            found[operation] = place
    return found


def entry_places(
    path: str | None, expected: Sequence[ExpectedEntry], failures: Iterable[ExpectedFailure]
) -> Mapping[tuple[str, str], FileLine]:
    """Return where the entry of each failure is written: at the headers of the file's tables, in their order.

    failures: what is looked for, each with names of an entry, or with a rule that one covers.
    """
    if path is None:
        return {}
    lines = lines_of_entries(read_file(path, f"--expected-failures {path}", "Name a TOML file.").decode("utf-8"))
    exact = len(lines) == len(expected)  # else they are written in another form
    found = {}
    for failure in failures:
        for number, entry in enumerate(expected):
            written = (", ".join(entry.operations), ", ".join(entry.rules))
            if entry.covers(failure.operation, failure.rule) or (failure.operation, failure.rule) == written:
                found[failure.operation, failure.rule] = FileLine(path, lines[number] if exact else None)
    return found


def _of_command(command: str, folder: str) -> FileLine | None:
    try:
        words = shlex.split(command)
    except ValueError:
        return None
    files = (os.path.join(folder, word) for word in words if not os.path.isabs(word))
    return next((FileLine(file) for file in files if os.path.isfile(file)), None)


def _of_path(path: str, operation: str, folder: str) -> FileLine | None:
    """Return the place of `package.module:function`, `file.py:function`, or of an object's function of that name."""
    module, _colon, name = path.partition(":")
    file = os.path.join(folder, module if module.endswith(".py") else module.replace(".", os.sep) + ".py")
    if not os.path.isfile(file):
        file = os.path.join(folder, module.replace(".", os.sep), "__init__.py")
    if not os.path.isfile(file) or os.path.isabs(file):
        return None
    wanted = (operation.replace("-", "_"), name.rpartition(".")[2])
    try:
        with open(file, encoding="utf-8") as source:
            tree = ast.parse(source.read())
    except (OSError, ValueError, SyntaxError, RecursionError):
        return FileLine(file)
    lines = {
        node.name: node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
    return FileLine(file, next((lines[text] for text in wanted if text in lines), None))
