"""Answers that a function gives while it is asked: in pieces, late, interleaved, or broken off. Scripts do not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias


class LiveRequest(NamedTuple):
    """A request. path: behind the token, without its query. headers: by names in lower case."""

    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveAnswer:
    """What a request is answered.

    status: None to close the connection without an answer. pieces: of the body; each is sent when the iterable yields
    it. length: of the body, as it is announced; None for chunks. whole: False where the connection is lost after them.
    """

    status: int | None
    headers: Mapping[str, str] = field(default_factory=dict)
    pieces: Iterable[bytes] = ()
    length: int | None = None
    whole: bool = True


# Is called in the thread of its connection: several at a time.
Responder: TypeAlias = Callable[[LiveRequest], LiveAnswer]
