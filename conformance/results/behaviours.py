"""The file of how the planted defects of the self-test behave, published with the specifications."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping

from conformance.base.files import specs_folder
from conformance.running.engine.behaviours import Behaviour

FILE = "behaviours.json"  # below specs/; `python -m tests.suite selftest --behaviours` writes it
FORMAT = 1
BETWEEN = " / "  # the kind of a difference and its place


def read_behaviours(operations: Collection[str] | None = None) -> dict[str, list[Behaviour]]:
    """Return the published behaviours by operation; none if there is no such file, or one of another form.

    operations: those to read, None for all. Every report of a run with a defect reads those of one or few.
    """
    try:
        with open(os.path.join(specs_folder(), FILE), "rb") as file:
            published = json.load(file)["operations"]
        return {
            name: [Behaviour(element["words"], frozenset(_symptoms(element["fails"]))) for element in own]
            for name, own in published.items()
            if operations is None or name in operations
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}  # a report can do without


def _symptoms(fails: Mapping[str, Mapping[str, Iterable[str]]]) -> Iterator[tuple[str, str, str, str]]:
    for rule, how in fails.items():
        for difference, cases in how.items():
            kind, _, place = difference.partition(BETWEEN)
            yield from ((rule, case, kind, place) for case in cases)


def behaviours_text(known: Mapping[str, Iterable[Behaviour]]) -> str:
    """Return the file: by operation, rule, kind and place of the difference, the cases; each behaviour on its line."""
    operations = []
    for name, own in known.items():
        lines = ",\n".join(f"   {json.dumps(_data(behaviour))}" for behaviour in own)
        operations.append(f"  {json.dumps(name)}: [\n{lines}\n  ]")
    listed = ",\n".join(operations)
    return f'{{\n "format": {FORMAT},\n "operations": {{\n{listed}\n }}\n}}\n'


def _data(behaviour: Behaviour) -> dict[str, object]:
    fails: dict[str, dict[str, list[str]]] = {}
    for rule, case, kind, place in sorted(behaviour.symptoms):
        fails.setdefault(rule, {}).setdefault(f"{kind}{BETWEEN}{place}", []).append(case)
    return {"words": behaviour.words, "fails": fails}
