"""What a request holds at a place, whatever it is: nothing where there is no such place."""

from __future__ import annotations

from typing import Any

from conformance.apis.oracles.explain import Path
from conformance.base.values import JSON


def value_at(request: JSON, place: Path) -> JSON:
    """Return the value at a place that leads through objects; None where there is none."""
    for step in place:
        request = request.get(step) if isinstance(request, dict) and isinstance(step, str) else None
    return request


def list_or_empty(value: JSON) -> list[Any]:
    """Return a list; an empty one for what is none."""
    return value if isinstance(value, list) else []
