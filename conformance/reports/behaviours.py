"""The file of how the planted defects of the self-test behave, published with the specifications."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping

from conformance.engine.behaviours import Behaviour
from conformance.files import specs_folder

FILE = "behaviours.json"  # below specs/; `conformance selftest --behaviours` writes it
FORMAT = 1
BETWEEN = " / "  # the kind of a difference and its place


def read_behaviours() -> dict[str, list[Behaviour]]:
    """Return the published behaviours by operation; none if there is no such file, or one of another form."""
    try:
        with open(os.path.join(specs_folder(), FILE), "rb") as file:
            operations = json.load(file)["operations"]
        return {
            name: [Behaviour(one["words"], frozenset(_symptoms(one["fails"]))) for one in own]
            for name, own in operations.items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}  # a report can do without


def _symptoms(fails: Mapping[str, Mapping[str, Iterable[str]]]) -> Iterator[tuple[str, str, str, str]]:
    for rule, how in fails.items():
        for difference, cases in how.items():
            kind, _, place = difference.partition(BETWEEN)
            yield from ((rule, case, kind, place) for case in cases)


def behaviours_data(known: Mapping[str, Iterable[Behaviour]]) -> dict[str, object]:
    """Return behaviours as the file has them: by operation, rule, kind and place of the difference, the cases."""
    operations = {name: [_data(one) for one in own] for name, own in known.items()}
    return {"format": FORMAT, "operations": operations}


def _data(one: Behaviour) -> dict[str, object]:
    fails: dict[str, dict[str, list[str]]] = {}
    for rule, case, kind, place in sorted(one.symptoms):
        fails.setdefault(rule, {}).setdefault(f"{kind}{BETWEEN}{place}", []).append(case)
    return {"words": one.words, "fails": fails}
