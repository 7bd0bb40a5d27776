"""What is equal in MCP: values that say the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

from conformance.base.values import JSON
from conformance.formats.model.fact import Path
from tests.formats.equalities import walked, without, without_nulls

_OPAQUE = {"inputSchema", "outputSchema", "structuredContent", "_meta"}


def normal(value: JSON, form: str, counts: Counter[str]) -> JSON:
    """Return the normal form of tools or of a result. counts: how often each equality is used."""
    return walked(value, _change, counts)


def _change(at: Path, holder: dict[str, Any], counts: Counter[str]) -> dict[str, Any]:
    if _OPAQUE.isdisjoint(at):
        without_nulls(holder, counts)
        if at == ():
            without(holder, counts, "resultType", "a result is complete", "complete")
    return holder
