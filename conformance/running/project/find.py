"""Finds the file of the project that a command is run in, reads it, and checks its form."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.base.errors import UsageError
from conformance.base.files import read_file, read_toml
from conformance.running.project.forms import check_key
from conformance.running.project.keys import KINDS, SETTINGS, SUBJECT, SUBJECTS

OWN, PYPROJECT = "conformance.toml", "pyproject.toml"
HEAD = ("tool", "conformance")  # where the keys are in a pyproject.toml
ROOT = ".git"  # what the root of a repository holds
VARIABLE = "CONFORMANCE_CONFIG"  # names the file instead; empty: there is none
ENDINGS = frozenset({".toml", ".tml", ".tom", ".yaml", ".yml", ".json", ".ini", ".cfg", ".conf"})  # of settings
ALIKE = 0.8  # of the names of two files, as difflib measures it


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """The file of a project. file: its path. folder: the folder that it lies in; empty for the working directory.

    head: the keys that its table lies under. table: its settings and subjects, of the form of `keys`.
    """

    file: str
    folder: str
    head: tuple[str, ...]
    table: Mapping[str, Any]

    @property
    def subjects(self) -> dict[str, dict[str, Any]]:
        """The tables of the subjects, by name."""
        return dict(self.table.get(SUBJECTS, {}))

    def path(self, value: str) -> str:
        """Return a path of the file as seen from the working directory."""
        return os.path.join(self.folder, value)

    def key(self, *names: str) -> str:
        """Return the whole name of a key."""
        return ".".join((*self.head, *names))


def find_project() -> Project | None:
    """Return the file of the project: the nearest one, from the working directory upwards; None where there is none.

    The search ends with the root of a repository, and below a folder that every user may write to. CONFORMANCE_CONFIG
    names a file instead, or none. Raises UsageError, one line, for a folder with both files, and for a file that breaks
    the form.
    """
    named = os.environ.get(VARIABLE)
    if named is not None:
        return _project_of_file(named) if named else None
    return next((found for folder in folders_upwards() if (found := project_in(folder)) is not None), None)


def find_misnamed() -> str | None:
    """Return the nearest file whose name is like that of a project's file; None where there is none.

    Such as Conformance.toml, .conformance.toml and conformance.yaml, in the folders in which `find_project` looks.
    """
    if VARIABLE in os.environ:
        return None
    return next((os.path.join(folder, name) for folder in folders_upwards() for name in _misnamed(folder)), None)


def folders_upwards() -> Iterator[str]:
    """Yield the folders that may hold the file, the nearest first, as seen from the working directory."""
    folder, seen_from = os.getcwd(), ""
    while True:
        yield seen_from
        parent = os.path.dirname(folder)
        if parent == folder or os.path.exists(os.path.join(folder, ROOT)) or _is_shared(parent):
            return
        folder, seen_from = parent, os.path.join(seen_from, os.pardir)


def _misnamed(folder: str) -> Iterator[str]:
    # Imported here: only a mistake needs it.
    from difflib import SequenceMatcher

    own, _ending = os.path.splitext(OWN)
    try:
        names = sorted(os.listdir(folder or os.curdir))
    except OSError:
        return
    for name in names:
        stem, ending = os.path.splitext(name.casefold().removeprefix("."))
        if name != OWN and ending in ENDINGS and SequenceMatcher(None, stem, own).ratio() >= ALIKE:
            yield name


def _project_of_file(path: str) -> Project:
    head = HEAD if os.path.basename(path) == PYPROJECT else ()
    table = _table(path, head)
    if table is None:
        raise UsageError(f"{VARIABLE}: {path} has no [{'.'.join(head)}].", "Write one, or name another file.")
    return _checked_project(Project(file=path, folder=os.path.dirname(path), head=head, table=table))


def _is_shared(folder: str) -> bool:
    """Whether every user may write to a folder: a file in it may start commands that nobody here has written."""
    try:
        return bool(os.stat(folder).st_mode & stat.S_IWOTH)
    except OSError:
        return True


def project_in(folder: str) -> Project | None:
    """Return the file of the project in a folder; None where there is none. Raises UsageError as `find_project`."""
    own, pyproject = (os.path.join(folder, name) for name in (OWN, PYPROJECT))
    # A link that leads nowhere is there: reading it says so.
    table = _table(pyproject, HEAD) if os.path.lexists(pyproject) else None
    if os.path.lexists(own):
        if table is not None:
            raise UsageError(
                f"{own} and {pyproject} ([{'.'.join(HEAD)}]) both have settings.", "Keep them in one of the two."
            )
        return _checked_project(Project(file=own, folder=folder, head=(), table=_table(own, ()) or {}))
    return None if table is None else _checked_project(Project(file=pyproject, folder=folder, head=HEAD, table=table))


def _table(path: str, head: Sequence[str]) -> dict[str, Any] | None:
    """Return the table below some keys; None where there is none."""
    table: Any = read_toml(read_file(path, path, "Correct it, or move it away."), path)
    for name in head:
        if not isinstance(table, dict) or name not in table:
            return None
        table = table[name]
    if not isinstance(table, dict):
        raise UsageError(f"{path}: {'.'.join(head)} is not a table.", f"Write [{'.'.join(head)}].")
    return table


def _checked_project(project: Project) -> Project:
    """Return the same. Raises UsageError that names file and key."""
    where = f"{project.file}: {project.key()}" if project.head else project.file
    for name, value in project.table.items():
        if name == SUBJECTS:
            _check_subjects(project, value)
        else:
            check_key(where, name, (*SETTINGS, SUBJECTS))
            SETTINGS[name].form.check(f"{project.file}: {project.key(name)}", value)
    return project


def _check_subjects(project: Project, tables: Any) -> None:
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        raise UsageError(f"{project.file}: {project.key(SUBJECTS)} must hold one table for each subject.")
    for subject, table in tables.items():
        where = f"{project.file}: the subject {subject}"
        for name, value in table.items():
            check_key(where, name, SUBJECT)
            SUBJECT[name].form.check(f"{where}: {name}", value)
        count = sum(name in table for name in KINDS)
        if count != 1:
            hint = "Keep one of them." if count else "Write one of them."
            raise UsageError(f"{where} needs exactly one of {', '.join(KINDS)}.", hint)
