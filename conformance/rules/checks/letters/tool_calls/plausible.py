"""Whether a made-up answer is as sound as the one it was made from, so that shrunk evidence stays real."""

from __future__ import annotations

from collections.abc import Callable

from conformance.base.observation import Outcome
from conformance.base.values import JSON
from conformance.rules.alignment.alignment import MUST
from conformance.rules.checks.letters.tool_calls.arguments import BLANK, GIVEN_AS_OBJECT, MALFORMED
from conformance.rules.checks.letters.tool_calls.facts import COMPLETED, UNKNOWN, OwedCall
from conformance.rules.checks.letters.tool_calls.view import ToolCallsView
from conformance.rules.checks.trial import Trial


def as_sound(view: Callable[[Trial], ToolCallsView]) -> Callable[[JSON, JSON], bool]:
    """Return a test whether a candidate has no oddity that the original has not."""

    def test(candidate: JSON, original: JSON) -> bool:
        return _oddities(view, candidate) <= _oddities(view, original)

    return test


def _oddities(view: Callable[[Trial], ToolCallsView], value: JSON) -> set[str]:
    answer = view(Trial(operation="", input=value, outcome=Outcome())).answer
    owed = [call for call in answer.calls if call.fate == MUST]
    found = {
        name
        for name, true in (
            ("arguments", any(call.arguments.kind in (BLANK, MALFORMED, GIVEN_AS_OBJECT) for call in owed)),
            ("identity", any(_has_open_identity(call) for call in owed)),
            ("earlier events", not all(call.held for call in owed)),
            ("interleaved", answer.interleaved),
            ("unfit", answer.unfit),
            ("odd", answer.odd),
            ("unclear", answer.unclear),
            ("unordered", not answer.ordered),
            ("loose", answer.loose_text),
        )
        if true
    }
    return found if answer.ending == COMPLETED else found | {answer.ending}


def _has_open_identity(call: OwedCall) -> bool:
    """Whether a call lacks an id or a name, or has several ids."""
    return UNKNOWN in (call.ids or ()) or UNKNOWN in (call.names or ()) or len(call.ids or ()) > 1
