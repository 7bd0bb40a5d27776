"""The recorded witnesses, a file for each operation, which `python -m tests.suite selftest --witness` writes.

A record saves time and decides nothing: a planted defect without one is run on all cases of its operation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from conformance.base.errors import UsageError
from conformance.base.values import JSON
from tests.suite.selftest import banks
from tests.suite.selftest.model import Mutant
from tests.suite.selftest.witness import CASES, EVERYTHING, Input, Value, Witness

FOLDER = Path(banks.__file__).with_name("witness")
FORMAT = 2
Key: TypeAlias = tuple[str, str]  # operation and name of a mutant


def key_of(mutant: Mutant) -> Key:
    """Return what names a mutant among those of all banks."""
    return mutant.operation, mutant.name


def witness_of(mutant: Mutant, known: Mapping[Key, Witness]) -> Witness:
    """Return the witness of a mutant: the case that it is made of, what is recorded, or else all that can convict."""
    if mutant.shown_by is not None:
        return Witness(cases=(mutant.shown_by,))
    return known.get(key_of(mutant)) or Witness(whole=EVERYTHING if mutant.timed or mutant.inputs else CASES)


def read_witnesses(folder: Path = FOLDER) -> dict[Key, Witness]:
    """Return the recorded witnesses, by operation and mutant.

    Raises UsageError for a file that cannot be read; its hint is how to write it again.
    """
    found: dict[Key, Witness] = {}
    for path in sorted(folder.glob("*.json")):
        try:
            listed = json.loads(path.read_bytes())["witnesses"]
            found |= {(path.stem, name): _witness(value) for name, value in listed.items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            hint = f"Write it again: python -m tests.suite selftest --operation {path.stem} --witness"
            raise UsageError(f"{path} is not a file of witnesses: {error}.", hint) from None
    return found


def witness_texts(known: Mapping[Key, Witness]) -> dict[str, str]:
    """Return the files by operation: each witness on its line, so that a change of one is a line."""
    lines: dict[str, list[str]] = {}
    for (operation, name), witness in known.items():
        lines.setdefault(operation, []).append(f"  {json.dumps(name)}: {json.dumps(_data(witness))}")
    return {
        operation: f'{{\n "format": {FORMAT},\n "witnesses": {{\n{_joined(own)}\n }}\n}}\n'
        for operation, own in lines.items()
    }


def _joined(lines: list[str]) -> str:
    return ",\n".join(lines)


def _data(witness: Witness) -> JSON:
    if witness.whole is not None:
        return {"whole": witness.whole}
    if witness.cases:
        return {"cases": list(witness.cases)}
    return {"inputs": [input_ if isinstance(input_, str) else {"value": input_.value} for input_ in witness.inputs]}


def _witness(data: JSON) -> Witness:
    return Witness(
        cases=tuple(data.get("cases", ())), inputs=tuple(_inputs(data.get("inputs", ()))), whole=data.get("whole")
    )


def _inputs(listed: JSON) -> Iterator[Input]:
    for element in listed:
        yield element if isinstance(element, str) else Value(value=element["value"])
