"""What formats declare equal: values that say the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from conformance.base.values import JSON
from conformance.formats.model.fact import Path

OPAQUE = {
    "args",
    "input_schema",
    "parametersJsonSchema",
    "parameters",
    "responseSchema",
    "schema",
    "responseJsonSchema",
    "metadata",
    "labels",
}
Rule = Callable[[Path, dict[str, Any]], str | None]


def walked(
    value: JSON,
    change: Callable[[Path, dict[str, Any], Counter[str]], dict[str, Any]],
    counts: Counter[str],
    at: Path = (),
) -> JSON:
    """Return a value of which each object is changed, the inner ones first; opaque values are left alone."""
    if isinstance(value, dict):
        inner = {
            key: value if key in OPAQUE and at[-1:] != ("metadata",) else walked(value, change, counts, (*at, key))
            for key, value in value.items()
        }
        return change(at, inner, counts)
    if isinstance(value, list):
        return [walked(element, change, counts, (*at, number)) for number, element in enumerate(value)]
    return value


def without(holder: dict[str, Any], counts: Counter[str], name: str, why: str, *values: JSON) -> None:
    """Drop a member, if it has one of some values."""
    if name in holder and (
        not values or any(holder[name] == value and type(holder[name]) is type(value) for value in values)
    ):
        counts[why] += 1
        del holder[name]


def without_nulls(holder: dict[str, Any], counts: Counter[str], *keep: str) -> None:
    """Drop members that are null."""
    for name in [name for name, value in holder.items() if value is None and name not in keep]:
        counts["null is absent"] += 1
        del holder[name]


def without_empty(holder: dict[str, Any], counts: Counter[str]) -> None:
    """Drop members that are objects without members."""
    for name in [name for name, value in holder.items() if value == {} and name not in OPAQUE]:
        counts["an empty object is absent"] += 1
        del holder[name]
