"""Reads a page as its elements and texts, and what lies packed in it."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from html.parser import HTMLParser
from typing import Any

VOID = {"wbr", "meta", "input", "br", "hr", "link", "img"}
# A browser closes these by their own form; in XML's they are written as closed.
CLOSED = {"rect", "line", "polyline", "circle", "path"}
# The end tags that may be left out before the start of these.
IMPLIED_BEFORE = {"td": ("td", "th"), "th": ("td", "th"), "tr": ("td", "th", "tr")}
# What begins a line where a page is read as lines, and what stands before a mark and a cell.
BLOCKS = {
    "article", "dd", "details", "div", "dt", "figcaption", "figure", "h1", "h2", "h3", "h4", "li", "p", "pre",
    "section", "summary", "tr",
}  # fmt: skip
MARKS = {"del": "[-", "ins": "[+", "mark": "[=", "td": "| ", "th": "| "}


class Page(HTMLParser):
    """A page as its elements and texts. Fails where elements are not closed in order."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.inside: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(source)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._end_implied(IMPLIED_BEFORE.get(tag, ()))
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self._open.append(tag)
            self.inside.setdefault(tag, []).append("")

    def _end_implied(self, tags: tuple[str, ...]) -> None:
        while self._open and self._open[-1] in tags:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        self._end_implied(IMPLIED_BEFORE["tr"] if tag == "tbody" else ())
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        for tag in dict.fromkeys(self._open):
            self.inside[tag][-1] += data

    def all(self, tag: str, **wanted: str) -> list[dict[str, str]]:
        """The attributes of every element of a kind that has these."""
        return [attrs for name, attrs in self.elements if name == tag and wanted.items() <= attrs.items()]

    @property
    def text(self) -> str:
        """Everything that is text, but scripts, styles and packed data."""
        scripts = set(self.inside.get("script", []) + self.inside.get("style", []))
        return "".join(text for text in self.texts if text not in scripts)

    def packed(self, name: str) -> Any:
        """What lies packed in the page under an id."""
        place = [attrs.get("id") for attrs in self.all("script")].index(name)
        text = self.inside["script"][place].strip()
        return json.loads(gzip.decompress(b64decode(text, validate=True))) if text else []


class Lines(HTMLParser):
    """A page as the lines that a reader sees: where links lead, what stands open, what is marked."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self._lines = [""]
        self._hidden = 0
        self._kept = 0
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._hidden += tag in ("script", "style")
        self._kept += tag == "pre"
        if tag in BLOCKS:
            self._lines.append(f"{tag} " if re.match(r"h\d|li", tag) else "")
        if tag == "details":
            own = "".join(f" {name}={value}" for name, value in attrs if name in ("id", "data-row", "data-rows"))
            self._lines[-1] += f"details{own}{' open' if 'open' in given else ''}"
        if tag == "a":
            self._lines[-1] += f"<{given['href']}>"
        self._lines[-1] += MARKS.get(tag, "")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("script", "style")
        self._kept -= tag == "pre"
        if tag in ("del", "ins", "mark"):
            self._lines[-1] += "]"
        if tag in BLOCKS and tag not in VOID:
            self._lines.append("")

    def handle_data(self, data: str) -> None:
        if self._hidden:
            return
        if self._kept:
            first, *others = data.split("\n")
            self._lines[-1] += first
            self._lines += others
        else:
            self._lines[-1] += " ".join(data.split()) + " " * bool(re.search(r"\s$", data))

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self._lines if line.strip())


def column(data: dict[str, Any], name: str) -> list[int]:
    """Return the numbers of a column, as the page's script reads them."""
    return numbers(data, data["numbers"][name])


def numbers(data: dict[str, Any], reported: str | list[int]) -> list[int]:
    """Return the numbers that characters or differences stand for."""
    if isinstance(reported, str):
        return [ord(char) - data["zero"] for char in reported]
    total = 0
    return [total := total + difference for difference in reported]


def texts(data: dict[str, Any], name: str) -> list[str]:
    """Return a text for each row, as the page's script reads them."""
    table = data["texts"][name]
    if isinstance(table, dict):
        read, last = [], ""
        for length, rest in zip(numbers(data, table["shared"]), table["rest"], strict=True):
            last = last[:length] + rest
            read.append(last)
        table = read
    return [table[place] for place in column(data, name)]
