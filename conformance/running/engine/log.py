"""What the stations of a run (`stations`) ask and find out, for those who want to follow a failure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple


class Station(NamedTuple):
    """A part of a run that may ask its subject, or the reference.

    asks: what, and when. changes: what the answer may change in a verdict. code: where it does so.
    """

    name: str
    asks: str
    changes: str
    code: Callable[..., object]


class LogEntry(NamedTuple):
    """What a station found out about rules of an operation. case: the id of the input; None for an example."""

    station: Station
    operation: str
    case: str | None
    rules: tuple[str, ...]
    found: str


class Log:
    """The calls of a run, by station and operation, and its steps: None where nobody reads them."""

    def __init__(self, *, keeps_steps: bool = False) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()
        self.steps: list[LogEntry] | None = [] if keeps_steps else None
