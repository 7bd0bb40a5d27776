"""What the errors of failed calls say: in which words, and of which places, as the validators of Python write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from conformance.base.observation import Outcome
from conformance.rules.checks.view import CRASHES
from conformance.running.engine.failure_identity import error_class, words

# pydantic: "2 validation errors for Model", then a place, and behind spaces what is wrong there.
_MODEL: Final = re.compile(r"^\d+ validation errors? for (.+)$")
_TYPE: Final = re.compile(r"\[type=(\w+)")
_IS_NULL: Final = re.compile(r"input_value=None\b|\bgot (None|NoneType|null)\b")
# Others write it on one line: "2 validation error(s): Expected int at 'a.b', got str; Expected ...".
_ON_A_LINE: Final = re.compile(r"\d+ (?:validation )?errors?(?:\(s\))?: (?=.* at ')")
_AT: Final = re.compile(r" at '([^']*)'")
_POSITION: Final = re.compile(r"(?<![A-Za-z])\d+(?![A-Za-z])")


class PlaceError(NamedTuple):
    """What an error says of one place.

    model: what was validated. place: without positions. wrong: the type of the mistake, or its words; NULL of a null
    wherever it is: who refuses the null of one member has refused those of the others.
    """

    model: str
    place: str
    wrong: str


NULL: Final = "null"


def pieces(outcome: Outcome) -> frozenset[PlaceError]:
    """Return what the error of a failed call says of single places; none for an error of another form."""
    message = outcome.refusal.message if outcome.refusal is not None else ""
    return frozenset((*_of_a_model(message), *_on_a_line(message)))


def said(outcome: Outcome) -> str | None:
    """Return the type and the words of the error of a failed call, which one line of code raises.

    None where it says no more than a name, and for an accident: many lines of code fail in the same words.
    """
    refusal = outcome.refusal
    if refusal is None or refusal.type in CRASHES or not words(refusal.message):
        return None
    return error_class(outcome)


def _of_a_model(message: str) -> Iterator[PlaceError]:
    first, *lines = message.split("\n")
    begins = _MODEL.match(first)
    at = ""
    for line in lines if begins is not None else ():
        if not line.startswith(" "):
            at = line.strip()
        elif at and begins is not None and (type_ := _TYPE.search(line)) is not None:
            yield _piece(begins[1], at, type_[1], line)
            at = ""


def _on_a_line(message: str) -> Iterator[PlaceError]:
    begins = _ON_A_LINE.search(message)
    for part in message[begins.end() :].split("; ") if begins is not None else ():
        at = _AT.search(part)
        if at is not None:
            yield _piece("", at[1], words(part[: at.start()]), part)


def _piece(model: str, at: str, wrong: str, line: str) -> PlaceError:
    return PlaceError(model, "", NULL) if _IS_NULL.search(line) else PlaceError(model, _POSITION.sub("*", at), wrong)
