"""What becomes of each field, for the page: one table for an operation, and lists of what the result has besides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conformance.results.text import counted, one_line

PLACES, KEYWORDS = 3, 4  # that are shown of one field
CHANGES = (("went", "keywords gone"), ("came", "keywords new"))


def account(losses: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the template shows of one operation's account (specs/report.schema.json, losses)."""
    fields = [_field(field) for field in losses["fields"]]
    lost = sum(field["is_lost"] for field in fields)
    gist = f"{counted(losses['inputs'], 'input')}, {counted(len(fields), 'field')}"
    return {
        "gist": f"{gist}, {lost} never in the result" if lost else gist,
        "fields": fields,
        "made": [
            (label, [_made_row(element) for element in losses[kind]])
            for kind, label in (
                ("defaulted", "Defaulted: from no value of the input, the same value each time"),
                ("invented", "Invented: from no value of the input"),
            )
            if losses[kind]
        ],
    }


def _field(entry: Mapping[str, Any]) -> dict[str, Any]:
    arrived = entry["kept"] + entry["renamed"] + entry["changed"]
    empty = entry.get("empty", 0)
    return {
        "path": _path(entry["field"]),
        "became": _some(entry["became"], PLACES, _path, alone=len(entry["became"]) == 1),
        "keywords": [(label, _some(entry[kind], KEYWORDS, _name)) for kind, label in CHANGES if kind in entry],
        "counts": [entry[state] for state in ("kept", "renamed", "changed", "dropped")],
        "empty": "all empty" if empty == entry["dropped"] > 0 else f"{empty} empty" if empty else "",
        "is_lost": not arrived and empty < entry["dropped"],
    }


def _made_row(entry: Mapping[str, Any]) -> tuple[str, int, list[str]]:
    return _path(entry["field"]), entry["number"], [one_line(value, 90) for value in entry["values"]]


def _some(counts: Mapping[str, int], most: int, shown_name: Any, *, alone: bool = False) -> dict[str, Any]:
    """The most frequent of some counted things, and how many there are besides. alone: no number is needed."""
    shown = [(shown_name(name), "" if alone else f"{number:,}") for name, number in list(counts.items())[:most]]
    return {"shown": shown, "more": max(0, len(counts) - most)}


def _path(path: str) -> str:
    return one_line(path, 120)


def _name(name: str) -> str:
    return one_line(name, 60)
