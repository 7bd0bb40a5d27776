"""What makes two failures of a rule the same defect: the kind of difference, where it is, and the error.

Values are left out: two texts that are lost, or two names, are one defect. Keywords of JSON Schema are not values: a
lost `pattern` is another defect than a lost `minimum`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from conformance.checks.findings import Failure
from conformance.formats.json_schema import KEYWORDS, SCHEMA_MAP
from conformance.observation import Outcome
from conformance.values import steps

EXAMPLE = ", for example "  # what follows in a message is a value that differs from input to input
# A text may be cut off, which three dots show.
_QUOTED = re.compile(r'"(?:\\.|(?!\.\.\.)[^"\\])*(?:"|\.\.\.)|(?<!\w)\'[^\']*\'')


class Defect(NamedTuple):
    """What failures of one rule with one cause have in common."""

    kind: str
    place: str
    message: str
    error: str


def defect_of(failure: Failure, outcome: Outcome) -> Defect:
    """Return what a failure has in common with others of its cause."""
    message, _example, _value = failure.message.partition(EXAMPLE)
    return Defect(failure.kind, _place(failure.at), words(message), error_class(outcome))


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
    last, holder = "", ""
    for step in steps(at):
        if not step.isdigit() and holder not in SCHEMA_MAP:
            last = step
        holder = step if holder not in SCHEMA_MAP else ""
    return last
