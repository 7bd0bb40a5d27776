"""A value of a format, as whoever compares two formats sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from conformance.model.answer import Answer
from conformance.model.fact import Path
from conformance.model.growth import Growth
from conformance.model.request import Request


class Disorder(NamedTuple):
    """Something that breaks the grammar of a format's streams. kind: a stable word. at: the path among the events."""

    kind: str
    at: Path
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What was read from a value that holds an answer.

    answer: None where the value has not the form. at: the path in the value at which it was read; paths of facts begin
    there. request: what was asked, where the value says so. growth, disorder: of a stream. kinds: of disorder that are
    looked for. form: what it should be, in words.
    """

    answer: Answer | None
    at: Path = ()
    request: Request | None = None
    growth: Growth | None = None
    disorder: tuple[Disorder, ...] = ()
    kinds: tuple[str, ...] = ()
    form: str = "an answer"
