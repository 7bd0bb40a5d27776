"""What a list of Chat messages says: the facts of its messages, each with its speaker."""

from __future__ import annotations

from dataclasses import dataclass, replace

from conformance.checks.chat_messages.kinds import ASSISTANT, EMPTY, SPEAKERS, TOOL, USER, file_fields
from conformance.formats.chat.facts import read_message
from conformance.formats.facts import CALL, FILE, IMAGE, OTHER, REFUSAL, RESULT, TEXT, Fact, is_filled, word
from conformance.formats.parts import ALL_PARTS
from conformance.values import JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One thing that a message says. number: its position among all of them. parts: what is in a tool message."""

    number: int
    fact: Fact
    speaker: str
    parts: tuple[Fact, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of a tool message that are not empty."""
        return tuple(part.value for part in self.parts if part.kind == TEXT and part.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Messages:
    """All of a result. speakers: of each message; "" for what is no message."""

    speakers: tuple[str, ...]
    all: tuple[Said, ...]

    def of_kind(self, *kinds: str) -> list[Said]:
        """Return what is of one of the kinds."""
        return [said for said in self.all if said.fact.kind in kinds]

    @property
    def said(self) -> list[Said]:
        """What is neither a call nor a tool message."""
        return [said for said in self.all if said.fact.kind not in (CALL, RESULT)]


def read_messages(output: JSON) -> Messages:
    """Read a list of Chat messages; what is none says nothing."""
    messages = output if isinstance(output, list) else []
    speakers = tuple(SPEAKERS.get(word(message, "role") or "", "") for message in messages)
    found: list[Said] = []
    for entry, (message, speaker) in enumerate(zip(messages, speakers, strict=True)):
        facts = [_plain(fact) for fact in read_message(message, entry, (entry,), ALL_PARTS)] if speaker else []
        inside = tuple(fact for fact in facts if fact.inside)
        own = [fact for fact in facts if not fact.inside and fact.value and (speaker == ASSISTANT or _is_content(fact))]
        if speaker == USER and not own:
            own = [Fact(kind=EMPTY, entry=entry, at=(entry,), source=message, value="", role=USER)]
        for fact in own:
            parts = inside if speaker == TOOL else ()
            found.append(Said(number=len(found), fact=fact, speaker=speaker, parts=parts))
    return Messages(speakers=speakers, all=tuple(found))


def _is_content(fact: Fact) -> bool:
    return fact.kind == RESULT or fact.at[1] == "content"


def _plain(fact: Fact) -> Fact:
    """Return a fact as one of the kinds that are compared here; of another kind it is OTHER."""
    if fact.kind in (TEXT, REFUSAL, CALL, RESULT) or (fact.kind == IMAGE and is_filled(fact.value)):
        return fact
    fields = file_fields(fact.value) if fact.kind == FILE else {}
    if fields:
        return replace(fact, value=fields)
    # A list may hold a text as it is.
    is_text = fact.is_part and isinstance(fact.source, str)
    return replace(fact, kind=TEXT if is_text else OTHER, value=fact.source)
