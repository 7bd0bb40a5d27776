"""Small tables of what the suite knows, for the pages that explain it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import yaml
from rule_reference import escaped

from conformance.rules.contracts import Choice, load_specifications
from conformance.rules.scope.features import FEATURES

ROOT = Path(__file__).parents[2]


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
