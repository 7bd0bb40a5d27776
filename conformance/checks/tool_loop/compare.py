"""How a value that arrived differs from the one that was owed: by numbers, by how a text is written, or altogether.

A tool's string that arrives encoded once more (as a JSON string, with escapes or entities) is ENCODED.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator

from conformance.checks.exact import DIGITS, TEXT, differences, is_rewritten, lost_digits
from conformance.values import JSON, equal

ENCODED, OTHER = "encoded", "other"
SAME: frozenset[str] = frozenset()

MOST_ENCODED = 3  # times that a string is looked for behind encodings


def difference(owed: JSON, got: JSON) -> frozenset[str]:
    """Return in which ways two values differ; SAME where they do not."""
    if equal(owed, got):
        return SAME  # as most are
    found = list(differences(owed, got))
    ways = frozenset(one.kind or OTHER for one in found)
    return ways | {DIGITS} if any(lost_digits(one.owed, one.got) for one in found) else ways


def carries(owed: JSON, texts: list[str]) -> frozenset[str]:
    """Return how a tool's result differs from what texts for the model carry of it.

    The whole text may be the result, a JSON text of it, or hold either: a label before it or an object around it
    is free, and so is the JSON of MCP's result, in which it is the text of a block.
    """
    if owed is None or owed == "":
        return SAME  # nothing to say is said in many ways
    found: list[frozenset[str]] = []
    blocks = (block for whole in texts for value in _json_in(whole) for block in _blocks(value))
    for text in (*texts, *blocks):
        if not isinstance(owed, str | dict | list) and json.dumps(owed) in text.lower():
            return SAME
        ways = _carries_string(owed, text) if isinstance(owed, str) else _carries_value(owed, text)
        if not ways:
            return SAME
        found.append(ways)
    return next((ways for ways in found if OTHER not in ways), frozenset({OTHER}))


def _carries_value(owed: JSON, text: str) -> frozenset[str]:
    found = []
    for candidate in _candidates(text):
        ways = difference(owed, candidate)
        if not ways:
            return SAME
        found.append(ways)
    return next((ways for ways in found if OTHER not in ways), frozenset({OTHER}))


def _carries_string(owed: str, text: str) -> frozenset[str]:
    """Return how a string differs from what a text carries of it: as it is, or as a member of JSON."""
    if owed in text:
        return SAME
    # A JSON string that is the whole JSON is the string encoded once more; inside an object it has no other form.
    values = list(_json_in(text))
    inside = [member for value in values for member in _members(value) if isinstance(member, str)]
    if owed in inside:
        return SAME
    if owed in values:
        return frozenset({ENCODED})
    ways = {TEXT for one in (text, *inside, *values) if isinstance(one, str) and is_rewritten(owed, one)}
    if any(_is_encoded(owed, one) for one in (text, *inside)):
        ways.add(ENCODED)
    return frozenset(ways) or frozenset({OTHER})


def _is_encoded(owed: str, text: str) -> bool:
    """Whether a text holds a string only after it is decoded: from JSON, also more than once, or from entities."""
    if owed in html.unescape(text):
        return True
    for _level in range(MOST_ENCODED):
        decoded = next((one for one in _json_strings(text) if one != text), None)
        if decoded is None:
            return False
        if owed in decoded:
            return True
        text = decoded
    return False


def _json_strings(text: str) -> Iterator[str]:
    """Yield what a text is as a JSON string, or as the inside of one."""
    for value in _json_in(text):
        if isinstance(value, str):
            yield value
    try:
        yield str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        pass


def _candidates(text: str) -> Iterator[JSON]:
    """Yield what a text can be read as: itself, the JSON in it, and the members of that."""
    yield text
    for value in _json_in(text):
        yield value
        yield from _members(value)


def _members(value: JSON) -> Iterator[JSON]:
    """Yield the members of a value, and of the objects among them."""
    for member in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield member
        if isinstance(member, dict):
            yield from member.values()


def _blocks(value: JSON) -> Iterator[str]:
    """Yield the texts of the blocks that MCP's result has, or that a list is."""
    blocks = value.get("content") if isinstance(value, dict) else value
    for block in blocks if isinstance(blocks, list) else ():
        if isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str):
            yield block["text"]


def _json_in(text: str) -> Iterator[JSON]:
    try:
        yield json.loads(text)
        return
    except (ValueError, RecursionError):
        pass
    for start in re.finditer(r'[{\["]|-?\d', text):
        try:
            yield json.JSONDecoder().raw_decode(text, start.start())[0]
            return
        except (ValueError, RecursionError):
            continue
