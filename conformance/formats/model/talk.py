"""A conversation, as it is compared: one piece for each thing that is said, numbered through all of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from conformance.base.values import JSON
from conformance.formats.model.conversation import (
    IMAGE,
    SAME_SPEAKER,
    TEXT,
    USER,
    Call,
    Media,
    ModelRefusal,
    Result,
    Text,
    Turn,
    Utterance,
)  # fmt: skip
from conformance.formats.model.fact import Other, Path

# Kinds of pieces, beside TEXT and IMAGE. A user's message that says nothing is a piece all the same: it is EMPTY.
FILE, REFUSAL, CALL, RESULT, OTHER, EMPTY = "file", "refusal", "call", "result", "other", "empty"

# Marks of a source: what it holds beside messages, calls and their results.
REASONING, HOSTED, UNKNOWN, CUSTOM = "reasoning", "hosted", "unknown", "custom"
BROKEN, ORPHAN, UNANSWERED, ODD_PART, LISTED = "broken", "orphan", "unanswered", "odd-part", "listed"
# Something between a call and its result; words of the model after its turn's calls.
DELAYED, AFTERTHOUGHT = "delayed", "afterthought"
# A call of an id whose call before has no result yet: a result of that id may answer either.
DOUBLE = "double"
# A message of the model, or a result, that says nothing; a result that is more than text.
SILENT, ATTACHED = "silent", "attached"
# What these mark may be kept in a form of its own on the model's side.
FOREIGN: Final = frozenset({HOSTED, UNKNOWN, CUSTOM})
_KINDS: Final[dict[type, str]] = {Text: TEXT, ModelRefusal: REFUSAL, Call: CALL, Result: RESULT}


class SourceEntry(NamedTuple):
    """One entry of a source. mark: what it is beside messages, calls and results; of those none.

    id: the call that it names. word: its type.
    """

    turn: Turn
    mark: str | None = None
    id: str | None = None
    word: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlatItem:
    """One thing that is said. number: its position among all. value: what it is known by among those of its kind.

    entry: the position of its message; in a source, of what a user says in one message and the model in one turn.
    run: texts of one may be joined. call: of a result, the number of its call. texts, others: what a result holds.
    """

    number: int
    kind: str
    value: JSON
    fact: Utterance | Other
    speaker: str
    entry: int
    run: int = 0
    call: int = -1
    texts: tuple[str, ...] = ()
    others: tuple[Utterance | Other, ...] = ()

    @property
    def at(self) -> Path:
        """Its path."""
        return self.fact.at[0]

    @property
    def id(self) -> JSON:
        """The id of a call, or of the call that a result answers."""
        return self.value[0]

    @property
    def is_text(self) -> bool:
        """Whether a result is a text, and no list of parts."""
        return isinstance(self.fact, Result) and self.fact.form == TEXT

    @property
    def shown(self) -> JSON:
        """What a message says of it."""
        if self.kind == FILE:
            return {
                key: element
                for key, element in zip(("file_id", "file_data", "filename"), self.value, strict=True)
                if element
            }
        return self.id if self.kind in (CALL, RESULT) else self.value


def kind_of(fact: Utterance | Other) -> str:
    """Return the kind of a fact. What is neither an image nor a file of media is OTHER."""
    if isinstance(fact, Media):
        return {IMAGE: IMAGE, "": FILE}.get(fact.kind, OTHER)
    return _KINDS.get(type(fact), OTHER)


def value_of(fact: Utterance | Other) -> JSON:
    """Return what a fact is known by: a text, an address, (id, data, name) of a file, (id, name, payload) of a call."""
    if isinstance(fact, Text | ModelRefusal | Other):
        return fact.value
    if isinstance(fact, Call):
        given = fact.arguments
        return fact.id, fact.name, given.text if given.text is not None or not given.at else given.value
    if isinstance(fact, Media):
        return fact.address if fact.kind == IMAGE else (fact.file_id, fact.address, fact.name)
    return (fact.id,) if isinstance(fact, Result) else None


def meant_detail(fact: Utterance | Other) -> str | None:
    """Return the detail of an image; None for `auto`, which means what an absent one does."""
    detail = fact.detail if isinstance(fact, Media) and fact.kind == IMAGE else None
    return None if detail == "auto" else detail


class Instruction(NamedTuple):
    """A text of the system's. low, high: how many entries of the source may precede it."""

    fact: Text
    low: int
    high: int


class Round(NamedTuple):
    """What the model says and calls at a time. own: the texts of the message that the calls belong to."""

    calls: tuple[int, ...]
    own: tuple[int, ...]


@dataclass(slots=True, kw_only=True)
class FlatConversation:
    """What is said, as who reads it adds to it. speakers: of each entry; "" for what is no message.

    Of a source too: answered: the numbers of the calls that have a result. loose: entries beside whose texts there may
    be more. marks: what else it holds. foreign: what has no form in the target. loose_ids: of entries that owe no pair
    of call and result. has_system: whether the system has a message; has_blank: whether a text of its has no words.
    Of a result: hollow: the messages that say nothing at all. paths: where each message is; none where it is at its
    position.
    """

    speakers: list[str] = field(default_factory=list)
    all: list[FlatItem] = field(default_factory=list)
    instructions: list[Instruction] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    answered: set[int] = field(default_factory=set)
    loose: set[int] = field(default_factory=set)
    marks: set[str] = field(default_factory=set)
    foreign: list[SourceEntry] = field(default_factory=list)
    loose_ids: set[str | None] = field(default_factory=set)
    has_system: bool = False
    has_blank: bool = False
    hollow: list[int] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)

    def add(self, fact: Utterance | Other, speaker: str, entry: int, run: int = 0, call: int = -1) -> FlatItem:
        """Add a piece of a fact."""
        kind, value = kind_of(fact), value_of(fact)
        inside = fact.content if isinstance(fact, Result) else None
        item = FlatItem(
            number=len(self.all), kind=EMPTY if value == "" and kind == TEXT else kind, value=value, fact=fact,
            speaker=speaker, entry=entry, run=run, call=call,
            texts=tuple([part.value for part in inside if isinstance(part, Text)]) if inside else (),
            others=tuple([part for part in inside if not isinstance(part, Text)]) if inside else (),
        )  # fmt: skip
        self.all.append(item)
        return item

    @classmethod
    def of_turns(cls, turns: Iterable[Turn]) -> FlatConversation:
        """Return what the turns of a result say."""
        found = cls()
        for entry, turn in enumerate(turns):
            speaker = SAME_SPEAKER.get(turn.speaker or "", turn.speaker or "")
            found.speakers.append(speaker)
            for fact in turn.says or ((Text(value="", at=turn.at),) if speaker == USER else ()):
                found.add(fact, speaker, entry)
        return found

    def of_kind(self, *kinds: str) -> list[FlatItem]:
        """Return what is of one of the kinds."""
        return [item for item in self.all if item.kind in kinds]

    @property
    def said(self) -> list[FlatItem]:
        """What is neither a call nor a result."""
        return [item for item in self.all if item.kind not in (CALL, RESULT)]

    @property
    def unanswered(self) -> set[str | None]:
        """The ids of the calls that have no result."""
        return {item.id for item in self.all if item.kind == CALL and item.number not in self.answered}

    def must_arrive(self, item: FlatItem) -> bool:
        """Whether a piece is owed whatever else there is: a call without its result may stay or go."""
        return item.kind != CALL or item.number in self.answered
