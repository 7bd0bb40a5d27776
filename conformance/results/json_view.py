"""How reports show JSON values: as lines of text that can be compared and marked."""

import json
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from conformance.base.values import JSON

DEPTH = 24  # levels that are indented; further in there would be nothing but indentation

_encode: Callable[[object], str] = json.JSONEncoder(ensure_ascii=False).encode
_encode_ascii: Callable[[object], str] = json.JSONEncoder().encode
_CLOSE = object()


class Lines(NamedTuple):
    """A JSON value as lines of text, and the index range of those that a path names (empty: none)."""

    lines: list[str]
    named: range


def json_lines(value: JSON, path: Sequence[str] | None = None) -> Lines:
    r"""Write a JSON value with indent 2 and its own key order, without recursion, at any depth.

    Characters outside ASCII stay, those that would not be seen are JSON escapes (\u202e). `path` is a JSON
    pointer's steps; the lines of the value it leads to are named.
    """
    lines: list[str] = []
    first = last = 0
    stack: list[tuple[JSON, str, str, int, Sequence[str] | None]] = [(value, "", "", 0, path)]
    while stack:
        item, before, after, depth, rest = stack.pop()
        here = rest is not None and not rest
        if here and item is not _CLOSE:
            first = len(lines)
        indent = "  " * min(depth, DEPTH)
        if item and isinstance(item, dict | list):
            opening, closing = "{}" if isinstance(item, dict) else "[]"
            lines.append(f"{indent}{before}{opening}")
            stack.append((_CLOSE, closing, after, depth, rest))
            stack.extend(_members(item, depth + 1, rest))
            continue
        lines.append(f"{indent}{before}{'' if item is _CLOSE else _scalar(item)}{after}")
        if here:
            last = len(lines)
    return Lines(lines, range(first, last))


def _members(
    item: dict[str, JSON] | list[JSON], depth: int, rest: Sequence[str] | None
) -> list[tuple[JSON, str, str, int, Sequence[str] | None]]:
    """The members of a container as work for `json_lines`, the last one first."""
    if isinstance(item, dict):
        pairs = [(key, f"{_scalar(key)}: ", member) for key, member in item.items()]
    else:
        pairs = [(str(index), "", member) for index, member in enumerate(item)]
    step, further = (rest[0], rest[1:]) if rest else (None, None)
    work: list[tuple[JSON, str, str, int, Sequence[str] | None]] = [
        (member, before, ",", depth, further if key == step else None) for key, before, member in pairs
    ]
    member, before, _, depth, rest = work[-1]
    work[-1] = (member, before, "", depth, rest)
    work.reverse()
    return work


def _scalar(value: JSON) -> str:
    text = _encode(value)
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _encode_ascii(char)[1:-1] for char in text)


def common_start(a: Sequence[str], b: Sequence[str]) -> int:
    """How many lines two texts begin with in common."""
    for index, (text, other) in enumerate(zip(a, b, strict=False)):
        if text != other:
            return index
    return min(len(a), len(b))


def differing(a: Sequence[str], b: Sequence[str]) -> tuple[set[int], set[int]]:
    """Indices of the lines of `a` that `b` lacks, and of `b` that `a` lacks, commas at the end aside."""
    values, other = ([line.removesuffix(",") for line in lines] for lines in (a, b))
    start = common_start(values, other)
    end = common_start(values[start:][::-1], other[start:][::-1])
    stop, other_stop = len(values) - end, len(other) - end
    lacking, extra = set(range(start, stop)), set(range(start, other_stop))
    if lacking and extra:
        matcher = SequenceMatcher(None, values[start:stop], other[start:other_stop])
        for at, other_at, size in matcher.get_matching_blocks():
            lacking.difference_update(range(start + at, start + at + size))
            extra.difference_update(range(start + other_at, start + other_at + size))
    return lacking, extra
