"""Which keys the input of an operation has, as its cases show them."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.base.values import JSON
from conformance.rules.contracts.model import Contract

MOST_KEYS = 6  # more are counted


def input_form(contract: Contract) -> str:
    """Return the form of an input: `{events, request}`, or `[{name, ...}, ...]` for a list of objects.

    A key that some real cases lack ends with a question mark. "" where the cases have no object.
    """
    inputs = [case.input for case in contract.cases if case.standing is None]
    objects = [value for value in inputs if isinstance(value, dict)]
    entries = [entry for value in inputs if isinstance(value, list) for entry in value if isinstance(entry, dict)]
    forms = [_keys(objects)] if objects else []
    if entries:
        forms.append(f"[{_keys(entries)}, ...]")
    return " or ".join(forms)


def sample_input(contract: Contract) -> JSON:
    """Return the smallest input of a real case that the call must convert; None where there is none."""
    inputs = [
        case.input
        for case in contract.cases
        if case.standing is None and case.input and all(expected.error is None for expected in case.expectations)
    ]
    return min(inputs, key=lambda value: len(str(value)), default=None)


def _keys(objects: Sequence[dict[str, JSON]]) -> str:
    counts: dict[str, int] = {}
    for value in objects:
        for key in value:
            counts[key] = counts.get(key, 0) + 1
    always = [key for key, number in counts.items() if number == len(objects)]
    # A key of few cases may be one that no caller sends.
    often = [key for key, number in counts.items() if key not in always and number > len(objects) / 20]
    named = [*always, *(f"{key}?" for key in often)]
    more = ", ..." if len(named) > MOST_KEYS or len(counts) > len(named) else ""
    return "{" + ", ".join(named[:MOST_KEYS]) + more + "}"
