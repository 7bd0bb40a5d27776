"""Finds the lines of a JSON text of values."""

from __future__ import annotations

import json
import re
from collections.abc import Collection

from conformance.base.values import pointer

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def lines_of(text: str, pointers: Collection[str]) -> dict[str, int]:
    """Return the line, from 1, of each value that one of the JSON pointers names; of a member, that of its key.

    text: valid JSON. A pointer that names nothing in it gets no line.
    """
    found: dict[str, int] = {}
    line, seen = 1, 0
    path: list[str | int] = []  # the place of the value that comes next
    holders: list[str] = []  # "{" or "[" of each object and list that is open
    key_next = False
    for token in _TOKEN.finditer(text):
        line += text.count("\n", seen, token.start())
        seen, word = token.start(), token[0]
        if word in "}]":
            if holders.pop() == "[" or not key_next:
                path.pop()
            key_next = False
        elif word == ",":
            if holders[-1] == "[":
                path[-1] = int(path[-1]) + 1
            else:
                path.pop()
                key_next = True
        elif word == ":":
            continue
        elif key_next and word.startswith('"'):
            path.append(json.loads(word))
            key_next = False
            _note(found, path, pointers, line)
        else:
            if not holders or holders[-1] == "[":
                _note(found, path, pointers, line)
            if word in "{[":
                holders.append(word)
                key_next = word == "{"
                if word == "[":
                    path.append(0)
    return found


def _note(found: dict[str, int], path: list[str | int], pointers: Collection[str], line: int) -> None:
    place = pointer(*path)
    if place in pointers:
        found[place] = line
