"""What programs read: into a file, or on standard output, where it is then alone."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from typing import Any, TextIO

from conformance.base.errors import UsageError
from conformance.results.write import STDOUT, see_writable, write_file, write_json

TAKE_STDOUT = ("--json", "--markdown")
_kept: ContextVar[TextIO | None] = ContextVar("standard output, while it is for data", default=None)


@contextmanager
def data_alone() -> Iterator[None]:
    """Let what is printed for people go to standard error, and data alone to standard output."""
    token = _kept.set(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _kept.reset(token)


def check_places(places: Mapping[str, str | None]) -> None:
    """Raise UsageError for a place that cannot be written, before anything is done. places: by flag."""
    to_stdout = [flag for flag in TAKE_STDOUT if places.get(flag) == STDOUT]
    if len(to_stdout) > 1:
        raise UsageError(f"{' - and '.join(to_stdout)} - both write standard output.", "Name a file for one of them.")
    for flag, path in places.items():
        if path is not None and flag not in to_stdout:
            see_writable(path, flag)


def write(path: str, value: Any) -> None:
    """Write a value as JSON. path: of a file, or STDOUT. Raises UsageError for a file that cannot be written."""
    if path == STDOUT:
        write_text(path, json.dumps(value, indent=1) + "\n")
    else:
        write_json(path, value)


def write_text(path: str, text: str) -> None:
    """Write a text. path and errors: as of `write`."""
    if path == STDOUT:
        (_kept.get() or sys.stdout).write(text)
    else:
        write_file(path, text)
