"""Takes out of what is written down whatever looks like a key: reports are kept, shared and published.

A key is known by its form (`forms`), by its name (`names`), or because the user handed it to the
subject. A text is searched in every spelling (`spellings`), so that an escape hides nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from operator import is_

from conformance.base.redact.forms import FORMS, HINTS, KEY, found_in
from conformance.base.redact.names import HINTS as NAME_HINTS
from conformance.base.redact.names import credential, is_header_name, is_secret, is_secret_name, listed_credential
from conformance.base.redact.spellings import spellings, views
from conformance.base.values import JSON

SHORTEST_KNOWN = 6  # characters; a shorter value is found everywhere
SHORTEST_CUT = 4  # characters of a known value that are left of it where a text was cut
CUTS = ("...", "\u2026")
_CUT = re.compile(r"\.{3,}+|\.{0,2}\u2026")  # a cut may cut the dots of an earlier one
LARGEST_TEXT = 1_000_000  # characters of a text that is read as JSON
TOO_DEEP = "[redacted: it holds what looks like a key, and is nested too deeply to take it out]"
# Beside the numbers of forms: what the user gave, and what only a name says is a key. The smallest names a key.
_GIVEN, _NAMED = -1, len(FORMS)
_PRIVATE_KEY_END = "PRIVATE KEY-----"
_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/= \t\r\n"
LARGEST_PRIVATE_KEY = 8_000  # characters of one whose beginning was cut off
# Every text is asked for these first: nearly none holds one.
_ALL_HINTS = tuple(dict.fromkeys((*HINTS, *NAME_HINTS, "\\", "%", "&", "~", "\x1b", *CUTS)))

Span = tuple[int, int, int]  # where a key starts and ends, and the number of its form


class Redactor:
    """Takes keys out of texts and JSON values. known: values that are keys whatever they look like."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        self._known: dict[str, int] = {}  # every spelling of a value, and what it is
        self._learn(known, _GIVEN)

    def knowing(self, *values: JSON) -> Redactor:
        """Return a redactor that also knows the keys in these values.

        A message that quotes a part of a value can hold a key without the name that says so.
        """
        found = {*_values_of_key_names(values), *self._found_in_texts(values)} - self._known.keys()
        if not found:
            return self
        redactor = Redactor()
        redactor._known = self._known
        redactor._learn(found, _NAMED)
        return redactor

    def text(self, text: str) -> str:
        """Return the text with words in place of each key; JSON text stays JSON text."""
        if not self._may_hold_key(text):
            return text
        if text[:1] in ("{", "[") and len(text) <= LARGEST_TEXT:
            try:
                value = json.loads(text)
                redacted = self._copied(value)
                if redacted is not value:
                    text = json.dumps(redacted)
            except (ValueError, RecursionError):
                pass  # it only looks like JSON
        spans = [
            (*view.original(start, end), number)
            for view in views(text)
            for start, end, number in self._found_in(view.text)
        ]
        return _without(text, spans) if spans else text

    def lines(self, lines: Iterable[str]) -> tuple[str, ...]:
        """Return the lines of one text redacted: a private key has many."""
        lines = tuple(lines)
        text = "\n".join(lines)
        redacted = self.text(text)
        return lines if redacted is text else tuple(redacted.split("\n"))

    def member(self, name: str, value: JSON) -> JSON:
        """Return the redacted value of a member of this name."""
        if is_secret_name(name):
            secret = _redacted_secret(name, value)
            if secret is not None:
                return secret
        if name.casefold() == "cookies" and isinstance(value, list):
            cookies = [_redacted_cookie(element) for element in value]
            value = value if all(map(is_, cookies, value)) else cookies
        return self._copied(value)

    def value(self, value: JSON) -> JSON:
        """Return a JSON value with its texts and names redacted: the very value where there is nothing to redact."""
        # Looked through without recursion first: most have nothing, and some are nested as deeply as Python allows.
        if not self._may_hold_key("\n".join(_texts(value))):
            return value
        try:
            return self._copied(value)
        except RecursionError:
            unchanged = all(self.text(text) == text for text in _texts(value)) and not any(
                _values_of_key_names((value,))
            )
            return value if unchanged else TOO_DEEP

    def _learn(self, values: Iterable[str], kind: int) -> None:
        for value in values:
            if len(value) >= SHORTEST_KNOWN:
                self._known = dict.fromkeys(spellings(value), kind) | self._known

    def _found_in_texts(self, values: Iterable[JSON]) -> Iterator[str]:
        texts = list(_texts(list(values)))
        if not self._may_hold_key("\n".join(texts)):
            return
        for text in texts:
            if self._may_hold_key(text):
                for view in views(text):
                    yield from (view.text[start:end] for start, end, _number in found_in(view.text))

    def _may_hold_key(self, text: str) -> bool:
        """Whether a text holds anything of what every key has about it, is cut, or has escapes; nearly none does."""
        folded = text.casefold()
        for hint in _ALL_HINTS:  # no generator: every text of every piece of evidence comes by here
            if hint in folded:
                return True
        return any(value in text for value in self._known)

    def _found_in(self, text: str) -> Iterator[Span]:
        cut = any(mark in text for mark in CUTS)
        pieces = _pieces_behind_cuts(text) if cut and self._known else []
        for value, kind in self._known.items():
            start = text.find(value)
            while start >= 0:
                yield start, start + len(value), kind
                start = text.find(value, start + len(value))
            if cut:
                yield from ((start, end, kind) for start, end in _beginnings(text, value))
                yield from ((start, end, kind) for start, end in _ends(text, value, pieces))
        yield from found_in(text)
        yield from _ends_of_private_keys(text)

    def _copied(self, value: JSON) -> JSON:
        """Return the value redacted; the very value where nothing of it is."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return self._object(value)
        if isinstance(value, list | tuple):
            members = [self._copied(member) for member in _headers(value)]
            return value if all(map(is_, members, value)) else members
        return value

    def _object(self, value: dict[str, JSON]) -> JSON:
        paired = _pair(value)
        members: dict[str, JSON] = {}
        changed = False
        for name, member in value.items():
            redacted = self.member(name, member) if isinstance(name, str) else self._copied(member)
            if paired is not None and name == "value":
                secret = _redacted_secret(paired, member)
                redacted = redacted if secret is None else secret
            own = self.text(name) if isinstance(name, str) else name
            while own != name and own in members:
                own += "'"  # two keys were names of one object
            members[own] = redacted
            changed = changed or own != name or redacted is not member
        return members if changed else value


def _texts(value: JSON) -> Iterator[str]:
    """Yield every text and name of a value, without recursion."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            yield from (name for name in item if isinstance(name, str))
            stack.extend(item.values())
        elif isinstance(item, list | tuple):
            stack.extend(item)


def _values_of_key_names(values: Iterable[JSON]) -> Iterator[str]:
    """Yield what values hold under names that say that it is a key, without recursion."""
    stack = list(values)
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            paired = _pair(item)
            for name, member in item.items():
                for own in (name, paired if name == "value" else None):
                    if isinstance(own, str) and is_secret_name(own):
                        yield from _secrets(own, member)
                if isinstance(name, str) and name.casefold() == "cookies" and isinstance(member, list):
                    yield from _values_of_cookies(member)
            stack.extend(item.values())
        elif isinstance(item, list | tuple):
            for name, member in pairwise(item):
                secret = _listed_secret(name, member)
                if secret is not None:
                    yield secret
            stack.extend(item)
        elif isinstance(item, str) and item[:1] in ("{", "[") and len(item) <= LARGEST_TEXT:
            try:
                stack.append(json.loads(item))
            except (ValueError, RecursionError):
                pass  # it only looks like JSON


def _pair(value: dict[str, JSON]) -> str | None:
    """Return the name in an object that is a name with its value, as logs of requests write headers and parameters."""
    if "value" in value:
        for member in ("name", "key", "header"):
            name = value.get(member)
            if isinstance(name, str) and is_secret_name(name):
                return name
    return None


def _secrets(name: str, value: JSON) -> Iterator[str]:
    for text in value if isinstance(value, list | tuple) and is_header_name(name) else (value,):
        if isinstance(text, str):
            secret = credential(text) if is_header_name(name) else text if is_secret(text) else None
            if secret is not None:
                yield secret


def _redacted_secret(name: str, value: JSON) -> JSON:
    """Return a word in place of what a name says is a key; None where it is none."""
    if isinstance(value, str):
        secret = next(_secrets(name, value), None)
        return None if secret is None else value.replace(secret, _word(KEY))
    if isinstance(value, list | tuple) and is_header_name(name):  # each header by its name, with all its values
        found = [_redacted_secret(name, element) for element in value]
        if any(finding is not None for finding in found):
            return [old if new is None else new for new, old in zip(found, value, strict=True)]
    return None


def _listed_secret(name: JSON, value: JSON) -> str | None:
    """Return the key in an entry of a list that comes after this one; None where it holds none."""
    if isinstance(name, str) and isinstance(value, str) and is_header_name(name):
        return listed_credential(value)
    return None


def _redacted_cookie(value: JSON) -> JSON:
    if isinstance(value, dict) and isinstance(value.get("value"), str) and isinstance(value.get("name"), str):
        return {**value, "value": _word("cookie")}
    return value


def _values_of_cookies(cookies: list[JSON]) -> Iterator[str]:
    for cooky in cookies:
        if cooky is not _redacted_cookie(cooky) and is_secret(cooky["value"]):
            yield cooky["value"]


def _headers(items: list[JSON] | tuple[JSON, ...]) -> list[JSON] | tuple[JSON, ...]:
    """Return a list; one of headers, in which each value comes after its name, without the values that are keys."""
    found: dict[int, JSON] = {}
    for place in range(len(items) - 1):
        value = items[place + 1]
        secret = _listed_secret(items[place], value)
        if secret is not None:
            found[place + 1] = value.replace(secret, _word(KEY))
    return [found.get(place, item) for place, item in enumerate(items)] if found else items


def _beginnings(text: str, value: str) -> Iterator[tuple[int, int]]:
    """Yield what is left of a known value where the text was cut before it came here."""
    if value[:SHORTEST_CUT] not in text:
        return
    for mark in _CUT.finditer(text):
        end = mark.start()
        head = text[max(0, end - len(value)) : end]
        if value[:SHORTEST_CUT] in head:
            sizes = range(len(value), SHORTEST_CUT - 1, -1)
            size = next((size for size in sizes if head.endswith(value[:size])), 0)
            if size:
                yield end - size, end


def _pieces_behind_cuts(text: str) -> list[tuple[int, int]]:
    """Return where each piece right behind a cut starts, and where the next cut ends it; -1 where none does."""
    marks = [match.span() for match in _CUT.finditer(text)]
    nexts = [start for start, _end in marks[1:]]
    return [(end, until) for (_start, end), until in zip(marks, [*nexts, -1], strict=True)]


def _ends(text: str, value: str, pieces: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield what is left of a known value where its beginning was cut off, or its beginning and its end."""
    last = value[-SHORTEST_CUT:]
    ends_somewhere = last in text
    for start, until in pieces:
        if SHORTEST_CUT <= until - start <= len(value) and text[start:until] in value:
            yield start, until
        elif ends_somewhere:
            end = text.rfind(last, start, start + len(value))
            while end >= 0:
                if value.endswith(text[start : end + SHORTEST_CUT]):
                    yield start, end + SHORTEST_CUT
                    break
                end = text.rfind(last, start, end + SHORTEST_CUT - 1)


def _ends_of_private_keys(text: str) -> Iterator[Span]:
    """Yield private keys whose first lines were cut off."""
    end = text.find(_PRIVATE_KEY_END)
    while end >= 0:
        begin = text.rfind("-----END", max(0, end - 40), end)
        if begin >= 0:
            head = text[max(0, begin - LARGEST_PRIVATE_KEY) : begin]
            yield begin - (len(head) - len(head.rstrip(_BASE64))), end + len(_PRIVATE_KEY_END), 0
        end = text.find(_PRIVATE_KEY_END, end + 1)


def _without(text: str, spans: list[Span]) -> str:
    """Return the text with a word in place of each span; of spans that overlap, in place of all of them."""
    pieces: list[str] = []
    read = 0
    merged: list[list[int]] = []
    for start, end, number in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
            merged[-1][2] = min(merged[-1][2], number)
        else:
            merged.append([start, end, number])
    for start, end, number in merged:
        kind = "value of --env" if number == _GIVEN else KEY if number == _NAMED else FORMS[number].kind
        pieces += (text[read:start], _word(kind))
        read = end
    pieces.append(text[read:])
    return "".join(pieces)


def _word(kind: str) -> str:
    return f"[redacted {kind}]"
