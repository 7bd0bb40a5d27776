"""Data for programs: into a file, or on standard output."""

from __future__ import annotations

import json
import sys
from typing import Any

from conformance.reports.write import see_writable, write_json

STDOUT = "-"  # what --json names, for standard output


def check_place(path: str | None) -> None:
    """Raise UsageError for a file that cannot be written, before anything is done."""
    if path not in (None, STDOUT):
        see_writable(str(path), "--json")


def write(path: str, value: Any) -> None:
    """Write a value as JSON. path: of a file, or STDOUT. Raises UsageError for a file that cannot be written."""
    if path == STDOUT:
        sys.stdout.write(json.dumps(value, indent=1) + "\n")
    else:
        write_json(path, value)
