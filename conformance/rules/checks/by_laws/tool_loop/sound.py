"""Whether a made-up loop is as sound as the one it was made from, so that shrunk evidence stays real."""

from __future__ import annotations

from conformance.base.observation import Outcome
from conformance.base.values import JSON
from conformance.rules.checks.by_laws.tool_loop.script import DOUBTFUL, read_turn
from conformance.rules.checks.by_laws.tool_loop.view import ToolLoop, is_loop
from conformance.rules.checks.trial import Trial


def as_sound(candidate: JSON, original: JSON) -> bool:
    """Whether a candidate is a loop where the original is one, ends the same way, and has no worse calls."""
    if not is_loop(original):
        return type(candidate) is type(original)
    if not is_loop(candidate):
        return False
    before, after = (
        ToolLoop(Trial(operation="tool-loop", input=value, outcome=Outcome())) for value in (original, candidate)
    )
    if before.fate != after.fate or (before.final is None) != (after.final is None):
        return False
    if {turn.short for turn in after.turns} != {turn.short for turn in before.turns}:
        return False
    return _troubles(after) <= _troubles(before) and _identities(candidate)


def _troubles(view: ToolLoop) -> set[str | None]:
    calls = [call for turn in view.turns for call in turn.calls]
    return {view.trouble(call) for call in calls} | {"doubtful" for call in calls if view.is_doubtful(call)} | {None}


def _identities(loop: JSON) -> bool:
    """Whether every call has an id of its own within its turn."""
    for number, entry in enumerate(loop["script"]):
        turn = read_turn(loop["api"], entry, number)
        calls = [call.id for call in turn.calls if call.state != DOUBTFUL] if turn is not None else []
        if len(set(calls)) != len(calls):
            return False
    return True
