"""Sphinx extension: what commands print of all operations, such as `Limits: 1 of 3 operations`, is that of today."""

from __future__ import annotations

import re
from typing import Any

from conformance.formats.operations import operations

ALL = re.compile(r"(Limits: \d+ of )\d+(?= operations)")


def counted(text: str, number: int) -> str:
    """Return the text with the number of all operations."""
    return ALL.sub(rf"\g<1>{number}", text)


def _count(_app: Any, _name: str, content: list[str]) -> None:
    content[0] = counted(content[0], len(operations()))


def setup(app: Any) -> dict[str, bool]:
    """Join Sphinx."""
    app.connect("source-read", _count)
    return {"parallel_read_safe": True}
