"""Events of a run, for listeners: every report is one."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from conformance.base.observation import Description
from conformance.running.engine.result import RunResult


class Started(NamedTuple):
    """The subject described itself; this many trials are planned."""

    subject: Description
    operations: tuple[str, ...]
    trials: int


class TrialProgress(NamedTuple):
    """One trial was judged. case: its id, or None for an example. failing: ids of the rules that fail, advice left out.

    decides: whether one of them is a MUST of a set that decides, and the input decides in it. The charge comes later.

    Nothing here comes from the subject: its texts leave the engine with the result, redacted.
    """

    operation: str
    case: str | None
    failing: tuple[str, ...]
    decides: bool = True


class Advanced(NamedTuple):
    """Some trials were judged in another process: their number, and how many failed a rule that decides."""

    operation: str
    trials: int
    failing: int


class Shrinking(NamedTuple):
    """The evidence of a rule is being made small."""

    operation: str
    rule: str


class Concluding(NamedTuple):
    """Nothing more is asked: the verdicts are drawn next."""


class Finished(NamedTuple):
    """The run is over, or was interrupted (`result.complete` is false then)."""

    result: RunResult


Event: TypeAlias = Started | TrialProgress | Advanced | Shrinking | Concluding | Finished
Listener: TypeAlias = Callable[[Event], None]


def follows_trials(listener: Listener) -> bool:
    """Whether a listener gets an event for each trial, which costs time; one with `follows_trials = False` does not."""
    return bool(getattr(listener, "follows_trials", True))
