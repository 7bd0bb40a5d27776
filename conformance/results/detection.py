"""How well the suite finds what it must find: the score of its self-test, published with the specifications."""

import json
import os
from collections.abc import Mapping
from typing import NamedTuple

from conformance.base.files import specs_folder

FILE = "detection.json"  # below specs/; `python -m tests.suite selftest --score` writes it


class Score(NamedTuple):
    """Of one operation: how many planted defects there are and are found, and how many sound converters."""

    defects: int
    convicted: int
    sound: int
    certified: int


class Detection(NamedTuple):
    """The score of each operation, and the specifications that it was measured for."""

    specs_digest: str
    operations: Mapping[str, Score]


def read_detection() -> Detection | None:
    """Return the published score of the specifications in use; None where they have none, or one of another form."""
    try:
        with open(os.path.join(specs_folder(), FILE), "rb") as file:
            document = json.load(file)
        return Detection(
            str(document["suite"]["specs_digest"]),
            {
                str(name): Score(**{key: int(operation[key]) for key in Score._fields})
                for name, operation in document["operations"].items()
            },
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None  # a report can do without; it says so
