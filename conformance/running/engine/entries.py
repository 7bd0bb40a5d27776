"""The entries of an input's list, each of which is asked alone too where an operation has rules about neighbours."""

from __future__ import annotations

from conformance.base.values import JSON, copy_of
from conformance.formats.operations import ITSELF, declared


def entries_at(operation: str) -> str | None:
    """Return the key under which an input has entries that are asked alone, or ITSELF; None where it has none."""
    declaration = declared(operation)
    return None if declaration is None else declaration.entries


def entries_of(operation: str, value: JSON) -> list[JSON] | None:
    """Return the list of entries in an input; None where it has none, or where they are not asked alone."""
    key = entries_at(operation)
    if key is None:
        return None
    entries = value if key == ITSELF else value.get(key) if isinstance(value, dict) else None
    return entries if isinstance(entries, list) else None


def with_only(operation: str, value: JSON, entry: JSON) -> JSON:
    """Return the input that has one entry alone, and shares nothing else with `value`."""
    key = entries_at(operation)
    return [entry] if not key else {**copy_of(value), key: [entry]}
