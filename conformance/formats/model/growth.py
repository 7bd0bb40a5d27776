"""A stream: the answer that its events make, what is open, how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from conformance.base.values import JSON
from conformance.formats.model.answer import Answer
from conformance.formats.model.fact import Other, Path

OPENED, GREW, CLOSED, ENDED, BROKE, COUNTED = "opened", "grew", "closed", "ended", "broke", "counted"
WHOLE, CUT, FAILED = "whole", "cut", "failed"  # how a stream ended


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamStep:
    """What an event does. event: its position. key: of what it is about, in the answer. size: of what it adds."""

    event: int
    what: str
    key: Path = ()
    size: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamState:
    """All of a stream. answer: what its events make, with pointers into them. open: what was not closed.

    ended: whole, cut or failed. others: events that are unknown. replaced: what members held before a later event
    gave them another value. repeated: what several events say of the whole answer, by the answer's names: `created`,
    `model`, `tier`; each value once, without those that say nothing. is_marked: whether a mark of the end came.
    """

    answer: Answer
    steps: tuple[StreamStep, ...]
    open: tuple[Path, ...]
    ended: str
    others: tuple[Other, ...] = ()
    replaced: tuple[JSON, ...] = ()
    repeated: Mapping[str, tuple[JSON, ...]] = field(default_factory=dict)
    is_marked: bool = False
