"""What the file of the project says becomes the arguments that a command did not get: the one place where it does."""

from __future__ import annotations

import argparse
import json
import os
import shlex
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from conformance.base.errors import UsageError, did_you_mean
from conformance.commands.arguments.common import memory
from conformance.running.project.find import Project, find_project
from conformance.running.project.keys import SETTINGS, SUBJECT, SUBJECTS

CERTIFY, REPORT_DIR = "certify", "report-dir"
REPORT = "report.json"
# By command: the keys that its flags take.
_LIMITS = ("timeout", "start-timeout")
TAKEN: Mapping[str, tuple[str, ...]] = {
    "certify": tuple(key for key in SETTINGS if key != CERTIFY),
    "live": tuple(key for key in SETTINGS if key != CERTIFY),
    "replay": ("cassettes", "requirements", "choices", "without", *_LIMITS),
    "diff-subjects": ("max-examples", "seed", "time-limit", *_LIMITS),
    "record": ("choices", *_LIMITS),
    "verify": ("time-limit", *_LIMITS),
    "check-tools": ("host",),
    "repeat": (REPORT_DIR,),
    "issue": (REPORT_DIR,),
    "scoreboard": (REPORT_DIR,),
}
# The attribute of a key's flag where it has another name.
_ATTRIBUTES = {"operations": "contract", "choices": "choice", "host": "profile"}
_ATTRIBUTES_OF: Mapping[str, Mapping[str, str]] = {
    "replay": {"cassettes": "folder"},
    "repeat": {REPORT_DIR: "report"},
    "issue": {REPORT_DIR: "report"},
    "scoreboard": {REPORT_DIR: "out"},
}
# Flags of a run that has no recorded traffic: one of given inputs alone, or one that anybody can repeat.
_WITHOUT_CASSETTES = ("case", "input", "certificate")
# How the value of a key is written as that of a flag; others are as they are.
_WRITTEN: Mapping[str, Callable[[Any], Any]] = {
    "max-examples": int, "seed": int, "jobs": int, "timeout": float, "start-timeout": float, "time-limit": float,
    "memory-limit": lambda size: memory(str(size)),
}  # fmt: skip


class SettingValue(NamedTuple):
    """What a file says of a key. name: the whole name of the key in the file; None for what follows from its place."""

    value: Any
    name: str | None


def setting(project: Project, key: str, subject: str | None = None) -> SettingValue | None:
    """Return what the file says of a key: the subject's own table first; None where it says nothing."""
    own = project.subjects.get(subject, {}) if subject is not None else {}
    for table, where in ((own, (SUBJECTS, str(subject))), (project.table, ())):
        if key in table and not (table is own and key in ("choices", "without")):
            name = project.key(*where, key)
            return SettingValue(project.path(table[key]) if SETTINGS[key].is_path else table[key], name)
    return None


def attribute(command: str, key: str) -> str:
    """Return the attribute that holds the value of a key's flag."""
    return _ATTRIBUTES_OF.get(command, {}).get(key) or _ATTRIBUTES.get(key) or key.replace("-", "_")


def take(parsed: argparse.Namespace) -> None:
    """Give a command what the file of the project says, where its arguments do not say it. Raises UsageError."""
    project = find_project() if parsed.command in TAKEN else None
    if project is not None:
        has_subject = any(SETTINGS[key].of_subject for key in TAKEN[parsed.command])
        if has_subject:
            check_names(project)
        apply(parsed, project, is_own=has_subject and is_own(parsed))
    if parsed.command == "replay" and parsed.folder is None:
        raise UsageError(
            "No folder of recordings is named.", "Name one, or write cassettes in the file of the project."
        )


def is_own(parsed: argparse.Namespace) -> bool:
    """Whether the arguments name a subject of the project: not the reference, and no library of the catalogue."""
    # Imported here: most commands that take a setting need no subject.
    from conformance.commands.subject import names_subject
    from conformance.running.subjects.named import library_names
    from conformance.running.subjects.reference import REFERENCE

    named = getattr(parsed, "subject", None)
    return named not in (REFERENCE, *library_names()) if named is not None else names_subject(parsed)


def apply(parsed: argparse.Namespace, project: Project, *, is_own: bool) -> list[str]:
    """Set the arguments of a command that nobody gave; return the keys that did so.

    is_own: whether the subject is one of the project, of which all is true that the file says. Raises UsageError for a
    path that is not there.
    """
    taken = []
    for key in TAKEN[parsed.command]:
        subject, name = getattr(parsed, "subject", None), attribute(parsed.command, key)
        found = report_folder(project, subject) if key == REPORT_DIR else setting(project, key, subject)
        if found is None or (SETTINGS[key].of_subject and not is_own):
            continue
        if key == "cassettes" and any(getattr(parsed, flag, None) for flag in _WITHOUT_CASSETTES):
            continue
        if name in parsed.given and key not in ("choices", "without"):
            continue
        setattr(parsed, name, _argument(parsed, project, key, found))
        if found.name is not None:
            taken.append(key)
    return taken


def _argument(parsed: argparse.Namespace, project: Project, key: str, found: SettingValue) -> Any:
    """Return what the file says of a key as the value of its flag, joined with what arguments say of it."""
    value = found.value
    if key == "choices":
        given = {entry.partition("=")[0] for entry in parsed.choice}
        own = own_choices(project, parsed.subject)
        return [*(f"{name}={answer}" for name, answer in own.items() if name not in given), *parsed.choice]
    if key == "without":
        return [*value, *parsed.without]
    if key == REPORT_DIR and parsed.command in ("repeat", "issue"):
        return _last_report(project, value)
    # A run with --update-expected may be the first to write its file.
    may_be_new = key == "expected-failures" and getattr(parsed, "update_expected", False)
    if key in ("cassettes", "expected-failures") and not may_be_new and not os.path.exists(value):
        new = ", or let --update-expected write it" if key == "expected-failures" else ""
        raise UsageError(f"{project.file}: {found.name}: {value} is not there.", f"Correct the path{new}.")
    return _WRITTEN.get(key, lambda same: same)(value)


def own_choices(project: Project, subject: str | None) -> dict[str, str]:
    """Return the answers that the project states for a subject beside those of its own table."""
    own = project.subjects.get(subject, {}).get("choices", {}) if subject is not None else {}
    return {name: answer for name, answer in project.table.get("choices", {}).items() if name not in own}


def report_folder(project: Project, subject: str | None = None) -> SettingValue:
    """Return where the reports of a subject go: beside the file if it says nothing, and of several a folder each."""
    # Imported here: what writes reports takes longer to import than most commands that take a setting.
    from conformance.results.write import DEFAULT_FOLDER

    base = setting(project, REPORT_DIR) or SettingValue(project.path(DEFAULT_FOLDER), None)
    names = project.table.get(CERTIFY, ())
    if len(names) < 2 or subject is None or subject not in names:
        return base
    return SettingValue(os.path.join(base.value, subject), base.name or project.key(CERTIFY))


def certified(project: Project) -> tuple[str, ...]:
    """Return the subjects that are judged where nobody names one; none where the file has none.

    Raises UsageError where the file does not say which of several.
    """
    names = tuple(project.subjects)
    if CERTIFY in project.table:
        return tuple(project.table[CERTIFY])
    if len(names) > 1:
        raise UsageError(
            f"{project.file} has {len(names)} subjects, and no key {project.key(CERTIFY)} says which are judged.",
            f"Name one, or write {CERTIFY} = {json.dumps(names)}.",
        )
    return names


def _last_report(project: Project, folder: str) -> str:
    """Return the report of the last run: of several subjects the only one that there is.

    Raises UsageError where there are several.
    """
    names = project.table.get(CERTIFY, ())
    paths = [os.path.join(folder, name, REPORT) for name in names] if len(names) > 1 else []
    there = [path for path in paths if os.path.exists(path)]
    if len(there) > 1:
        named = " or ".join(f"--report {shlex.quote(path)}" for path in there)
        raise UsageError(f"{len(there)} subjects of {project.file} have a report.", f"Name one: {named}.")
    return there[0] if there else os.path.join(folder, REPORT)


def check_names(project: Project) -> None:
    """Raise UsageError, one line with file and key, for a name that nothing has: a set, an operation, a feature."""
    from conformance.commands.subject import check_operations
    from conformance.rules.contracts import load_specifications
    from conformance.rules.contracts.requirements import load_requirements
    from conformance.rules.scope.declared import read_scope
    from conformance.running.subjects.named import library_names
    from conformance.running.subjects.reference import REFERENCE

    specifications = load_specifications()
    operations = tuple(specifications.contracts)
    choices = {choice.name for contract in specifications.contracts.values() for choice in contract.choices}
    known = (*project.subjects, REFERENCE, *library_names())
    for name in project.subjects:
        if name in (REFERENCE, *library_names()):
            where = f"{project.file}: {project.key(SUBJECTS, name)}"
            raise UsageError(f"{where} has the name of a subject that comes with the suite.", "Rename it.")
    for name in project.table.get(CERTIFY, ()):
        if name not in known:
            where = f"{project.file}: {project.key(CERTIFY)}"
            hint = did_you_mean(name, project.subjects)
            raise UsageError(f"{where} names the unknown subject {name!r}.", hint)
    tables = [((), project.table), *(((SUBJECTS, name), table) for name, table in project.subjects.items())]
    for head, table in tables:
        for key in (key for key in SUBJECT if key in table):
            where = f"{project.file}: {project.key(*head, key)}"
            if key in ("operations", "bind"):
                check_operations(table[key], operations, where)
            elif key == "choices":
                for name in table[key]:
                    if name not in choices:
                        raise UsageError(f"{where}: unknown choice {name!r}.", did_you_mean(name, choices))
            elif key in ("requirements", "without"):
                try:
                    if key == "without":
                        read_scope(table[key], (), ())
                    else:
                        load_requirements(table[key], specifications)
                except UsageError as error:
                    said = error.message.removeprefix("The subject: ")
                    raise UsageError(f"{where}: {said}", error.hint) from None
