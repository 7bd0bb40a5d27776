"""How the parameters of an offered tool differ from those of its definition."""

from __future__ import annotations

from conformance.base.values import JSON
from conformance.rules.checks.carried import OTHER, difference
from conformance.rules.checks.exact import NUMBER, TEXT
from conformance.rules.checks.findings import CLOSED, WRITTEN_OUT
from conformance.rules.checks.tools.closed_objects import reopened
from conformance.rules.checks.tools.lone_branches import merged
from conformance.rules.checks.tools.redundant_keywords import without_additions
from conformance.rules.laws.history import CHANGED


def schema_changes(owed: JSON, got: JSON) -> list[str]:
    """Return the kinds of changes: a number, a text, and CHANGED, unless that is an addition or a closed object."""
    ways = _difference(owed, got)  # digits are lost of data, and a schema is none
    return [*(way for way in (NUMBER, TEXT) if way in ways), *([_kind(owed, got)] if OTHER in ways else [])]


def _kind(owed: JSON, got: JSON) -> str:
    """Return whether there only are keywords more that say nothing new, or objects that are closed.

    A `$schema` is one of these keywords: it names a draft. A union of one branch says what the branch says.
    """
    if isinstance(got, dict) and "$schema" not in owed:
        got = {key: value for key, value in got.items() if key != "$schema"}
    owed, plain = merged(owed, got), without_additions(owed, got)
    if OTHER not in _difference(owed, plain):
        return WRITTEN_OUT
    return CHANGED if OTHER in _difference(owed, reopened(owed, plain)) else CLOSED


def _difference(owed: JSON, got: JSON) -> frozenset[str]:
    if isinstance(got, dict) and got.get("properties") == {} and "properties" not in owed:
        got = {key: value for key, value in got.items() if key != "properties"}  # the choice missing-properties
    return difference(owed, got)
