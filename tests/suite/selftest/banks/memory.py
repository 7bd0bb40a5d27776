"""Converters that remember: of each operation that calls no API, the same few defects."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from conformance import reference
from conformance.formats.operations import operations_with
from tests.suite.selftest.banks.bank import MCP_TOOL, MCP_TOOLS, Bank, remembering
from tests.suite.selftest.model import Convert


def _text(given: Any) -> str:
    return json.dumps(given, sort_keys=True)


def _in_lower_case(given: Any) -> str:
    return _text(given).lower()


def _without_spaces(given: Any) -> str:
    return "".join(_text(given).split())


def _of_its_letters(given: Any) -> str:
    return "".join(sorted(_text(given)))


def _as_python_compares(given: Any) -> Any:
    """Give values that Python compares as equal one key: 1, 1.0 and true."""
    if isinstance(given, dict):
        return sorted((key, _as_python_compares(member)) for key, member in given.items())
    if isinstance(given, list):
        return [_as_python_compares(entry) for entry in given]
    return float(given) if isinstance(given, int) and abs(given) < 2**53 else given


def _wrong_at_first(convert: Convert) -> Convert:
    """Make a converter that loses the last entry or member of its first result."""
    waiting = [True]

    def converted(given: Any) -> Any:
        result = convert(given)
        if waiting and result:
            del result[next(reversed(result)) if isinstance(result, dict) else -1]
        waiting.clear()
        return result

    return converted


def _refusing_repetitions(convert: Convert) -> Convert:
    """Make a converter that refuses an input that it has just converted."""
    last: list[str] = []

    def converted(given: Any) -> Any:
        text = _text(given)
        if last == [text]:
            raise ValueError("this was converted already")
        last[:] = [text]
        return convert(given)

    return converted


def _handing_out_the_same(convert: Convert) -> Convert:
    """Make a converter whose results for one input are the same object."""
    known: dict[str, Any] = {}
    return lambda given: known.setdefault(_text(given), convert(given))


Make = Callable[[Convert], Convert]


def _remembering_by(key: Callable[[Any], Any]) -> Make:
    """Make converters that take inputs of one key for one input."""
    return lambda convert: remembering(convert, key)()


# The remembered input differs from another one in what the key leaves out; a schema can hold 1 beside true.
ANYWHERE: dict[str, Make] = {
    "remembers_in_lower_case": _remembering_by(_in_lower_case),
    "remembers_without_spaces": _remembering_by(_without_spaces),
    "wrong_at_first": _wrong_at_first,
    "refuses_repetitions": _refusing_repetitions,
}
OF_SCHEMAS: dict[str, Make] = {"takes_1_for_true": _remembering_by(_as_python_compares)}
CONVERT_SCHEMAS = frozenset(operations_with(lambda value: value.checks.endswith("_tools")))
# Their own contract demands copies (MCP-4), which other banks break.
DEMAND_COPIES = frozenset({MCP_TOOL, MCP_TOOLS})

BANKS = []
for operation in operations_with(lambda value: not value.scripted):
    convert: Convert = getattr(reference, operation.replace("-", "_"))
    bank = Bank(operation)
    defects = {**ANYWHERE, **(OF_SCHEMAS if operation in CONVERT_SCHEMAS else {})}
    for name, made in defects.items():
        bank.add(name, made(convert), "ALL-2", anew=partial(made, convert), innocent=("ALL-1",))
    if operation not in DEMAND_COPIES:
        bank.add("hands_out_the_same", _handing_out_the_same(convert), "ALL-9", innocent=("ALL-1", "ALL-2"))
    BANKS.append(bank)
