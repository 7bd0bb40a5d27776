"""How the planted defects of the self-test behave: a file beside the contract of each operation."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping

from conformance.base.files import specs_folder
from conformance.running.engine.behaviours import Behaviour

FILE = "behaviours.json"  # in the operation's folder of specs/; `python -m tests.suite selftest --behaviours` writes it
FORMAT = 2
BETWEEN = " / "  # the kind of a difference and its place


def read_behaviours(operations: Iterable[str]) -> dict[str, list[Behaviour]]:
    """Return the published behaviours by operation, without those that have no such file, or one of another form."""
    found = {name: _published(name) for name in operations}
    return {name: own for name, own in found.items() if own}


def _published(operation: str) -> list[Behaviour]:
    try:
        with open(os.path.join(specs_folder(), operation, FILE), "rb") as file:
            listed = json.load(file)["behaviours"]
        return [Behaviour(element["words"], frozenset(_symptoms(element["fails"]))) for element in listed]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return []  # a report can do without


def _symptoms(fails: Mapping[str, Mapping[str, Iterable[str]]]) -> Iterator[tuple[str, str, str, str]]:
    for rule, how in fails.items():
        for difference, cases in how.items():
            kind, _, place = difference.partition(BETWEEN)
            yield from ((rule, case, kind, place) for case in cases)


def behaviours_text(known: Iterable[Behaviour]) -> str:
    """Return the file of an operation: by rule, kind and place of the difference, the cases; a line for each."""
    listed = ",\n".join(f"  {json.dumps(_data(element))}" for element in known)
    return f'{{\n "format": {FORMAT},\n "behaviours": [\n{listed}\n ]\n}}\n'


def _data(behaviour: Behaviour) -> dict[str, object]:
    fails: dict[str, dict[str, list[str]]] = {}
    for rule, case, kind, place in sorted(behaviour.symptoms):
        fails.setdefault(rule, {}).setdefault(f"{kind}{BETWEEN}{place}", []).append(case)
    return {"words": behaviour.words, "fails": fails}
