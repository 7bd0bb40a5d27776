"""Recorded traffic, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from conformance.base.values import ABSENT, JSON, Absent

CHAT, RESPONSES, ANTHROPIC, GEMINI = "chat", "responses", "anthropic", "gemini"
# The oracle's kind of the events of each API's streams.
EVENT_KINDS: Final = {
    CHAT: "chat-chunk",
    RESPONSES: "responses-event",
    ANTHROPIC: "anthropic-event",
    GEMINI: "gemini-response",
}
TYPED: Final = (RESPONSES, ANTHROPIC)  # the APIs whose events have a type
JOINED = "the response that its chunks make"  # a part of an interaction
# Why something was left out: it is not a recording, it is damaged, it is one whose form is not known, or other traffic.
FOREIGN, DAMAGED, UNKNOWN, OTHER = "foreign", "damaged", "unknown", "other"
NONE_OF = " is none of "  # between a call to something else and the routes of the APIs


class Skipped(NamedTuple):
    """What was left out, and why. number: which interaction of the file, from 0; None for a whole file.

    kind: FOREIGN, DAMAGED, UNKNOWN or OTHER.
    """

    file: str
    number: int | None
    kind: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Interaction:
    """One request to one of the APIs, and its answer.

    file: the path inside the folder. number: its position in the file, from 0. api: CHAT, RESPONSES, ANTHROPIC or
    GEMINI. host: whom the request was sent to; "" if it was not recorded. request: the body, of Gemini with what its
    address says; ABSENT where only the answer was recorded. status: of HTTP. answer: the body, where it is JSON.
    events: those of a stream, in order; None where the answer is not a stream.
    """

    file: str
    number: int
    api: str
    host: str
    request: JSON | Absent
    status: int
    answer: JSON | Absent = ABSENT
    events: tuple[JSON, ...] | None = None

    @property
    def succeeded(self) -> bool:
        """Whether the API took the request: some hosts send an error with the status of an answer."""
        return 200 <= self.status < 300 and not _is_error(self.answer)

    def place(self, part: str) -> str:
        """Return the location of a part of it, for messages."""
        return f"{self.file}, interaction {self.number}, {part}"


def _is_error(answer: JSON | Absent) -> bool:
    """Whether a body is an error alone. A Responses answer that failed has its output beside the error."""
    error = answer.get("error") if isinstance(answer, dict) else None
    if not isinstance(answer, dict) or not isinstance(error, dict) or "message" not in error:
        return False
    return answer.keys().isdisjoint(("choices", "output", "content", "candidates"))


def is_failure(api: str, event: JSON) -> bool:
    """Whether an event is an error in place of the rest of an answer; Responses has a type of event for it."""
    if not isinstance(event, dict) or "error" not in event:
        return False
    return "choices" not in event if api == CHAT else api in (ANTHROPIC, GEMINI)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recordings:
    """What a folder holds. files: how many were looked at; used: how many gave an interaction.

    notes: by file, what a cassette says of itself (its `metadata`).
    """

    folder: str
    files: int
    used: int
    interactions: tuple[Interaction, ...]
    skipped: tuple[Skipped, ...]
    notes: Mapping[str, Mapping[str, JSON]] = field(default_factory=dict)

    @property
    def skipped_files(self) -> int:
        """How many whole files were left out."""
        return sum(skipped.number is None for skipped in self.skipped)

    @property
    def unread(self) -> int:
        """How many files that look like recordings gave nothing, because what they hold cannot be read."""
        used = {interaction.file for interaction in self.interactions}
        return len({skipped.file for skipped in self.skipped if skipped.kind in (DAMAGED, UNKNOWN)} - used)

    @property
    def is_mostly_unread(self) -> bool:
        """Whether more recordings could not be read than were: what is said of the rest says little of the folder."""
        return self.unread > self.used
