"""Whether a made-up answer is as sound as the one it was made from, so that shrunk evidence stays real."""

from __future__ import annotations

from collections.abc import Callable

from conformance.checks.tool_calls.facts import COMPLETED
from conformance.checks.tool_calls.view import ToolCallsView
from conformance.checks.trial import Trial
from conformance.observation import Outcome
from conformance.values import JSON


def as_sound(view: Callable[[Trial], ToolCallsView]) -> Callable[[JSON, JSON], bool]:
    """Return a test whether a candidate has no oddity that the original has not."""

    def test(candidate: JSON, original: JSON) -> bool:
        return _oddities(view, candidate) <= _oddities(view, original)

    return test


def _oddities(view: Callable[[Trial], ToolCallsView], value: JSON) -> set[str]:
    answer = view(Trial(operation="", input=value, outcome=Outcome())).answer
    found = set(answer.features())
    found |= {
        name
        for name, true in (
            ("unfit", answer.unfit),
            ("odd", answer.odd),
            ("unclear", answer.unclear),
            ("unordered", not answer.ordered),
            ("loose", answer.loose_text),
        )
        if true
    }
    return found if answer.ending == COMPLETED else found | {answer.ending}
