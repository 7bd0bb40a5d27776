"""The text of a file of expected failures, and changes of it that leave everything else as people wrote it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import Any, NamedTuple

from conformance.results.text import one_line

HEADER = re.compile(r"[ \t]*\[\[\s*failure\s*\]\]")
HEAD = [
    "# Failures that are known. `conformance certify --update-expected` adds entries and deletes those that no longer",
    "# fail; the reason of each is for people to write.",
    "",
]
WIDEST = 118  # columns of a line of names
COMMENT = 400  # characters


class NewEntry(NamedTuple):
    """An entry to be added: failures of one defect. causes: their keys. comment: what they are."""

    operations: tuple[str, ...]
    rules: tuple[str, ...]
    causes: tuple[str, ...]
    comment: str


class Edited(NamedTuple):
    """A changed text, and the lines of the reasons that are to be filled in."""

    text: str
    to_fill: tuple[int, ...]


# By key (operation, rule, cause) the names that an entry keeps or gets; empty: it goes.
Kept = Mapping[str, Sequence[str]]


def lines_of_entries(text: str) -> list[int]:
    """Return the lines, from 1, of the headers of the entries that are tables of their own."""
    return [number for number, line in enumerate(text.split("\n"), 1) if HEADER.match(line)]


def line_of_reason(text: str, number: int) -> int | None:
    """Return the line, from 1, of the reason of an entry; None if it is written in another form."""
    headers, lines = lines_of_entries(text), text.split("\n")
    if number >= len(headers):
        return None
    end = headers[number + 1] - 1 if headers[number + 1 :] else len(lines)
    own = range(headers[number], end)
    return next((place + 1 for place in own if re.match(r"[ \t]*reason[ \t]*=", lines[place])), None)


def edit(text: str, kept: Mapping[int, Kept], added: Sequence[NewEntry]) -> Edited | None:
    """Return the text with entries changed, deleted and added; None if its form does not allow that.

    kept: by its number, from 0, what an entry that changes keeps. An entry goes with the comment directly above it.
    """
    entries = tomllib.loads(text).get("failure", [])
    lines = text.split("\n") if text.strip() else list(HEAD)
    while lines and not lines[-1].strip():
        lines.pop()
    headers = [line - 1 for line in lines_of_entries("\n".join(lines))]
    if len(headers) != len(entries):
        return None
    # The last entries are changed first: what lies before them keeps its place. A comment above an entry belongs to it.
    ends = [_end(lines, header, limit) for header, limit in pairwise([*headers, len(lines)])]
    for number in sorted(kept, reverse=True):
        if kept[number]:
            for key, names in kept[number].items():
                before = len(lines)
                _set(lines, headers[number] + 1, ends[number], key, names)
                ends[number] += len(lines) - before
        else:
            _delete(lines, headers[number], ends[number])
    to_fill = []
    for entry in added:
        lines += [""] if lines and lines[-1].strip() else []
        comment = one_line(entry.comment, COMMENT)
        lines += [f"# {line}" for line in wrap(comment, WIDEST, break_long_words=False, break_on_hyphens=False)]
        lines.append("[[failure]]")
        named = (("operation", entry.operations), ("rule", entry.rules), ("cause", entry.causes))
        lines += [*(line for key, names in named for line in _value(key, names)), 'reason = ""']
        to_fill.append(len(lines))
    edited = "\n".join(lines).rstrip("\n") + "\n"
    wanted = [
        {**entry, **{key: list(names) if names[1:] else names[0] for key, names in kept.get(number, {}).items()}}
        for number, entry in enumerate(entries)
        if kept.get(number, True)
    ]
    wanted += [
        {"operation": _one(entry.operations), "rule": _one(entry.rules), "cause": _one(entry.causes), "reason": ""}
        for entry in added
    ]
    return Edited(edited, tuple(to_fill)) if _says(edited, wanted) else None


def _says(text: str, entries: list[dict[str, Any]]) -> bool:
    try:
        return bool(tomllib.loads(text).get("failure", []) == entries)
    except tomllib.TOMLDecodeError:
        return False


def _one(names: Sequence[str]) -> str | list[str]:
    return list(names) if names[1:] else names[0]


def _value(key: str, names: Sequence[str]) -> list[str]:
    """Return the lines of a key with one name, or a list of them."""
    line = f"{key} = {json.dumps(_one(names))}"
    return [line] if len(line) <= WIDEST else [f"{key} = [", *(f"    {json.dumps(name)}," for name in names), "]"]


def _set(lines: list[str], start: int, end: int, key: str, names: Sequence[str]) -> None:
    """Replace the value of a key between two lines, which may take several; add it above the reason if it is new."""
    for first in range(start, end):
        if not re.match(rf"[ \t]*{key}[ \t]*=", lines[first]):
            continue
        for last in range(first + 1, end + 1):
            try:
                tomllib.loads("\n".join(lines[first:last]))
            except tomllib.TOMLDecodeError:
                continue
            lines[first:last] = _value(key, names)
            return
    place = next((number for number in range(start, end) if re.match(r"[ \t]*reason[ \t]*=", lines[number])), start)
    lines[place:place] = _value(key, names)


def _end(lines: Sequence[str], header: int, limit: int) -> int:
    """Return the line after the last one of an entry. limit: the header of the next one, or the end of the file."""
    return 1 + max(place for place in range(header, limit) if lines[place].strip() and lines[place].lstrip()[0] != "#")


def _delete(lines: list[str], header: int, end: int) -> None:
    """Delete an entry and the comment directly above it, but for one that begins the file: that is about all of it."""
    first = header
    while first and lines[first - 1].lstrip().startswith("#"):
        first -= 1
    first = header if first == 0 else first
    after = end
    while after < len(lines) and not lines[after].strip():
        after += 1
    del lines[first:after]
