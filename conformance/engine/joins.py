"""Laws that join operations: an input goes through a chain of them, and the end is held against the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from conformance.checks.registry import CHAINS
from conformance.checks.trial import Trial
from conformance.engine.plan import Planned
from conformance.observation import Outcome, Request
from conformance.values import ABSENT, packed, unpacked

if TYPE_CHECKING:
    from conformance.subjects.base import Subject

Asked = tuple[Planned, Trial]

LARGEST = 200_000  # bytes of an output; they are all held until everything was asked


def joined_operations(offered: Collection[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the chains that a subject offers whole, by the operation whose law they are."""
    return {
        operation: chain
        for operation, chain in CHAINS.items()
        if operation in offered and all(step in offered for step in chain)
    }


def can_be_joined(trial: Trial) -> bool:
    """Whether there is an answer to go on from, and not a flood of one."""
    if trial.outcome.fault is not None:
        return False
    return len(packed(trial.outcome.output) or b"") <= LARGEST


def ask_chains(subject: Subject, asked: Iterable[Asked], chains: Mapping[str, tuple[str, ...]]) -> Iterator[Asked]:
    """Yield the trials whose chain came to its end, with what came of it in `joined`.

    asked: trials of operations that have a chain. Where the chain begins with the operation itself, its outcome is
    taken as it is. A chain that breaks on the way says nothing: the operation it broke in has rules of its own.
    """
    waiting: list[tuple[Asked, Outcome | None, tuple[str, ...]]] = []
    for planned, trial in asked:
        chain = chains[planned.operation]
        own = chain[0] == planned.operation
        waiting.append(((planned, trial), trial.outcome if own else None, chain[1:] if own else chain))
    while waiting:
        going = [step for step in waiting if step[1] is None or _is_usable(step[1])]
        for (planned, trial), outcome, chain in going:
            if not chain:
                yield planned, trial._replace(joined=outcome)
        steps = [(one, outcome, chain) for one, outcome, chain in going if chain]
        # Copies: a subject in this process that changes its argument must not change what was observed.
        requests = [
            Request(number, chain[0], _copy(one[1].input if outcome is None else outcome.output))
            for number, (one, outcome, chain) in enumerate(steps)
        ]
        waiting = [
            (steps[request.key][0], outcome, steps[request.key][2][1:]) for request, outcome in subject.ask(requests)
        ]


def _is_usable(outcome: Outcome) -> bool:
    return outcome.output is not ABSENT and packed(outcome.output) is not None


def _copy(value: object) -> object:
    return unpacked(packed(value) or b"N")
