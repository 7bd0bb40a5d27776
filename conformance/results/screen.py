"""What a stream takes: colours or none, and lines of which length."""

from __future__ import annotations

import os
import re
from shutil import get_terminal_size
from textwrap import wrap
from typing import IO

COLUMNS, LEAST = 80, 30
# What a line begins with that its further rows are indented by: a label, the id of a defect, or its own indent.
LABEL = re.compile(r" *D\d+ +| +[a-z][a-z -]{0,10}? {2,}| *")
WHOLE = re.compile(r" *(?:repeat  |curl  |\$ )")  # a command, which is copied from the screen


def takes_colours(stream: IO[str]) -> bool:
    """Whether a stream is to have escape sequences: the user says so, or it is a terminal that knows them.

    NO_COLOR forbids them, also bold and what moves the cursor; FORCE_COLOR wants them elsewhere too.
    """
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")


def columns_of(stream: IO[str]) -> int | None:
    """Return the columns of a terminal; None for any other stream.

    There lines stay whole: who reads a pipe or a log searches it line by line, and shows it in a width of their own.
    """
    return max(LEAST, get_terminal_size((COLUMNS, 24)).columns) if stream.isatty() else None


def wrapped(line: str, columns: int | None) -> list[str]:
    """Return a line as rows of at most so many columns, further ones indented as its text is."""
    if columns is None or len(line) <= columns or WHOLE.match(line):
        return [line]
    label = LABEL.match(line)
    hang = len(label[0]) if label is not None else 0
    further = " " * min(hang or 2, columns // 3)
    return wrap(line, columns, subsequent_indent=further, drop_whitespace=True, break_on_hyphens=False)
