"""How a value that arrived in texts for a model differs from the one that was owed."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Sequence

from conformance.base.values import JSON, equal
from conformance.rules.checks.exact import DIGITS, TEXT, differences, is_rewritten, lost_digits

# The ways in which values differ, beside those of numbers and texts. ENCODED: a string is encoded once more, as a JSON
# string, with escapes or with entities.
ENCODED, OTHER = "encoded", "other"
SAME: frozenset[str] = frozenset()
_ANOTHER = frozenset({OTHER})

MOST_ENCODED = 3  # times that a string is looked for behind encodings


def difference(owed: JSON, got: JSON) -> frozenset[str]:
    """Return in which ways two values differ; SAME where they do not."""
    if equal(owed, got):
        return SAME  # as most are
    found = list(differences(owed, got))
    ways = frozenset(difference.kind or OTHER for difference in found)
    return ways | {DIGITS} if any(lost_digits(difference.owed, difference.got) for difference in found) else ways


def carries(owed: JSON, texts: Sequence[str]) -> frozenset[str]:
    """Return how a value differs from what texts carry of it.

    The whole text may be the value, a JSON text of it, or hold either: a label before it or an object around it is
    free, and so is the JSON of MCP's result, in which it is the text of a block.
    """
    if owed is None or owed == "":
        return SAME  # nothing to say is said in many ways
    blocks = (block for whole in texts for value in _json_in(whole) for block in _blocks(value))
    return _least(_in_text(owed, text) for text in (*texts, *blocks))


def _least(found: Iterable[frozenset[str]]) -> frozenset[str]:
    """Return the least of some differences: none, then the first that is no other value."""
    rest = []
    for ways in found:
        if not ways:
            return SAME
        rest.append(ways)
    return next((ways for ways in rest if OTHER not in ways), _ANOTHER)


def _in_text(owed: JSON, text: str) -> frozenset[str]:
    if isinstance(owed, str):
        return _string_in(owed, text)
    if not isinstance(owed, dict | list) and json.dumps(owed) in text.lower():
        return SAME
    members = (element for value in _json_in(text) for element in (value, *_members(value)))
    return _least(difference(owed, element) for element in (text, *members))


def _string_in(owed: str, text: str) -> frozenset[str]:
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
    ways = {TEXT for element in (text, *inside, *values) if isinstance(element, str) and is_rewritten(owed, element)}
    if any(_is_encoded(owed, text) for text in (text, *inside)):
        ways.add(ENCODED)
    return frozenset(ways) or _ANOTHER


def _is_encoded(owed: str, text: str) -> bool:
    """Whether a text holds a string only after it is decoded: from JSON, also more than once, or from entities."""
    if owed in html.unescape(text):
        return True
    for _level in range(MOST_ENCODED):
        text = next((json_string for json_string in _json_strings(text) if json_string != text), "")
        if owed in text:
            return True
    return False


def _json_strings(text: str) -> Iterator[str]:
    """Yield what a text is as a JSON string, or as the inside of one."""
    yield from (value for value in _json_in(text) if isinstance(value, str))
    try:
        yield str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        pass


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
    """Yield the JSON that a text is, or the first that it holds."""
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
