"""A value of a format, as a comparison of two formats sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import Hosted, Result
from conformance.formats.model.fact import Fact, Path
from conformance.formats.model.growth import StreamState
from conformance.formats.model.request import Request
from conformance.formats.model.talk import FlatConversation

# Separates the texts of the parts of a content that is a list; no text holds it.
PARTED: Final = "\ue000part\ue001"


class GrammarError(NamedTuple):
    """Something that breaks the grammar of a format's streams. kind: a stable word. at: the path among the events."""

    kind: str
    at: Path
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOwed:
    """What is not owed of an answer. optional: paths of the texts and calls that may be left out.

    unknown: what the format does not have, or has no word for. actions: what waits for the client and is no call.
    callable: how many steps may arrive as calls although none must. is_broken: whether something is malformed, and what
    becomes of that is free.
    """

    optional: frozenset[Path] = frozenset()
    unknown: tuple[Fact, ...] = ()
    actions: tuple[Hosted, ...] = ()
    callable: int = 0
    is_broken: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerText:
    """The text of an answer as its format holds it.

    value: the raw value. text: one text; those of several parts are kept apart by PARTED. parts: type and text of each
    part. is_known: whether all of it is text or refusals.
    """

    value: JSON | Absent
    text: str
    parts: tuple[tuple[str, JSON], ...] = ()
    is_known: bool = True

    @property
    def is_list(self) -> bool:
        """Whether it is parts."""
        return isinstance(self.value, list)


class WrongType(NamedTuple):
    """What stands in the place of something and is none. wanted: in words."""

    wanted: str
    value: JSON | Absent


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedSide:
    """What was read from a value that holds an answer.

    answer: None where the value has not the form. at: the path in the value at which it was read; paths of facts begin
    there. request: what was asked, where the value says so. growth, disorder: of a stream. kinds: of disorder that are
    looked for. form: what it should be, in words. value: what is at `at`, where paths of facts lead into it. places:
    where the format has what, from the fact that holds it: "text", "call", "call/function/name". flow: the text as the
    format holds it. notes: the citations as the format holds them. misfits: what is in a place without being of its
    kind. talk: of a conversation. returned: the result of a call. freedom: of a source. ends: the kinds of
    ends that the format has a word for.
    """

    answer: Answer | None
    at: Path = ()
    request: Request | None = None
    growth: StreamState | None = None
    disorder: tuple[GrammarError, ...] = ()
    kinds: tuple[str, ...] = ()
    form: str = "an answer"
    value: JSON | Absent = ABSENT
    places: Mapping[str, Path] = field(default_factory=dict)
    flow: AnswerText | None = None
    notes: JSON = None
    misfits: Mapping[str, WrongType] = field(default_factory=dict)
    talk: FlatConversation | None = None
    returned: Result | None = None
    freedom: NotOwed = NotOwed()
    ends: frozenset[str] = frozenset()

    def held(self, path: Path) -> JSON | Absent:
        """Return what is at a path in the value; ABSENT where nothing is."""
        value = self.value
        for step in path:
            if isinstance(value, dict) and step in value:
                value = value[step]
            elif isinstance(value, list) and isinstance(step, int) and step < len(value):
                value = value[int(step)]
            else:
                return ABSENT
        return value
