"""Reads the failures that a subject's own project expects."""

from __future__ import annotations

from typing import Any

from conformance.engine import ExpectedFailure
from conformance.errors import UsageError, did_you_mean
from conformance.files import read_file, read_toml

KEYS = ("operation", "rule", "reason")
FORM = "Each entry is [[failure]] with operation, rule and reason."


def read_expected_failures(path: str) -> tuple[ExpectedFailure, ...]:
    """Read a TOML file of [[failure]] tables. Raises UsageError that names the file and the entry."""
    named = f"--expected-failures {path}"
    table = read_toml(read_file(path, named, "Name a TOML file."), named)
    for key in table:
        if key != "failure":
            raise UsageError(f"{path}: the unknown key {key!r}.", FORM)
    entries = table.get("failure", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise UsageError(f"{path}: failure is not a list of tables.", FORM)
    expected = tuple(_entry(entry, f"{path}, failure {number}") for number, entry in enumerate(entries, 1))
    seen: set[tuple[str, str]] = set()
    for entry in expected:
        if (entry.operation, entry.rule) in seen:
            raise UsageError(f"{path}: {entry.operation} {entry.rule} is listed twice.", "Keep one.")
        seen.add((entry.operation, entry.rule))
    return expected


def _entry(entry: dict[str, Any], where: str) -> ExpectedFailure:
    for key in entry:
        if key not in KEYS:
            raise UsageError(f"{where}: the unknown key {key!r}.", did_you_mean(key, KEYS))
    for key in KEYS:
        if not isinstance(entry.get(key), str) or not entry[key].strip():
            raise UsageError(f"{where}: {key} is not a text.", FORM)
    return ExpectedFailure(entry["operation"], entry["rule"], " ".join(entry["reason"].split()))
