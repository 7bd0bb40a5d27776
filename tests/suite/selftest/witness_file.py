"""The file of the witnesses, beside the banks: tests read it, `python -m tests.suite selftest --witness` writes it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from conformance.base.errors import UsageError
from conformance.base.values import JSON
from tests.suite.selftest import banks
from tests.suite.selftest.model import Mutant
from tests.suite.selftest.witness import Input, Value, Witness

PLACE = "tests/suite/selftest/banks/witness.json"  # in a checkout
FORMAT = 1
Key: TypeAlias = tuple[str, str]  # operation and name of a mutant


def key_of(mutant: Mutant) -> Key:
    """Return what names a mutant among those of all banks."""
    return mutant.operation, mutant.name


def witness_of(mutant: Mutant, known: Mapping[Key, Witness]) -> Witness | None:
    """Return the witness of a mutant: the case that it is made of, or what the file has; None for neither."""
    return Witness(cases=(mutant.shown_by,)) if mutant.shown_by is not None else known.get(key_of(mutant))


def read_witnesses() -> dict[Key, Witness]:
    """Return the witnesses that the package has, by operation and mutant.

    Raises UsageError for a file that cannot be read; its hint is how to write it again.
    """
    path = Path(banks.__file__).with_name("witness.json")
    try:
        document = json.loads(path.read_bytes())
        return {
            (operation, name): _witness(value)
            for operation, own in document["operations"].items()
            for name, value in own.items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        hint = f"Write it again: python -m tests.suite selftest --witness {PLACE}"
        raise UsageError(f"{path} is not a file of witnesses: {error}.", hint) from None


def witnesses_text(known: Mapping[Key, Witness]) -> str:
    """Return the file: by operation and mutant, each witness on its line, so that a change of one is a line."""
    operations: dict[str, list[str]] = {}
    for (operation, name), witness in known.items():
        line = f"   {json.dumps(name)}: {json.dumps(_data(witness))}"
        operations.setdefault(operation, []).append(line)
    listed = ",\n".join(f"  {json.dumps(name)}: {{\n{_joined(own)}\n  }}" for name, own in sorted(operations.items()))
    return f'{{\n "format": {FORMAT},\n "operations": {{\n{listed}\n }}\n}}\n'


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
