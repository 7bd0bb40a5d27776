"""Value classes that break programs, by the type of a value: small tables of names and predicates."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from conformance.base.strict_json import json_or_absent
from conformance.base.values import JSON

Classes: TypeAlias = Mapping[str, Callable[[JSON], bool]]

LONG_TEXT, LONGER_TEXT = 1024, 4096  # characters; some APIs cut texts off there
LONGEST_NAME = 64  # characters of a tool's name, and of a call's id in Responses
LONGEST_CHAT_ID = 40  # characters of a call's id in Chat Completions
SAFE_INTEGER = 2**53
LONG_LISTS = (50, 128)

# Names with a meaning of their own: in JSON Schema, in tools, in JavaScript.
SPECIAL_KEYS = (
    "__proto__", "constructor", "toString", "$ref", "$defs", "type", "properties", "items", "required", "default",
    "enum", "const", "title", "description", "additionalProperties", "",
)  # fmt: skip

TEXT: Classes = {
    "empty": lambda text: text == "",
    "one character": lambda text: len(text) == 1 and not text.isspace(),
    "only blanks": lambda text: text != "" and not text.strip(),
    "blank at the end": lambda text: text[-1:].isspace() and bool(text.strip()),
    "blank at the start": lambda text: text[:1].isspace() and bool(text.strip()),
    "CRLF": lambda text: "\r\n" in text,
    "a lone CR": lambda text: re.search(r"\r(?!\n)", text) is not None,
    "combining mark": lambda text: any(map(unicodedata.combining, text)),
    "composed letter": lambda text: unicodedata.normalize("NFC", text) == text != unicodedata.normalize("NFD", text),
    "several scripts": lambda text: len(_scripts(text)) > 1,
    "surrogate pair": lambda text: any(ord(character) > 0xFFFF for character in text),
    "control character": lambda text: any(ord(character) < 0x20 and character not in "\t\r\n" for character in text),
    "None, True or a dict's repr": lambda text: re.fullmatch(r"None|True|False|NaN|\{'.*\}|\['.*\]", text) is not None,
    "JSON of a list": lambda text: isinstance(json_or_absent(text), list),
    "JSON of an object": lambda text: isinstance(json_or_absent(text), dict),
    "a number": lambda text: re.fullmatch(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?", text) is not None,
    "markup and an entity": lambda text: all(re.search(kind, text) for kind in (r"</?\w+>", r"&\w+;")),
    "more than 1,024 characters": lambda text: len(text) > LONG_TEXT,
    "more than 4,096 characters": lambda text: len(text) > LONGER_TEXT,
    "like an error": lambda text: re.match(r"error\b", text, re.IGNORECASE) is not None,
    "a percent sign": lambda text: "%" in text,
    "a line end that is none elsewhere": lambda text: re.search("[\x85\u2028\u2029]", text) is not None,
}


def _scripts(text: str) -> set[str]:
    """Return the scripts of a text's letters, as Unicode names them: `LATIN`, `CJK`."""
    return {unicodedata.name(character, "").split(" ")[0] for character in set(text) if character.isalpha()}


NAME: Classes = {
    "one character": lambda text: len(text) == 1,
    "64 characters": lambda text: len(text) == LONGEST_NAME,
    "a special key": lambda text: text in SPECIAL_KEYS,
    "digits": lambda text: text.isdigit(),
    "a hyphen": lambda text: "-" in text,
    "capitals": lambda text: text != text.lower(),
}
ANY_NAME: Classes = {
    **NAME,
    "more than 64 characters": lambda text: len(text) > LONGEST_NAME,
    "a dot": lambda text: "." in text,
}
# Of who speaks: the API takes any script, and no blanks.
PARTICIPANT: Classes = {
    **{name: NAME[name] for name in ("one character", "64 characters", "digits", "a hyphen", "capitals")},
    "a dot": ANY_NAME["a dot"],
    "not ASCII": lambda text: not text.isascii(),
    "a role": lambda text: text in ("assistant", "system", "user"),
}
IDENTIFIER: Classes = {
    "64 characters": lambda text: len(text) == LONGEST_NAME,
    "without the usual prefix": lambda text: not text.startswith("call_"),
}
CHAT_IDENTIFIER: Classes = {
    "40 characters": lambda text: len(text) == LONGEST_CHAT_ID,
    "without the usual prefix": IDENTIFIER["without the usual prefix"],
}
URL: Classes = {
    "https": lambda text: text.startswith("https:"),
    "data": lambda text: text.startswith("data:"),
    "a query": lambda text: "?" in text and "&" in text,
    "a percent sign": lambda text: not text.startswith("data:") and "%" in text,
}
# Of resources: any scheme is lawful.
URI: Classes = {
    "another scheme": lambda text: not text.startswith(("http", "data:")),
    "a query": URL["a query"],
    "a percent sign": URL["a percent sign"],
    "a fragment": lambda text: "#" in text,
    "not ASCII": lambda text: not text.isascii(),
}
FILE_NAME: Classes = {
    "not ASCII": lambda text: not text.isascii(),
    "a blank": lambda text: " " in text,
    "a percent sign": lambda text: "%" in text,
}
FILE_DATA: Classes = {"data": lambda text: text.startswith("data:")}
COUNT: Classes = {"0": lambda number: number == 0, "beyond 2^53": lambda number: number > SAFE_INTEGER}

# Classes of any JSON value: a default, a member of an enum, a result, an argument.
VALUE: Classes = {
    "null": lambda value: value is None,
    "false": lambda value: value is False,
    "true": lambda value: value is True,
    "0": lambda value: type(value) is int and value == 0,
    "integer": lambda value: type(value) is int and 0 < abs(value) <= SAFE_INTEGER,
    "beyond 2^53": lambda value: type(value) is int and SAFE_INTEGER < abs(value) < 2**63,
    "beyond 64 bits": lambda value: type(value) is int and abs(value) > 2**63,
    "a number with .0": lambda value: type(value) is float and value.is_integer() and value != 0,
    "-0.0": lambda value: type(value) is float and str(value) == "-0.0",
    "an exponent": lambda value: type(value) is float and "e" in str(value),
    "empty text": lambda value: value == "",
    "text": lambda value: isinstance(value, str) and value != "",
    "empty list": lambda value: value == [],
    "list": lambda value: isinstance(value, list) and value != [],
    "empty object": lambda value: value == {},
    "object": lambda value: isinstance(value, dict) and value != {},
}


def _arguments(found: Callable[[JSON], bool]) -> Callable[[JSON], bool]:
    return lambda text: any(found(value) for value in _values(_object(text)))


def _object(text: JSON) -> dict[str, JSON]:
    """Return the object that a text is the JSON of; an empty one for any other text."""
    value = json_or_absent(text)
    return value if isinstance(value, dict) else {}


def _values(value: JSON) -> Iterator[JSON]:
    """Yield all values inside a value."""
    for member in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield member
        yield from _values(member)


ARGUMENTS: Classes = {
    **{f"argument: {name}": _arguments(found) for name, found in VALUE.items()},
    "no argument": lambda text: json_or_absent(text) == {},
    "one argument": lambda text: len(_object(text)) == 1,
    "several arguments": lambda text: len(_object(text)) > 1,
    "a number's own spelling": lambda text: re.search(r"[0-9]E|e\+|\.[0-9]*0[,}\]]", text) is not None,
    "escaped character": lambda text: re.search(r"\\u00[0-9a-f]{2}", text) is not None,
    "escaped surrogate pair": lambda text: re.search(r"\\ud[89ab][0-9a-f]{2}\\ud[c-f]", text) is not None,
    "unescaped character": lambda text: any(ord(character) > 0x7F for character in text),
    "escaped quote or line end": lambda text: '\\"' in text or "\\n" in text,
    "white space between": lambda text: re.search(r"[:,{] ", text) is not None,
    "a line end": lambda text: "\n" in text,
    "a special key": lambda text: any(key in SPECIAL_KEYS for key in _object(text)),
    "keys out of order": lambda text: sorted(_object(text)) != list(_object(text)),
    "JSON in a text": _arguments(lambda value: isinstance(value, str) and value[:1] in ("{", "[")),
    "None, True or a dict's repr": _arguments(
        lambda value: isinstance(value, str) and TEXT["None, True or a dict's repr"](value)
    ),
}
