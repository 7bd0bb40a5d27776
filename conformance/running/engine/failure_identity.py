"""What makes two failures the same: of a rule the kind of difference, where it is, and the error; of several the cause.

Values are left out: two texts that are lost, or two names, are one defect. Keywords of JSON Schema are not values: a
lost `pattern` is another defect than a lost `minimum`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from conformance.base.observation import Outcome
from conformance.base.values import steps
from conformance.formats.json_schema import HOLDING, KEYWORDS, SCHEMA_MAP
from conformance.rules.checks.conduct import IS_SHARED
from conformance.rules.checks.findings import CLOSED, Failure

EXAMPLE = ", for example "  # what follows in a message is a value that differs from input to input
LONGEST_NAME = 80  # characters of an error that is taken for a name
# A text may be cut off, which three dots show.
_QUOTED = re.compile(r'"(?:\\.|(?!\.\.\.)[^"\\])*(?:"|\.\.\.)|(?<!\w)\'[^\']*\'')

# Kinds of failures that have one cause wherever they are.
ANYWHERE = frozenset({"order-changed", "number-changed", IS_SHARED})
LOST, ADDED = "keyword-lost", "keyword-added"
MANY = 6  # from so many keywords on that are lost, or added, one cause is taken for all
# At these keywords, the kind of a failure says all.
TELLING = frozenset(KEYWORDS) - {"title", "description"}


class FailureIdentity(NamedTuple):
    """What failures of one rule with one cause have in common."""

    kind: str
    place: str
    message: str
    error: str


class Cause(NamedTuple):
    """What failures with one cause have in common, in whichever rules of a family of operations they are.

    place: the last name of the pointer; none for a failed call. about: as in Failure; of a failed call, the feature
    without which it succeeds. error: the error's type, with its words where no feature is known. name: what an error
    consists of that only quotes a name, such as KeyError: 'text'. No member has a word of a failure's message.
    """

    kind: str
    place: str
    about: str
    error: str
    name: str = ""


def cause_of(failure: Failure, outcome: Outcome) -> Cause:
    """Return what a failure has in common with others of its cause, also in other rules.

    A failed call is told apart by its error and by the feature that its contrast removed, not by the values in them.
    """
    kind, refusal = failure.kind, outcome.refusal
    if not is_failed_call(failure):
        place = _place(failure.at)
        if kind == CLOSED:  # what else is closed has the same cause; only in what it changes does it differ
            kind = ADDED if place in TELLING else "meaning"
        error = refusal.type or "" if refusal is not None else error_class(outcome)
        return Cause(kind, "", "", error) if kind in ANYWHERE else Cause(kind, place, failure.about, error)
    feature, error = failure.about, error_class(outcome)
    if refusal is None:
        return Cause(kind, "", feature, error)
    name = refusal.message if len(refusal.message) <= LONGEST_NAME and not words(refusal.message) else ""
    return Cause(kind, "", feature, refusal.type or "" if feature or name else error, name)


def is_failed_call(failure: Failure) -> bool:
    """Whether a failure says only that the call failed."""
    return failure.kind == "refused" or failure.kind.startswith("fault-")


def defect_of(failure: Failure, outcome: Outcome) -> FailureIdentity:
    """Return what a failure has in common with others of its cause."""
    message, _example, _value = failure.message.partition(EXAMPLE)
    return FailureIdentity(failure.kind, _place(failure.at), words(message), error_class(outcome))


def error_class(outcome: Outcome) -> str:
    """Return what equal errors have in common: their type, and the message without its digits and quoted values."""
    if outcome.fault is not None:
        return outcome.fault.kind
    refusal = outcome.refusal
    return f"{refusal.type}: {words(refusal.message)}" if refusal is not None else ""


@lru_cache(maxsize=4096)  # a subject that fails everywhere says the same thousands of times
def words(message: str) -> str:
    """Return the words of a message without the values in it."""
    named = _QUOTED.sub(lambda found: found[0][1:-1] if found[0][1:-1] in KEYWORDS else "", message)
    return " ".join(word for word in re.split(r"[\s:,;.()]+", named) if word.isalpha())


def _place(at: str) -> str:
    """Return the last word of a pointer that is neither a position nor a name that the author of a schema chose."""
    return next(reversed(_words_of(at)), "")


def holders_of(at: str) -> tuple[str, ...]:
    """Return the keywords that hold the schema in which a pointer ends, the innermost last; none outside of schemas."""
    return tuple(word for word in _words_of(at)[:-1] if word in HOLDING)


def _words_of(at: str) -> list[str]:
    """Return the steps of a pointer that are neither positions nor names that the author of a schema chose."""
    found, holder = [], ""
    for step in steps(at):
        if not (step.isdigit() or step == "-") and holder not in SCHEMA_MAP:
            found.append(step)
        holder = step if holder not in SCHEMA_MAP else ""
    return found
