"""How wide and how bold the commands that explain may write."""

from __future__ import annotations

import sys
from shutil import get_terminal_size
from textwrap import wrap

from conformance.results.screen import takes_colours

WIDEST = 100  # longer lines are hard to read
PIPE = 80


def width() -> int:
    """Return the columns to wrap text to: the terminal's, or $COLUMNS, within reason."""
    return max(40, min(WIDEST, get_terminal_size((PIPE, 24)).columns))


def bold(text: str) -> str:
    """Return bold text for a terminal; where it takes no colours, the text unchanged."""
    return f"\x1b[1m{text}\x1b[0m" if takes_colours(sys.stdout) else text


def wrapped(text: str, indent: str = "  ") -> list[str]:
    """Return a paragraph as lines."""
    lines = wrap(
        text,
        width(),
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines or [indent.rstrip()]


def section(title: str, lines: list[str]) -> list[str]:
    """Return lines below their title; nothing where there are none."""
    return ["", bold(title), *lines] if lines else []
