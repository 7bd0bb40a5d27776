"""What a check returns: not reached, not observable, OK, or failures."""

import json
from enum import Enum
from typing import Final, NamedTuple, TypeAlias
from unicodedata import normalize

from conformance.values import ABSENT, pointer

LONGEST = 80  # characters of a value in a message
DOTS = "..."  # in place of the rest of a text


class Failure(NamedTuple):
    """One objection of a check to a trial. kind: a stable word; shrinking keeps to failures of the same kind.

    at: a JSON pointer into {"input", "output"}, and "requests" for tool loops. message: what was expected and what
    came, in a sentence.
    yields_to: a rule that requires the opposite on this input, by the kind of the failure; the judge copies it from
    the contract. In a requirement set that has that rule the failure is advice (SHOULD); in one without it the failure
    counts.
    advice: why it never counts, whatever rules are in force; None for a failure that can count.
    overruled: whether it is advice in each set that decides the run; the judge says so.
    """

    kind: str
    at: str
    message: str
    yields_to: str | None = None
    advice: str | None = None
    overruled: bool = False


# Kinds of failures that say the same in another form: parts of one message that are in several messages, a text that
# is no part, texts of one message joined to one, the API's own finish_reason beside a call or none of a whole answer,
# tools in another order, an object closed to all but the properties that it lists, and keywords added to a schema that
# say what holds without them.
SCATTERED: Final = "scattered"
BARE_TEXT: Final = "bare-text"
JOINED: Final = "joined"
OWN_FINISH: Final = "own-finish"
REORDERED: Final = "reordered"
CLOSED: Final = "closed"
WRITTEN_OUT: Final = "written-out"

# Something is lost that bears the feature of a rule. The engine asks the rule's contrast: what arrives without the
# feature was lost with it.
LOST_WITH: Final = "lost-with-it"


class NotObservable(Enum):
    """The type of NOT_OBSERVABLE."""

    NOT_OBSERVABLE = "not observable"


# The trial reaches the rule, but this subject does not show whether it holds.
NOT_OBSERVABLE: Final = NotObservable.NOT_OBSERVABLE

# None: the trial does not reach the rule. OK: it does, and nothing is wrong.
Findings: TypeAlias = tuple[Failure, ...] | NotObservable | None
OK: Final[tuple[Failure, ...]] = ()


def output_at(*path: str | int) -> str:
    """Return the pointer of a place in the output."""
    return pointer("output", *path)


def input_at(*path: str | int) -> str:
    """Return the pointer of a place in the input."""
    return pointer("input", *path)


def brief(value: object, limit: int = LONGEST) -> str:
    """Return a value as JSON for a message, cut to `limit` characters."""
    return excerpt(in_json(value), 0, limit)


def versus(wanted: object, got: object) -> str:
    """Return `wanted ..., got ...` for a message: of long values the part around their first difference."""
    if wanted is ABSENT:
        return f"wanted it absent, got {brief(got)}"
    one, other = around_difference(in_json(wanted), in_json(got), LONGEST)
    return f"wanted {one}, got {other}"


def came_back(value: object) -> str:
    """Return what came back of something that was sent, for a message."""
    return "nothing came back" if value is ABSENT else f"came back {brief(value)}"


def is_in_words(said: str, text: str) -> bool:
    """Whether a text holds another one, perhaps with more words, and is not its representation in a language."""
    return said in text and (said == text or text not in _quoted(said))


def _quoted(text: str) -> tuple[str, ...]:
    return json.dumps(text), json.dumps(text, ensure_ascii=False), repr(text)


def around_difference(one: str, other: str, limit: int, *, fill: bool = False) -> tuple[str, str]:
    """Return two texts, cut to about `limit` characters so that their first difference stays.

    fill: show more of what comes before it where little comes after it.
    """
    if normalize("NFC", one) == normalize("NFC", other):  # they look alike
        one, other = (text.encode("ascii", "backslashreplace").decode() for text in (one, other))
    pairs = enumerate(zip(one, other, strict=False))
    start = next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))
    longest = max(len(one), len(other))
    begin = start - limit // 2 if longest > limit + len(DOTS) else 0
    if fill:
        begin = max(0, min(begin, longest - limit))
    return excerpt(one, begin, limit), excerpt(other, begin, limit)


def excerpt(text: str, begin: int, limit: int) -> str:
    """Return about `limit` characters of a text, with dots for what is left out if that is more than the dots."""
    begin = begin if begin > len(DOTS) else 0
    part = text[begin : begin + limit + len(DOTS)]
    if len(text) > begin + limit + len(DOTS):
        part = part[: limit - len(DOTS)] + DOTS
    return f"{DOTS}{part}" if begin else part


def in_json(value: object) -> str:
    """Return a value as JSON for a message; "nothing" for what is not there."""
    if value is ABSENT:
        return "nothing"
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return repr(value)
