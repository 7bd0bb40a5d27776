"""How reports show text that others wrote: nothing in it hidden or obeyed, and only so much of it."""

from __future__ import annotations

from collections.abc import Sequence

LINE = 2_000  # characters of one text that are shown


def visible(text: str, keep: str = "\n\t") -> str:
    r"""`text` with each character that a page, a terminal or XML would hide or obey written as an escape.

    These are the ones that Python calls not printable: controls (\x1b), bidi and zero-width characters
    (\u202e), lone surrogates, noncharacters, spaces other than " ". Those in `keep` stay.
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in keep else _escape(char) for char in text)


def _escape(char: str) -> str:
    code = ord(char)
    if char in "\n\r\t":
        return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}[char]
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def clip(text: str, limit: int = LINE) -> str:
    """`text` cut after `limit` characters, saying how many are left out; whole where that would not be shorter."""
    note = f"… ({len(text) - limit:,} more characters)"  # never one: that would be no shorter
    return text if len(text) <= limit + len(note) else f"{text[:limit]}{note}"


def one_line(text: str, limit: int = LINE) -> str:
    """Return foreign text as a part of one line: on a line of its own it could be taken for output of the suite."""
    return clip(visible(text, ""), limit)


def counted(number: int, word: str, plural: str = "") -> str:
    """Return a number with its word: "1 rule", "1,204 rules"."""
    return f"{number:,} {word if number == 1 else plural or word + 's'}"


def name_list(names: Sequence[str], most: int) -> str:
    """Return names with commas: the first `most`, then how many more there are."""
    shown = ", ".join(names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def prose(text: str) -> list[tuple[bool, str]]:
    """Visible text in parts: (is it code, the part). Code is in backticks."""
    parts = clip(visible(text)).split("`")
    if len(parts) % 2 == 0:
        return [(False, "`".join(parts))]
    return [(index % 2 == 1, part) for index, part in enumerate(parts) if part]
