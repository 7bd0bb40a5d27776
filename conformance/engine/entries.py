"""The entries of an input's list, each of which is asked alone too where an operation has rules about neighbours."""

from __future__ import annotations

from conformance.checks.registry import ENTRIES_ALONE
from conformance.values import JSON, packed, unpacked


def entries_of(operation: str, value: JSON) -> list[JSON] | None:
    """Return the list of entries in an input; None where it has none, or where they are not asked alone."""
    if operation not in ENTRIES_ALONE:
        return None
    key = ENTRIES_ALONE[operation]
    entries = value if key is None else value.get(key) if isinstance(value, dict) else None
    return entries if isinstance(entries, list) else None


def with_only(operation: str, value: JSON, entry: JSON) -> JSON:
    """Return the input that has one entry alone, and shares nothing else with `value`."""
    key = ENTRIES_ALONE[operation]
    return [entry] if key is None else {**unpacked(packed(value) or b"N"), key: [entry]}
