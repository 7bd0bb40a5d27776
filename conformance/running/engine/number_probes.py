"""Finds out whether the way to a subject and back keeps numbers exact: 1.0 apart from 1, and integers beyond 2**53.

Only a number that arrives proves it. A converter that moves or drops the numbers of a probe shows nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from conformance.base.observation import Description
from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON, Absent
from conformance.rules.contracts import NUMBERS, Contract
from conformance.running.engine.port import Port

ASKED = 6  # cases
# A double of this size or larger is written with an exponent everywhere, so that it is read as a double again.
_WRITTEN_WITH_EXPONENT = 1e21
_LARGEST_EXACT = 2**53  # up to here a double is every integer


def exact_numbers(description: Description, contract: Contract, port: Port) -> bool:
    """Whether a subject's transport keeps numbers: what it states, or else what it shows."""
    return keeps_numbers(contract, port) if description.exact_numbers is None else description.exact_numbers


def keeps_numbers(contract: Contract, port: Port) -> bool:
    """Whether integral doubles and large integers survive the way to the subject and back, those that are asked.

    Where the subject shows its argument, only a loss there is the transport's; where it does not, any loss is, also
    one in the requests that an API received of it.
    """
    asking = contract.asking(NUMBERS)
    inputs = [case.input for case in contract.cases if not asking.isdisjoint(case.rules)][:ASKED]
    asked: set[type] = set()
    proven: set[type] = set()
    for sent, outcome in zip(inputs, port.outcomes(contract.operation, inputs), strict=True):
        asked |= {type(number) for number, _in_text in _numbers(sent) if _is_fragile(number)}
        if outcome.fault:
            continue
        after = outcome.input_after
        seen: JSON = [*([] if isinstance(outcome.output, Absent) else [outcome.output]), *(outcome.requests or ())]
        if _loses(sent, seen if isinstance(after, Absent) else after):
            return False
        proven |= _arrived_types(sent, after) | _arrived_types(sent, outcome.output)
    return bool(asked) and asked <= proven


def _arrived_types(sent: JSON, got: JSON | Absent) -> set[type]:
    """Return the types of the fragile numbers that arrived. A text that arrives as it was sent proves nothing."""
    arrived = {(repr(number), in_text) for number, in_text in _numbers(got)}
    fragile = [(number, in_text) for number, in_text in _numbers(sent) if _is_fragile(number)]
    return {
        type(number)
        for number, in_text in fragile
        if (repr(number), False) in arrived or (not in_text and (repr(number), True) in arrived)
    }


def _loses(sent: JSON, got: JSON | Absent) -> bool:
    """Whether a fragile number arrived as what a transport of doubles leaves of it, as an integer or as a double.

    A small number that nobody sent may be the converter's own, if the fragile one arrived too; a large one is not.
    """
    given = {repr(number) for number, _in_text in _numbers(sent)}
    arrived = {repr(number) for number, _in_text in _numbers(got)}
    new = arrived - given
    return any(
        not {repr(_left_of(number)), repr(float(number))}.isdisjoint(new)
        for number, _in_text in _numbers(sent)
        if _is_fragile(number) and (repr(number) not in arrived or abs(number) > _LARGEST_EXACT)
    )


def _is_fragile(number: int | float) -> bool:
    """Whether a transport that knows only doubles changes a number."""
    return abs(number) < _WRITTEN_WITH_EXPONENT and repr(_left_of(number)) != repr(number)


def _left_of(number: int | float) -> int | float:
    """Return what is read of a number that was written as the shortest text of its double, without a fraction of 0."""
    try:
        exact = Decimal(repr(float(number)))
    except OverflowError:
        return number
    return int(exact) if exact.is_finite() and exact == exact.to_integral_value() else float(number)


def _numbers(value: JSON | Absent) -> Iterator[tuple[int | float, bool]]:
    """Yield each number of a value, and whether it is inside a text of JSON."""
    waiting: list[tuple[JSON | Absent, bool]] = [(value, False)]
    while waiting:
        item, in_text = waiting.pop()
        if type(item) is dict:
            waiting += ((member, in_text) for member in item.values())
        elif type(item) is list:
            waiting += ((member, in_text) for member in item)
        elif type(item) is int or type(item) is float:
            yield item, in_text
        elif type(item) is str and item[:1] in ("{", "["):
            parsed = json_or_absent(item)
            if parsed is not ABSENT:
                waiting.append((parsed, True))
