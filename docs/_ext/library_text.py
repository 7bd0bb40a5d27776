"""What was observed of real libraries, from `observed.toml` in the folder of each: for docs/real-libraries.md."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.rules.contracts import load_specifications

LIBRARIES = Path(__file__).parents[2] / "conformance" / "field" / "libraries"


def observed() -> dict[str, dict[str, Any]]:
    """Return the tables by library."""
    return {
        file.parent.name: tomllib.loads(file.read_text("utf-8")) for file in sorted(LIBRARIES.glob("*/observed.toml"))
    }


def text() -> str:
    """Return a section for each library: a table for each state that was looked at."""
    return "\n".join(line for name, table in observed().items() for line in _section(name, table))


def _section(name: str, table: dict[str, Any]) -> Iterator[str]:
    yield f"### {name}\n"
    for group in table["observed"]:
        operations = group.get("operations", [])
        when = [str(group[key]) for key in ("day", "on") if key in group]
        yield f"**{group['versions']}**" + (f" ({', '.join(when)})" if when else "") + _named(operations) + "\n"
        yield "| rule | what happens | smallest input |\n|---|---|---|"
        yield "".join(
            f"| {_rules(row, operations)} | {row['what']} | {row.get('input', '')} |\n" for row in group["rows"]
        )
        if "holds" in group:
            yield f"In order: {group['holds']}\n"
    for row in table.get("since", []):
        yield f"Since when, by `conformance survey bisect`: {row['what']}. {row['answer']} ({row['asked']} asked).\n"


def _named(operations: list[str]) -> str:
    return f": {', '.join(f'`{name}`' for name in operations)}" if operations else ""


def _rules(row: dict[str, Any], operations: list[str]) -> str:
    """Return the ids, each as a link to the rule where one of the operations has it."""
    contracts = load_specifications().contracts
    homes = [
        next((name for name in operations if any(rule.id == other_rule for rule in contracts[name].rules)), None)
        for other_rule in row["rules"]
    ]
    ids = zip(row["rules"], homes, strict=True)
    return ", ".join(f"[{element}](rules/{home}.md#{element})" if home else element for element, home in ids)
