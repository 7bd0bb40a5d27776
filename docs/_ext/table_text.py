"""Small tables of what the suite knows, for the pages that explain it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from rule_reference import escaped

from conformance.commands.pytest_plugin import pytest_addoption
from conformance.rules.contracts import Choice, load_specifications
from conformance.rules.scope.features import FEATURES

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def choices() -> str:
    """Return each choice with its answers, once for all operations that ask the same."""
    homes: dict[tuple[str, ...], list[str]] = {}
    asked: dict[tuple[str, ...], Choice] = {}
    for operation, contract in load_specifications().contracts.items():
        for choice in contract.choices:
            key = (choice.name, choice.question, *choice.answers)
            homes.setdefault(key, []).append(operation)
            asked.setdefault(key, choice)
    return "\n".join(line for key, choice in sorted(asked.items()) for line in _choice(choice, homes[key]))


def _choice(choice: Choice, operations: list[str]) -> Iterator[str]:
    where = ", ".join(f"[{name}](rules/{name}.md)" for name in operations)
    yield f"**`{choice.name}`** {escaped(choice.question)} ({where})\n"
    for answer, meaning in choice.answers.items():
        yield f"- `{answer}`{' (the reference)' if answer == choice.default else ''}: {escaped(meaning)}"
    yield ""


def features() -> str:
    """Return what a subject may say that it does not have."""
    rows = [f"| `{name}` | {escaped(feature.title)} |" for name, feature in FEATURES.items()]
    return "\n".join(["| feature | what the subject does not have |", "|---|---|", *rows])


def action() -> str:
    """Return the inputs of the GitHub action."""
    inputs = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["inputs"]
    rows = [
        f"| `{name}` | {entry['description']} | {'required' if entry.get('required') else entry['default'] or 'none'} |"
        for name, entry in inputs.items()
    ]
    return "\n".join(["| input | what it is | default |", "|---|---|---|", *rows])


def rule_keys() -> str:
    """Return the keys of a rule that specs/contract.schema.json describes."""
    schema = json.loads((ROOT / "specs" / "contract.schema.json").read_text("utf-8"))
    keys = schema["$defs"]["rule"]["properties"]
    rows = [f"| `{name}` | {escaped(key['description'])} |" for name, key in keys.items() if "description" in key]
    return "\n".join(["| key | meaning |", "|---|---|", *rows])


def faults() -> str:
    """Return what may go wrong with a subject, what the suite does then, and what a report shows."""
    entries = yaml.safe_load((HERE / "faults.yaml").read_text("utf-8"))["faults"]
    rows = [f"| {entry['fault']} | {entry['does']} | {entry['evidence']} |" for entry in entries]
    return "\n".join(["| fault | what the suite does | evidence |", "|---|---|---|", *rows])


def pytest_options() -> str:
    """Return the options of the pytest plugin."""
    parser = _Options()
    pytest_addoption(parser)  # type: ignore[arg-type]
    rows = [f"| `{name} {metavar}` | {text} |" for name, metavar, text in parser.found]
    return "\n".join(["| option | meaning |", "|---|---|", *rows])


class _Options:
    """Takes the options as pytest's parser does, and keeps those that --help shows."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str, str]] = []

    def getgroup(self, _name: str, _description: str = "") -> _Options:
        return self

    def addini(self, *_arguments: object, **_named: object) -> None:
        """A setting is no option."""

    def addoption(self, name: str, **named: Any) -> None:
        if named["help"] != argparse.SUPPRESS:
            self.found.append((name, named["metavar"], named["help"]))
