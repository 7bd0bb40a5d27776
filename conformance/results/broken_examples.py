"""What a converter with a planted defect makes of a worked case: the wrong half of an example, by rule.

A file beside the contract of each operation. It is there for readers of `explain` alone and decides nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from conformance.base.files import specs_folder
from conformance.base.values import ABSENT, JSON, Absent

FILE = "broken.json"  # in the operation's folder of specs/; `python -m tests.suite selftest --broken` writes it
FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenExample:
    """A wrong result for a case. at: the JSON pointer, in the output, of the first difference from the right result.

    right, wrong: what is there; ABSENT for nothing. error: what the call failed with, where it gave no output; at,
    right and wrong are "" and ABSENT then. says: what the rule says of it.
    """

    rule: str
    case: str
    says: str
    at: str = ""
    right: JSON | Absent = ABSENT
    wrong: JSON | Absent = ABSENT
    error: str | None = None


def read_broken_examples(operation: str) -> dict[str, BrokenExample]:
    """Return the published examples by rule; none where there is no such file, or one of another form."""
    try:
        with open(os.path.join(specs_folder(), operation, FILE), "rb") as file:
            listed = json.load(file)["examples"]
        return {rule: _read(rule, element) for rule, element in listed.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}  # a page can do without


def _read(rule: str, data: Mapping[str, Any]) -> BrokenExample:
    return BrokenExample(
        rule=rule,
        case=data["case"],
        says=data["says"],
        at=data.get("at", ""),
        right=data.get("right", ABSENT),
        wrong=data.get("wrong", ABSENT),
        error=data.get("error"),
    )


def broken_examples_text(known: Iterable[BrokenExample]) -> str:
    """Return the file of an operation: a line for each rule, so that a change of one is a line."""
    lines = ",\n".join(
        f"  {json.dumps(example.rule)}: {json.dumps(_data(example), ensure_ascii=False)}" for example in known
    )
    return f'{{\n "format": {FORMAT},\n "examples": {{\n{lines}\n }}\n}}\n'


def _data(example: BrokenExample) -> dict[str, Any]:
    data: dict[str, Any] = {"case": example.case, "says": example.says}
    if example.error is not None:
        return {**data, "error": example.error}
    sides = {"right": example.right, "wrong": example.wrong}
    return {**data, "at": example.at, **{key: value for key, value in sides.items() if value is not ABSENT}}
