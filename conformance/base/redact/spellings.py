"""The spellings of a text: what it says once its escapes are decoded, and where each character of that came from.

A key can arrive inside a repr, JSON text in JSON text, an address, a page or coloured output. Patterns that look for
keys stay simple because they look at the decoded text; what they find is mapped back to the text as it is written.
"""

from __future__ import annotations

import base64
import html
import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from urllib.parse import quote, quote_plus

MOST_DECODED = 3  # times that a text is decoded: %252D takes two
SHORTEST_STEM = 7  # characters of base64; a shorter piece of it is found everywhere

# Possessive, so that a long row of backslashes is read once. Any number of them counts as one: JSON inside a repr.
_ESCAPE = re.compile(
    r"(?P<none>(?:\x1b|\\++(?:x1b|u001b|033|e))\[[0-9;?]{0,30}[A-Za-z]|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff])"
    r"|\\++(?:u(?P<u>[0-9a-fA-F]{4})|u\{(?P<brace>[0-9a-fA-F]{1,5})\}|x(?P<x>[0-9a-fA-F]{2})|(?P<letter>[\"'/nrtfv]))?"
    r"|%(?P<percent>[0-9a-fA-F]{2})"
    r"|(?P<entity>&(?:\#[0-9]{1,6}|\#[xX][0-9a-fA-F]{1,5}|[A-Za-z]{2,8});)"
    r"|~(?P<pointer>[01])"
)
_LETTERS = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v"}


class DecodedText:
    """A text decoded once more. text: the decoded text."""

    def __init__(self, text: str, tokens: list[tuple[int, int, int, int]], inner: DecodedText | None) -> None:
        # Of each escape: the place of its character in `text`, how many characters, its start and end as written.
        self.text = text
        self._tokens = tokens
        self._places = [place for place, _size, _start, _end in tokens]
        self._inner = inner

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the text as it is written that says `text[start:end]`."""
        if self._tokens:
            start, end = self._source(start)[0], self._source(end - 1)[1]
        return self._inner.original(start, end) if self._inner is not None else (start, end)

    def _source(self, place: int) -> tuple[int, int]:
        number = bisect_right(self._places, place) - 1
        if number < 0:
            return place, place + 1
        begin, size, start, end = self._tokens[number]
        if place < begin + size:
            return start, end
        moved = end + place - begin - size
        return moved, moved + 1


def views(text: str) -> Iterator[DecodedText]:
    """Yield the text as it is, and then decoded as often as that changes it."""
    view = DecodedText(text, [], None)
    yield view
    for _time in range(MOST_DECODED):
        if not _may_be_escaped(view.text):
            return
        view = _decoded_view(view)
        if not view._tokens:
            return
        yield view


def _may_be_escaped(text: str) -> bool:
    return "\\" in text or "%" in text or "&" in text or "~" in text or "\x1b" in text or not text.isascii()


def _decoded_view(view: DecodedText) -> DecodedText:
    pieces: list[str] = []
    tokens: list[tuple[int, int, int, int]] = []
    written = read = 0
    for match in _ESCAPE.finditer(view.text):
        start, end = match.span()
        char = _character(match)
        written += start - read
        pieces += (view.text[read:start], char)
        tokens.append((written, len(char), start, end))
        written += len(char)
        read = end
    pieces.append(view.text[read:])
    return DecodedText("".join(pieces), tokens, view)


def _character(match: re.Match[str]) -> str:
    kind = match.lastgroup
    if kind is None:
        return "\\"
    text = match[kind]
    if kind == "none":
        return ""
    if kind == "letter":
        return _LETTERS.get(text, text)
    if kind == "entity":
        return html.unescape(text)
    if kind == "pointer":
        return "~/"[int(text)]
    return chr(int(text, 16))


def spellings(value: str) -> frozenset[str]:
    """Return the spellings of a known value that decoding does not find, and the value itself."""
    data = value.encode("utf-8", "surrogatepass")
    escaped = (json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1], repr(value)[1:-1])
    addressed = (quote(data, safe=""), quote(data), quote_plus(data), quote_plus(data, safe="/"))
    return frozenset((value, *escaped, *addressed, data.hex(), data.hex().upper(), *_in_base64(data)))


def _in_base64(data: bytes) -> Iterator[str]:
    """Yield what base64 of any text with `data` in it holds: a stem for each place of `data` in three bytes."""
    for before in range(3):
        text = base64.b64encode(b"\0" * before + data).decode()
        # The first and last characters hold bits of what is around the value.
        stem = text[(0, 2, 3)[before] : (before + len(data)) * 8 // 6]
        if len(stem) >= SHORTEST_STEM:
            yield stem
            yield stem.translate({ord("+"): "-", ord("/"): "_"})
