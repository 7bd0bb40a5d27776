"""What showing a defect takes and gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Piece = Mapping[str, Any]  # evidence, as in specs/report.schema.json


class NotShown(Exception):
    """No script shows the defect; the message says why, as the end of a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDefect:
    """A script that shows a defect, and what it printed of it. language: as it is named in Markdown."""

    script: str
    output: str
    language: str
