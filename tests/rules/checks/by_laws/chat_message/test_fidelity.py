"""Numbers and texts that arrive exactly."""

from __future__ import annotations

from conformance.base.observation import Outcome
from conformance.rules.checks.findings import NOT_OBSERVABLE
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.by_laws.chat_message.samples import INLINE, OPERATION, message, said, sent


def test_numbers_that_the_transport_does_not_keep_are_not_observable() -> None:
    given, outcome = [said(INLINE)], Outcome(output=message(None, sent(id="toolu_1", arguments='{"n":1,"a":"é"}')))
    view = view_of(Trial(operation=OPERATION, input=given, outcome=outcome, choices={}, exact_numbers=False))
    assert family(OPERATION).checks["numbers-exact"](view) is NOT_OBSERVABLE
    assert family(OPERATION).checks["inline-calls"](view) == ()
    view = view_of(Trial(operation=OPERATION, input=given, outcome=outcome))
    assert [element.kind for element in family(OPERATION).checks["numbers-exact"](view)] == ["number-changed"]
