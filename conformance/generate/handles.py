"""Ids, names and addresses that break programs, in the places of an input's own: each class is dealt."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from conformance.formats.exchange_parts import answer_format
from conformance.formats.handles import handles_of, renamed
from conformance.generate.choices import Choices, Table
from conformance.values import JSON, copy_of

# By source format, or that of the answer of an exchange: the greatest length of a call's id; None where no API says it.
# Responses takes 64 characters, and Chat 40: what becomes of longer ids there is the converter's choice.
LENGTHS: Mapping[str, int | None] = {
    **dict.fromkeys(("chat-messages", "chat-request", "chat-response"), 40),
    **dict.fromkeys(("responses-input", "responses-request", "responses-output", "responses-response"), 40),
    **dict.fromkeys(("anthropic-request", "anthropic-response")),
}
LONGEST_NAME, LONG_URL = 64, 4096  # characters
LIKE_JSON, WITHIN, ONE_LETTER, LONGEST = "like JSON", "one within another", "one letter", "greatest length"

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
}  # fmt: skip
_NAMES: Mapping[str, _Made] = {**_IDS, WITHIN: lambda _count, _length: _NAMES_WITHIN}


def _cards(usual: int) -> Mapping[tuple[bool, bool], Table[str]]:
    """Return the classes of some inputs, by whether there are several, and whether one has a greatest length.

    usual: how many inputs of each round keep what they have.
    """
    return {
        (several, measured): Table(
            (LIKE_JSON, ONE_LETTER, *[WITHIN] * several, *[LONGEST] * measured, *[""] * usual),
        )
        for several in (False, True)
        for measured in (False, True)
    }


_CARDS_OF_IDS, _CARDS_OF_NAMES = _cards(2), _cards(1)
# What is unusual or long already stays, and so does what differs from another one in case.
_USUAL = re.compile(r"(?!(constructor|default|function|enum|type)$)[a-z][a-z0-9_]{1,38}")
_IS_LONG = Table((True, False, False))


def with_handles(choices: Choices, source: str, value: JSON) -> JSON:
    """Return an input of a source format, or a copy whose ids, names and addresses are others."""
    format_ = answer_format(source)
    if format_ not in LENGTHS:
        return value
    held = handles_of(value)
    ids = _others(choices, _CARDS_OF_IDS, _IDS, held.ids, LENGTHS[format_])
    names = _others(choices, _CARDS_OF_NAMES, _NAMES, held.names, LONGEST_NAME) if held.ids else {}
    is_long = bool(held.urls) and choices.pick(_IS_LONG)
    urls = {url: url + _MORE for url in held.urls} if is_long else {}
    if not (ids or names or urls):
        return value
    changed = copy_of(value)  # what a generator makes may share parts with what it makes later
    renamed(changed, ids, names, urls)
    return changed


def _others(
    choices: Choices,
    cards: Mapping[tuple[bool, bool], Table[str]],
    classes: Mapping[str, _Made],
    held: Sequence[str],
    length: int | None,
) -> Mapping[str, str]:
    """Return the new one for each usual one; nothing where all stay as they are."""
    lower = Counter(one.lower() for one in held)
    usual = [one for one in held if _USUAL.fullmatch(one) and lower[one] == 1]
    name = choices.pick(cards[len(held) > 1, length is not None]) if usual else ""
    if name == WITHIN and len(usual) == 1:
        other = min((one for one in held if one not in usual), key=len)
        return {usual[0]: f"{other}_2" if length is None or len(other) + 2 <= length else other[:-2]}
    made = classes[name](len(held), length or 0) if name else ()
    found = dict(zip(usual, (one for one in made if one not in held), strict=False))
    return found if len(found) == len(usual) else {}
