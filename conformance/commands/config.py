"""conformance config: every setting in force, its value, and where it comes from."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from conformance.base.errors import UsageError
from conformance.base.files import cache_folder, specs_folder
from conformance.base.redact import Redactor
from conformance.commands import data_output, settings
from conformance.commands.layout import bold
from conformance.commands.parser import command_parser
from conformance.commands.subject import EXAMPLES
from conformance.commands.subjects import way
from conformance.results.text import one_line
from conformance.results.write import DEFAULT_FOLDER
from conformance.rules.contracts.files import read_text
from conformance.rules.contracts.requirements import EVERY_MUST
from conformance.running.project.find import VARIABLE, Project, find_project
from conformance.running.project.keys import DEFAULT_SEED, SETTINGS, SUBJECT, SUBJECTS
from conformance.running.project.schema import FILE as SCHEMA
from conformance.running.subjects import named
from conformance.running.subjects.python import INTERPRETER, interpreter_of

DEFAULT, OF_FILE, OF_ENVIRONMENT = "default", "file", "environment"
SHOWN = 48  # characters of a value
GIB = 1 << 30
# What a flag's default of None means.
_UNSAID: Mapping[str, Any] = {
    settings.CERTIFY: [],
    "requirements": EVERY_MUST,
    "max-examples": EXAMPLES,
    settings.REPORT_DIR: DEFAULT_FOLDER,
}
_IN_WORDS = {"operations": "all", "seed": str(DEFAULT_SEED), "jobs": "one a core"}


class SettingRow(NamedTuple):
    """A setting. subject: None for what holds for every run. source: of the three. name: of a key, or a variable."""

    key: str
    subject: str | None
    value: Any
    source: str
    name: str | None = None


def run(parsed: argparse.Namespace) -> int:
    """Print or write them. Raises UsageError for a file that breaks the form or names what is not there."""
    if parsed.schema:
        print(read_text(SCHEMA), end="")
        return 0
    data_output.check_places({"--json": parsed.json})
    project = find_project()
    if project is not None:
        settings.check_names(project)
    rows = list(_rows(project))
    if parsed.json is None:
        print("\n".join(Redactor().lines(_lines(project, rows))))
        return 0
    data = Redactor().value({"format": 1, "file": project.file if project else None,
                             "settings": [row._asdict() for row in rows]})  # fmt: skip
    data_output.write(parsed.json, data)
    return 0


def _rows(project: Project | None) -> Iterator[SettingRow]:
    flags = command_parser("certify").parse_args([])
    for key in SETTINGS:
        found = settings.setting(project, key) if project is not None else None
        if key == settings.CERTIFY and found is None and project is not None:
            yield _judged_subject(project)
        elif found is not None:
            yield SettingRow(key, None, found.value, OF_FILE, found.name)
        elif key == settings.REPORT_DIR and project is not None:
            yield SettingRow(key, None, settings.report_folder(project).value, DEFAULT)
        else:
            default = getattr(flags, settings.attribute("certify", key), None)
            yield SettingRow(key, None, _UNSAID.get(key, default) if default is None else default, DEFAULT)
    for subject, table in (project.subjects if project is not None else {}).items():
        assert project is not None
        for key in SUBJECT:
            if key in table and key != "env":  # its values may be keys
                path = SUBJECT[key].is_path
                value = project.path(table[key]) if path else table[key]
                yield SettingRow(key, subject, value, OF_FILE, project.key(SUBJECTS, subject, key))
        folder = settings.report_folder(project, subject)
        if folder != settings.report_folder(project):
            yield SettingRow(settings.REPORT_DIR, subject, folder.value, OF_FILE, folder.name)
    yield _variable("python of subjects", interpreter_of(None), INTERPRETER)
    yield _variable("specifications", specs_folder(), "CONFORMANCE_SPECS")
    yield _variable("libraries", named.FOLDER, "CONFORMANCE_LIBRARIES")
    yield _variable("cache", cache_folder(), "XDG_CACHE_HOME")


def _judged_subject(project: Project) -> SettingRow:
    """Return who is judged where the file does not say it by a key: its only subject, or nobody."""
    try:
        names = settings.certified(project)
    except UsageError:
        return SettingRow(settings.CERTIFY, None, [], DEFAULT, "one of several must be named")
    if not names:
        return SettingRow(settings.CERTIFY, None, [], DEFAULT)
    return SettingRow(
        settings.CERTIFY, None, list(names), OF_FILE, f"{project.key(SUBJECTS, *names)}, the only subject"
    )


def _variable(key: str, value: str, name: str) -> SettingRow:
    return (
        SettingRow(key, None, value, OF_ENVIRONMENT, name)
        if os.environ.get(name)
        else SettingRow(key, None, value, DEFAULT)
    )


def _lines(project: Project | None, rows: Sequence[SettingRow]) -> Iterator[str]:
    named = f" ({VARIABLE})" if VARIABLE in os.environ else ""
    yield f"File: {one_line(project.file) if project is not None else 'none'}{named}"
    general = [row for row in rows if row.subject is None]
    yield from ["", bold("Settings of conformance certify")]
    yield from _table(general[: len(SETTINGS)])
    for subject, table in (project.subjects if project is not None else {}).items():
        yield from ["", bold(f"Subject {one_line(subject, 100)}"), f"  {way(table)}"]
        yield from _table([row for row in rows if row.subject == subject and row.key not in _SHOWN_BY_WAY])
    yield from ["", bold("Environment")]
    yield from _table(general[len(SETTINGS) :])


_SHOWN_BY_WAY = ("python", "bind", "command", "url", "interpreter")


def _table(rows: Sequence[SettingRow]) -> Iterator[str]:
    for row in rows:
        value = one_line(_text(row), SHOWN)
        yield f"  {row.key:18}  {value:30}  {one_line(row.name or row.source)}"


def _text(row: SettingRow) -> str:
    value = row.value
    if value is None or value == []:
        return _IN_WORDS.get(row.key, "none")
    if isinstance(value, dict):
        return ", ".join(f"{name}={text}" for name, text in value.items())
    if isinstance(value, float):
        return f"{value:g}"
    if row.key == "memory-limit" and isinstance(value, int) and value % GIB == 0:
        return f"{value // GIB}G"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
