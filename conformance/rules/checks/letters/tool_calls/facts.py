"""What an answer of an API owes a parsed result: its calls, its text, its end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.facts import word
from conformance.formats.model.conversation import Call as Said
from conformance.formats.model.conversation import ModelRefusal, Text
from conformance.formats.model.fact import Path
from conformance.rules.alignment.alignment import MAY, MUST, NEVER
from conformance.rules.alignment.joining import BETWEEN
from conformance.rules.checks.letters.tool_calls.arguments import ReceivedArguments

# How an answer ends. Chat's own reasons for a cut answer count as INCOMPLETE.
COMPLETED: Final = "completed"
INCOMPLETE: Final = "incomplete"
FAILED: Final = "failed"
ERROR: Final = "error"
CUT: Final = "cut"

UNKNOWN: Final = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwedCall:
    """One function call. fate: whether it MUST, MAY or NEVER be among the parsed ones.

    ids, names: the legal ones; None where any is. at: its path in the input. half: its end never came. held:
    the response itself holds it; a stream's other calls are known from earlier events alone. mixed: only deltas carry
    the arguments, and those of another item are between them. one_key: its deltas name it by its id alone, or by its
    place in the output alone. place: of Chat's and Gemini's calls, the place among those of the answer. made: it has
    no id in the source, and the API asks for none: any that no other call has is legal.
    """

    fate: str
    ids: tuple[str, ...] | None
    names: tuple[str, ...] | None
    arguments: ReceivedArguments
    at: Path
    half: bool = False
    held: bool = True
    mixed: bool = False
    one_key: bool = False
    place: int | None = None
    made: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OwedAnswer:
    """An API's answer, as far as a parsed result owes anything to it.

    unfit: it has not the operation's shape. odd: a part of it has a shape that the API does not know. items: how many
    output items there are. ordered: whether their order is known. loose_text: whether the text is not known.
    whole: the final response holds every item (always so outside streams). counts: what a stream that broke off says
    of its usage, each count with all that it was said to be. error: what a failed answer says. reason:
    why an incomplete one ended. own_finish: Chat's finish_reason. unclear: which event belongs to which item is not
    known. interleaved: deltas of one item are between those of another. staggered: a call of a stream is done before
    one that precedes it in the output. overlapping: a message of a stream begins before the previous one is done.
    finished: all that the answer says of its end is that it is whole. garbled: what came of the text, or its order,
    is not known. at_odds: its end says that there are calls, and there are none, or the reverse, as no API ends it.
    counted: the usage in each way in which its counts may be said, where some are beside others; empty for its own.
    refusable: it may be refused: it says itself that it failed, or the request was blocked. steps: of each step of the
    host's tools, how many texts are before it. has_sounded: no finish_reason came, and the sound of the answer is
    complete, as OpenAI ends one that is spoken.
    """

    calls: tuple[OwedCall, ...] = ()
    texts: tuple[Text | ModelRefusal, ...] = ()
    ending: str = COMPLETED
    unfit: bool = False
    odd: bool = False
    items: int = 0
    ordered: bool = True
    loose_text: bool = False
    whole: bool = True
    error: JSON = None
    reason: JSON = None
    own_finish: JSON = None
    usage: JSON | Absent = ABSENT
    counted: tuple[JSON, ...] = ()
    counts: Mapping[Path, tuple[JSON, ...]] = field(default_factory=dict)
    unclear: bool = False
    interleaved: bool = False
    staggered: bool = False
    overlapping: bool = False
    finished: bool = False
    garbled: bool = False
    at_odds: bool = False
    steps: tuple[int, ...] = ()
    has_sounded: bool = False
    refusable: bool = False

    @property
    def contents(self) -> tuple[str, ...]:
        """The legal contents: the text, and the text with the refusals in their places, or parted by the steps."""
        text = "".join(part.value for part in self.texts if isinstance(part, Text))
        refused = ["".join(part.value for part in self.texts)] if self.refusals else []
        parted = [self._parted(joint) for joint in BETWEEN.values()] if self.steps else []
        return tuple(dict.fromkeys((text, *refused, *parted)))

    def _parted(self, joint: str) -> str:
        """The texts, those on both sides of a step of the host with something between them."""
        ends = (*filter(None, self.steps), len(self.texts))
        parts = ("".join(text.value for text in self.texts[begin:end]) for begin, end in pairwise((0, *ends)))
        return joint.join(filter(None, parts))

    @property
    def refusals(self) -> tuple[str, ...]:
        """The refusals that say something."""
        return tuple(part.value for part in self.texts if isinstance(part, ModelRefusal) and part.value)


UNFIT: Final = OwedAnswer(unfit=True)


def legal_names(*candidates: JSON | Absent) -> tuple[str, ...] | None:
    """Return the legal readings of "the first of these, else unknown". None where one is of another type.

    Null counts as absent. An empty string may be taken as it is, or passed over.
    """
    legal: list[str] = []
    for candidate in candidates:
        if candidate is ABSENT or candidate is None:
            continue
        if not isinstance(candidate, str):
            return None
        legal.append(candidate)
        if candidate:
            return tuple(legal)
    return (*legal, UNKNOWN)


def held(call: Said, read: JSON, *place: str) -> JSON | Absent:
    """Return what a call has at a place: what was read from there, or what is no text."""
    return read if read is not None else next((other.value for other in call.others if other.place == place), ABSENT)


def fate_of(item: Mapping[str, JSON]) -> str:
    """Whether a function call is parsed. A call that a program makes is in progress until the client answers it."""
    if item.get("status") == "in_progress" and word(item.get("caller")) == "program":
        return MAY
    return MUST if item.get("status") == "completed" else NEVER


def settled_fates(calls: Iterable[OwedCall]) -> tuple[OwedCall, ...]:
    """Calls whose id or name is of a type that the API does not know may be left out."""
    return tuple(
        replace(call, fate=MAY) if call.fate == MUST and (call.ids is None or call.names is None) else call
        for call in calls
    )
