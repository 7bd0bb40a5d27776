"""Makes the inputs that a report shows small: each enough to be read, before one is made as small as possible."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from conformance.base.values import JSON
from conformance.running.engine import shrink_evidence
from conformance.running.engine.events import Listener, Shrinking
from conformance.running.engine.evidence import FailedTrial
from conformance.running.engine.failure_identity import FailureIdentity
from conformance.running.engine.judge import Judge
from conformance.running.engine.own_fault import OwnFault
from conformance.running.engine.plan import size
from conformance.running.engine.port import Port

READABLE: Final = 1_000  # bytes of an input; others are shrunk to it before one is shrunk further
READ_ASKED: Final = 120  # smaller inputs of one that cannot be read yet, also where the others took all of them
Key = tuple[tuple[str, str, bool], FailureIdentity]  # operation, rule, whether it is advice; what fails


def shrunk_inputs(
    found: Mapping[Key, FailedTrial],
    port: Port,
    judges: Mapping[str, Judge],
    *,
    left: Mapping[str, int],
    fits: Callable[[str, JSON], bool] | None,
    fault: Callable[[str, FailedTrial, Judge], OwnFault | None],
    listeners: Sequence[Listener],
) -> dict[Key, FailedTrial]:
    """Return the failures for which a smaller input was found, with it.

    left: by operation, how many inputs may be asked. Where several rules object to one input, what was found for one of
    them is tried first for the others. fits: as in `shrink_evidence`. fault: why a failure must not be charged.
    """
    now, room = dict(found), dict(left)
    known: dict[int, list[JSON]] = {}
    smaller: dict[Key, FailedTrial] = {}
    for enough in (READABLE, 0):
        for key, failed in now.items():
            (operation, rule, _advice), judge = key[0], judges[key[0][0]]
            own_room = READ_ASKED if enough and fits is None else 0
            if max(room[operation], own_room) <= 0 or 0 < size(failed.planned.input) <= enough:
                continue
            if fault(rule, failed, judge) is not None:
                continue  # it will be set aside

            def may_be_charged(trial: FailedTrial, rule: str = rule, judge: Judge = judge) -> bool:
                return fault(rule, trial, judge) is None

            for listener in listeners:
                listener(Shrinking(operation, rule))
            of_input = known.setdefault(id(found[key].planned), [])
            trial, asked = shrink_evidence.shrunk(
                failed,
                rule,
                port,
                judge,
                known=of_input,
                fits=fits,
                may_be_charged=may_be_charged,
                max_asked=min(shrink_evidence.MOST_ASKED, max(room[operation], own_room)),
                enough=enough,
            )
            room[operation] -= asked
            was, size_now = size(failed.planned.input), size(trial.planned.input)
            port.note(failed.planned, (rule,), f"from {was:,} to {size_now:,} bytes, {asked} asked")
            if trial is not failed:
                now[key] = smaller[key] = trial
                if trial.planned.input not in of_input:
                    of_input.append(trial.planned.input)
    return smaller
