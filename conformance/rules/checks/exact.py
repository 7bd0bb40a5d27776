"""Whether numbers and texts arrive exactly (ALL-3, ALL-3a, ALL-4, ALL-4a): one definition for every operation.

A family says what has to arrive exactly and what came in its place; what counts as changed is decided here. A text that
is not the same one rewritten, and a number that is not the same one in another form, is another value: the rule about
its place says so. How alike two texts are is never measured: any bound accuses some sound texts, and misses others.
"""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final, NamedTuple

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON, Absent, levels, same
from conformance.rules.checks.family import Check
from conformance.rules.checks.findings import NOT_OBSERVABLE, Failure, Findings, brief, versus

# How a value arrived as another, and the kinds of the failures that say so.
NUMBER: Final = "number-changed"
DIGITS: Final = "digits-lost"  # an integer of arguments, of a result or of structured content is another one
TEXT: Final = "text-changed"
REWRITTEN: Final = "json-rewritten"  # the text of a JSON value became another text of the same value

_NUMBERS = frozenset({int, float})
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")


class Exact(NamedTuple):
    """What has to arrive exactly in one trial.

    values: the numbers and texts of the input that belong in the result. changes: where one arrived as another, of kind
    NUMBER, DIGITS, TEXT or REWRITTEN. carried: the values that are JSON between suite and subject, so that a transport
    may change numbers. data: the arguments, results and structured content among the values.
    """

    values: JSON
    changes: tuple[Failure, ...]
    carried: JSON
    data: JSON = None


def exact_checks(read: Callable[[Any], Exact | None]) -> dict[str, Check]:
    """Return the checks of these rules for a family. read: from its view; None where the trial is not judged."""
    recent = lru_cache(maxsize=1)(read)  # the checks look at the same view
    return {
        "numbers-exact": lambda view: _numbers(recent(view), view.trial.exact_numbers),
        "data-keeps-digits": lambda view: _digits(recent(view), view.trial.exact_numbers),
        "text-exact": lambda view: _texts(recent(view)),
    }


def _numbers(exact: Exact | None, transport_is_exact: bool) -> Findings:
    """ALL-3: numbers stay equal: 1 is not 1.0, and integers beyond 2**53 keep every digit."""
    if exact is None or not (has_number(exact.values) or has_number(exact.data)):
        return None
    return _of_kinds(exact, transport_is_exact, NUMBER, DIGITS)


def _digits(exact: Exact | None, transport_is_exact: bool) -> Findings:
    """ALL-3a: integers of arguments, results and structured content keep their digits; 1 may become 1.0."""
    if exact is None or not has_number(exact.data):
        return None
    return _of_kinds(exact, transport_is_exact, DIGITS)


def _of_kinds(exact: Exact, transport_is_exact: bool, *kinds: str) -> Findings:
    failures = tuple(change for change in exact.changes if change.kind in kinds)
    if failures or transport_is_exact or not has_number(exact.carried):
        return failures
    return NOT_OBSERVABLE if has_hard_number(exact.carried) else None


def _texts(exact: Exact | None) -> Findings:
    """ALL-4: text is exact: any Unicode, line ends, quotes."""
    if exact is None or not has_text(exact.values):
        return None
    return tuple(change for change in exact.changes if change.kind in (TEXT, REWRITTEN))


def changes(owed: JSON, got: JSON, at: str) -> Iterator[Failure]:
    """Yield a failure where a scalar arrived as another, as far as that is the matter of ALL-3 or ALL-4."""
    kind = kind_of_change(owed, got)
    if kind is not None:
        yield Failure(kind, at, versus(owed, got))


def changes_of_data(owed: JSON, got: JSON, at: str) -> Iterator[Failure]:
    """Yield what `changes` yields for arguments, results and structured content; lost digits are of kind DIGITS."""
    for change in changes(owed, got, at):
        yield change._replace(kind=DIGITS) if lost_digits(owed, got) else change


def lost_digits(owed: JSON | Absent, got: JSON | Absent) -> bool:
    """Whether an integer, which may name a record, arrived as another number, and not in another form: 1.0, 1e30."""
    if type(owed) is not int or kind_of_change(owed, got) != NUMBER:
        return False
    return owed != (got if type(got) is int else Decimal(repr(got)))


def changed_arguments(owed: JSON, got: JSON, at: str) -> Iterator[Failure]:
    """Yield what `changes` yields for the text of arguments; one of the same JSON value is of kind REWRITTEN."""
    for change in changes(owed, got, at):
        yield change._replace(kind=REWRITTEN) if is_same_json(owed, got) else change


def is_same_json(owed: JSON, got: JSON) -> bool:
    """Whether two values are JSON texts of the same value: order of keys, spaces, escapes, and 1 or 1.0 are free."""
    if not (isinstance(owed, str) and isinstance(got, str)):
        return False
    value, other = json_or_absent(owed), json_or_absent(got)
    if value is ABSENT or other is ABSENT:
        return False
    return all(
        is_number(difference.owed) and is_number(difference.got) and difference.owed == difference.got
        for difference in differences(value, other)
    )


def not_escaped(read: Callable[[Any], Iterable[tuple[JSON, str, str]]]) -> Check:
    """Return the check of ALL-4a for a family: in JSON texts, characters beyond ASCII are written as they are.

    read: yields from its view each value that was written as JSON text, with the text and its place.
    """

    def check(view: Any) -> Findings:
        written = [(plain, text, at) for value, text, at in read(view) if (plain := _beyond_ascii(value))]
        if not written:
            return None
        return tuple(
            Failure("escaped", at, f"{brief(escaped)} is written as an escape: {brief(text)}")
            for plain, text, at in written
            if (escaped := _escaped(plain, text)) is not None
        )

    return check


def _beyond_ascii(value: JSON) -> set[str]:
    """Return the characters beyond ASCII that anybody can print."""
    text = json.dumps(value, ensure_ascii=False)
    return set() if text.isascii() else {text for text in text if not text.isascii() and text.isprintable()}


def _escaped(plain: set[str], text: str) -> str | None:
    """Return one of some characters that a JSON text has as an escape."""
    text = text.replace("\\\\", "").lower()
    return next((name for name in sorted(plain) if json.dumps(name)[1:-1] in text), None)


def kind_of_change(owed: JSON, got: JSON) -> str | None:
    """Return how a scalar arrived as another: NUMBER, TEXT, or None for the same one and for another value."""
    if is_number(owed) and is_number(got):
        return NUMBER if not same(owed, got) and is_close(owed, got) else None
    return TEXT if isinstance(owed, str) and isinstance(got, str) and is_rewritten(owed, got) else None


def is_close(owed: float, got: float) -> bool:
    """Whether a number is another one in another form, or with digits lost, as in a language that cannot hold them."""
    try:
        return owed == got or abs(owed - got) <= abs(owed) * 1e-9
    except OverflowError:
        return False


def is_rewritten(owed: str, got: str) -> bool:
    """Whether a text is another one written differently: trimmed, escaped, normalised, in another case, or without its
    punctuation or what is not ASCII. A text with other letters is another text.
    """
    if owed == got:
        return False
    if not got:
        return not owed.strip()
    if got == owed.encode("ascii", "replace").decode():
        return True
    return any(
        fold(text) == fold(other) != ""
        for text in dict.fromkeys((owed, _text_without_escapes(owed)))
        for other in dict.fromkeys((got, _text_without_escapes(got)))
        for fold in (_without_spaces, _letters, _ascii_letters)
    )


def _text_without_escapes(text: str) -> str:
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), html.unescape(text))


def _without_spaces(text: str) -> str:
    return "".join(unicodedata.normalize("NFKD", text).split()).lower()


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", text))).lower()


def _ascii_letters(text: str) -> str:
    return "".join(text for text in unicodedata.normalize("NFC", text) if text.isascii() and text.isalnum()).lower()


class ValueDifference(NamedTuple):
    """One place where two values differ. owed, got: ABSENT where there is nothing."""

    path: tuple[str | int, ...]
    owed: JSON | Absent
    got: JSON | Absent

    @property
    def kind(self) -> str | None:
        """NUMBER, TEXT, or None for another value."""
        return kind_of_change(self.owed, self.got)


def differences(owed: JSON, got: JSON, path: tuple[str | int, ...] = ()) -> Iterator[ValueDifference]:
    """Yield the places where two values differ; the order of keys is free."""
    if type(owed) is dict and type(got) is dict:
        for key in [*owed, *(key for key in got if key not in owed)]:
            yield from differences(owed.get(key, ABSENT), got.get(key, ABSENT), (*path, key))
    elif type(owed) is list and type(got) is list and len(owed) == len(got):
        for index, (owed_value, other) in enumerate(zip(owed, got, strict=True)):
            yield from differences(owed_value, other, (*path, index))
    elif not same(owed, got):
        yield ValueDifference(path, owed, got)


def is_number(value: object) -> bool:
    """Whether a value is a number; true and false are none."""
    return type(value) in _NUMBERS


def has_number(value: JSON) -> bool:
    """Whether a value holds a number."""
    return any(not _NUMBERS.isdisjoint(map(type, level)) for level in levels(value))


def has_hard_number(value: JSON) -> bool:
    """Whether a value holds a number that a transport of doubles does not keep."""
    return any(
        (type(schema) is int and abs(schema) > 2**53) or (type(schema) is float and schema.is_integer())
        for level in levels(value)
        for schema in level
    )


def has_text(value: JSON) -> bool:
    """Whether a value holds a text."""
    return any(str in map(type, level) for level in levels(value))
