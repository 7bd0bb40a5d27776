"""Facts without their pointers, to compare what was read at different places."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from conformance.formats.model.fact import Fact


def bare(value: Any) -> Any:
    """Return a fact as plain tuples, without its pointers."""
    if isinstance(value, Fact):
        members = [(field.name, bare(getattr(value, field.name))) for field in fields(value) if field.name != "at"]
        return (type(value).__name__, *members)
    return tuple(map(bare, value)) if isinstance(value, tuple) else value
