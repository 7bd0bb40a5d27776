"""The source format of an operation: what its name begins with, as chat-tools in chat-tools-to-responses-tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Entry = TypeVar("Entry")


def of_source(table: Mapping[str, Entry], operation: str) -> Entry | None:
    """Return what a table by source format has for an operation: under its whole name first; None where nothing."""
    return table.get(operation, table.get(operation.partition("-to-")[0]))
