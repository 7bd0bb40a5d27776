"""Foreign text in Markdown: shown literally, with any markup, HTML, link or mention in it."""

from __future__ import annotations

import re

from conformance.results.text import one_line, prose

_RUNS = re.compile("`+")
# What Markdown reads as markup, anywhere or at the beginning of a line.
_MARKUP = re.compile(r"([\\`*_{}\[\]<>()#!|~&]|^[-+=]|(?<=^\d)[.)])")
# What a hosting service makes links and mentions of, though no Markdown says so: no escape stops it but code.
_MADE_LINKS = re.compile(r"@|#\d|://|www\.|:\w+:|[0-9a-f]{7}", re.IGNORECASE)


def code(text: str, limit: int = 300) -> str:
    """Return text as a code span, in one line. Also inside a table."""
    shown = one_line(text, limit) or " "
    fence = "`" * (1 + max((len(run) for run in _RUNS.findall(shown)), default=0))
    pad = " " if shown[0] in "` " or shown[-1] in "` " else ""
    return f"{fence}{pad}{shown}{pad}{fence}".replace("|", "\\|")


def block(text: str) -> str:
    """Return text as a code block of its own lines."""
    fence = "`" * max(3, 1 + max((len(run) for run in _RUNS.findall(text)), default=0))
    return f"{fence}text\n{text}\n{fence}"


def words(text: str, limit: int = 300) -> str:
    """Return text as words of a sentence, in one line; text in backticks stays code."""
    parts = prose(one_line(text, limit))
    return "".join(code(part) if is_code or _MADE_LINKS.search(part) else _escaped(part) for is_code, part in parts)


def _escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)
