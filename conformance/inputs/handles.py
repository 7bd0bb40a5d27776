"""Ids, names and addresses that break programs, in the places of an input's own: each class is dealt."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TypeAlias
from urllib.parse import urlsplit, urlunsplit

from conformance.base.values import JSON, copy_of
from conformance.formats.exchange_parts import answer_format
from conformance.formats.handles import handles_of, renamed
from conformance.inputs.choices import Choices, DealtOptions

# By source format, or that of the answer of an exchange: the greatest length of a call's id; None where no API says it.
# Responses takes 64 characters, and Chat 40: what becomes of longer ids there is the converter's choice.
LENGTHS: Mapping[str, int | None] = {
    **dict.fromkeys(("chat-messages", "chat-request", "chat-response", "chat-stream"), 40),
    **dict.fromkeys(("responses-input", "responses-request", "responses-output", "responses-response"), 40),
    "responses-stream": 40,
    **dict.fromkeys(("anthropic-request", "anthropic-response", "anthropic-stream")),
    **dict.fromkeys(("gemini-request", "gemini-response", "gemini-stream")),
}
# Sources whose API takes ids of any characters, as other hosts give them: Anthropic refuses these.
ANY_CHARACTERS = frozenset(source for source in LENGTHS if not source.startswith("anthropic"))
# Sources whose API takes only names that begin with a letter.
_LETTERED = frozenset({"gemini-request", "gemini-response", "gemini-stream"})
LONGEST_NAME, LONG_URL = 64, 4096  # characters
LIKE_JSON, WITHIN, ONE_LETTER, LONGEST = "like JSON", "one within another", "one letter", "greatest length"
PUNCTUATED = "a colon, a dot and a blank"

# JSON in the characters that every API takes in names and ids.
_JSON = ("null", "17", "true", "1e5", "-1", "false", "0", "170", "3e8", "42", "-7", "99")
_LETTERS = "xabcdefghijklmnopqrstuvwyz"
_NAMES_WITHIN = (
    "get", "get_weather", "weather", "get_weather_of", "et", "get_weather_of_today", "today", "of_today", "weather_of",
    "get_weather_of_today_and_tomorrow", "tomorrow", "and_tomorrow",
)  # fmt: skip
_IDS_WITHIN = (
    "call_1", "call_10", "call_", "call_100", "1", "call_1000", "call_11", "call_101", "11", "call_1001", "101",
    "call_111",
)  # fmt: skip
_MORE = "&signature=" + "4f9A-b~" * 600

_Made: TypeAlias = Callable[[int, int], Sequence[str]]  # of how many, and the greatest length


def _long(count: int, length: int) -> Sequence[str]:
    return [f"{number}_".rjust(length, "n") for number in range(count)]


_IDS: Mapping[str, _Made] = {
    LIKE_JSON: lambda _count, _length: _JSON, WITHIN: lambda _count, _length: _IDS_WITHIN,
    ONE_LETTER: lambda _count, _length: _LETTERS, LONGEST: _long,
    PUNCTUATED: lambda count, _length: [f"functions.search v1.{number}:{number}" for number in range(count)],
}  # fmt: skip
_MADE: Mapping[str, Mapping[str, _Made]] = {
    "ids": _IDS,
    "names": {**_IDS, WITHIN: lambda _count, _length: _NAMES_WITHIN},
}


@cache
def _cards(what: str, *classes: str) -> DealtOptions[str]:
    """Return the classes of some inputs, and nothing for those of each round that keep what they have."""
    return DealtOptions((*classes, *[""] * _USUAL_INPUTS[what]))


_USUAL_INPUTS: Mapping[str, int] = {"ids": 2, "names": 0, "urls": 1}
# What is unusual or long already stays, and so does what differs from another one in case.
_USUAL = re.compile(r"(?!(constructor|default|function|enum|type)$)[a-z][a-z0-9_]{1,38}")


def _unusual(url: str) -> str:
    """Return an address of the same place on another host, with everything in it that an address may have."""
    _scheme, host, path, query, fragment = urlsplit(url)
    query, fragment = f"{query}&x=1&y=2".removeprefix("&"), fragment or "b=c"
    return urlunsplit(("HTTPS", f"b\u00fccher.{host}:8443", f"/gr\u00f6\u00dfe%20a{path}", query, fragment))


# What changes an address, by what it is then.
_URLS: Mapping[str, Callable[[str], str]] = {"long": lambda url: url + _MORE, "unusual": _unusual}


def with_handles(choices: Choices, source: str, value: JSON) -> JSON:
    """Return an input of a source format, or a copy whose ids, names and addresses are others."""
    format_ = answer_format(source)
    if format_ not in LENGTHS:
        return value
    held, length = handles_of(value), LENGTHS[format_]
    punctuated = [PUNCTUATED] * (format_ in ANY_CHARACTERS)
    ids = _others(choices, "ids", held.ids, length, (*punctuated, *[LONGEST] * (length is not None)))
    names = _others(choices, "names", held.names, LONGEST_NAME, (LONGEST,)) if held.ids else {}
    if format_ in _LETTERED and not all(name[0].isalpha() for name in names.values()):
        names = {}
    change = _URLS.get(choices.pick(_cards("urls", *_URLS)) if held.urls else "")
    urls = {url: change(url) for url in held.urls} if change is not None else {}
    if not (ids or names or urls):
        return value
    changed = copy_of(value)  # what a generator makes may share parts with what it makes later
    renamed(changed, ids, names, urls)
    return changed


def _others(
    choices: Choices, what: str, held: Sequence[str], length: int | None, more: Sequence[str]
) -> Mapping[str, str]:
    """Return the new one for each usual one; nothing where all stay as they are. more: classes that not all have."""
    lower = Counter(text.lower() for text in held)
    usual = [text for text in held if _USUAL.fullmatch(text) and lower[text] == 1]
    several = [WITHIN] * (len(held) > 1) * (4 if what == "names" else 2)  # few have place for it
    name = choices.pick(_cards(what, LIKE_JSON, ONE_LETTER, *several, *more)) if usual else ""
    if name == WITHIN and len(usual) == 1:
        other = min((text for text in held if text not in usual), key=len)
        return {usual[0]: f"{other}_2" if length is None or len(other) + 2 <= length else other[:-2]}
    made = _MADE[what][name](len(held), length or 0) if name else ()
    found = dict(zip(usual, (text for text in made if text not in held), strict=False))
    return found if len(found) == len(usual) else {}
