"""How well the suite finds what it must find: the score of its self-test, a file beside each contract."""

from __future__ import annotations

import json
import os
from typing import NamedTuple

from conformance.base.files import specs_folder
from conformance.formats.operations import operations

FILE = "detection.json"  # in the operation's folder of specs/; `python -m tests.suite selftest --score` writes it
COUNTS = ("defects", "convicted", "sound", "certified")


class Score(NamedTuple):
    """Of one operation: how many planted defects there are and are found, and how many sound converters.

    specs_digest: of the specifications that it was measured for.
    """

    defects: int
    convicted: int
    sound: int
    certified: int
    specs_digest: str


def read_scores() -> dict[str, Score]:
    """Return the published scores by operation, without those that have no such file, or one of another form."""
    found = {name: _published(name) for name in operations()}
    return {name: score for name, score in found.items() if score is not None}


def _published(operation: str) -> Score | None:
    try:
        with open(os.path.join(specs_folder(), operation, FILE), "rb") as file:
            document = json.load(file)
        counts = {name: int(document[name]) for name in COUNTS}
        return Score(**counts, specs_digest=str(document["suite"]["specs_digest"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None  # a report can do without; it says so
