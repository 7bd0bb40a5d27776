"""What a check returns: not reached, not observable, OK, or failures."""

from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from conformance.base.values import pointer
from conformance.base.wording import (
    DOTS,
    LONGEST,
    absent,
    around_difference,
    brief,
    but_got,
    came_back,
    excerpt,
    in_json,
    is_in_words,
    versus,
)

__all__ = [
    "BARE_TEXT",
    "CLOSED",
    "DOTS",
    "JOINED",
    "LONGEST",
    "LOST_WITH",
    "NOT_OBSERVABLE",
    "OK",
    "OWN_FINISH",
    "REORDERED",
    "SCATTERED",
    "WRITTEN_OUT",
    "Failure",
    "Findings",
    "NotObservable",
    "absent",
    "around_difference",
    "brief",
    "but_got",
    "came_back",
    "excerpt",
    "in_json",
    "input_at",
    "is_in_words",
    "output_at",
    "versus",
]


class Failure(NamedTuple):
    """One objection of a check to a trial. kind: a stable word; shrinking keeps to failures of the same kind.

    at: a JSON pointer into {"input", "output"}, and "requests" for tool loops. message: what was expected and what
    came, in a sentence.
    yields_to: a rule that requires the opposite on this input, by the kind of the failure; the judge copies it from
    the contract. In a requirement set that has that rule the failure is advice (SHOULD); in one without it the failure
    counts.
    advice: why it never counts, whatever rules are in force; None for a failure that can count.
    overruled: whether it is advice in each set that decides the run; the judge says so.
    of_last: whether the last operation of the rule's chain is at fault: it is judged by its own rules then.
    about: a stable word for what is wrong, where kind and place do not say it, such as the medium that is lost. Two
    failures are the same by these words, whatever their messages say.
    of_rule: the rule of another operation that says it of a part of the input; empty for the rule's own.
    """

    kind: str
    at: str
    message: str
    yields_to: str | None = None
    advice: str | None = None
    overruled: bool = False
    of_last: bool = False
    about: str = ""
    of_rule: str = ""


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
LEFT_OUT_NAMED: Final = "left-out-named"  # a report names what is left out
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
