"""What the fold of any format notes of a stream: where what it makes is from, what is open, what is unknown."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar

from conformance.base.values import JSON, packed
from conformance.formats.model.answer import Answer
from conformance.formats.model.fact import Other, Path, moved
from conformance.formats.model.growth import CLOSED, OPENED, StreamState, StreamStep

Events = TypeVar("Events", bound=Any)
_KEPT = 64  # streams: those of one trial, of its chain, and of the next


def folded_once(fold: Callable[[Events], StreamState]) -> Callable[[Events], StreamState]:
    """Return what folds a stream and keeps the last results: the source, its standing and its whole are each asked."""
    kept: OrderedDict[bytes, StreamState] = OrderedDict()

    @wraps(fold)
    def folded(events: Events) -> StreamState:
        data = packed(events)
        if data is None:
            return fold(events)
        if data in kept:
            kept.move_to_end(data)
            return kept[data]
        kept[data] = state = fold(events)
        if len(kept) > _KEPT:
            kept.popitem(last=False)
        return state

    return folded


class Fold:
    """What the events until now make. body: the answer as JSON. where: the events that each of its places is from."""

    def __init__(self) -> None:
        self.body: dict[str, Any] = {}
        self.where: dict[Path, list[Path]] = {}
        self.steps: list[StreamStep] = []
        self.open: dict[Path, None] = {}
        self.others: list[Other] = []
        self.repeated: dict[str, dict[JSON, None]] = {}

    def say_again(self, name: str, value: JSON) -> None:
        """Note what an event says of the whole answer. name: the answer's; each event may have another value."""
        if isinstance(value, str | int | float) and value:
            self.repeated.setdefault(name, {})[value] = None

    def step(self, number: int, what: str, key: Path = (), size: int = 0) -> None:
        """Note what an event does. number: its position."""
        if what == OPENED:
            self.open[key] = None
        elif what == CLOSED:
            self.open.pop(key, None)
        self.steps.append(StreamStep(event=number, what=what, key=key, size=size))

    def grown(
        self, answer: Answer, ended: str, placed: Callable[[Path], Path] | None = None, **more: Any
    ) -> StreamState:
        """Return all of the stream. placed: the place in the answer of a path of the fold. more: of the Growth."""
        to = placed or (lambda path: path)
        return StreamState(
            answer=moved(answer, {to(at): tuple(places) for at, places in self.where.items()}),
            steps=tuple(replace(step, key=to(step.key)) for step in self.steps) if placed else tuple(self.steps),
            open=tuple(map(to, self.open)), ended=ended, others=tuple(self.others),
            repeated={name: tuple(values) for name, values in self.repeated.items()}, **more,
        )  # fmt: skip
