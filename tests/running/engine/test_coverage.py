"""A subject that uses one of two APIs is judged by what it does with that one."""

from __future__ import annotations

import pytest

from conformance.base.observation import NOT_COVERED, Fault, Outcome, Refusal
from conformance.running.engine.causes import Causes
from conformance.running.engine.coverage import Coverage
from conformance.running.engine.plan import Planned
from tests.running.engine.building import context_of, planned_item

LOOP = "tool-loop"


@pytest.mark.parametrize("covered", [True, False])
def test_what_a_subject_does_not_cover_is_excused_unless_it_used_that_api(covered: bool) -> None:
    context = context_of(LOOP)
    coverage = Coverage(context, Causes(context), context.ledger.excuse)
    given = {"api": "chat", "tools": [], "messages": [], "results": {}, "script": []}
    refusal = Refusal("not here", "NotImplementedError")
    outcome = Outcome(refusal=refusal, fault=Fault(NOT_COVERED, "the subject does not use it"), requests=())
    planned = Planned(LOOP, given).with_item(planned_item(context, LOOP, "refused"))
    assert coverage.judge(planned, context.judges[LOOP].trial(given, outcome)) is None
    if covered:
        seen = Outcome(output={}, requests=({"path": "/", "body": {}, "answer": None},))
        other = Planned(LOOP, given).with_item(planned_item(context, LOOP, "answered"))
        assert coverage.judge(other, context.judges[LOOP].trial(given, seen)) is not None
    coverage.judge_not_covered()
    totals = context.ledger.totals()
    assert context.ledger.is_complete
    assert totals.excused == ({} if covered else {"the subject does not use it": 1})
    assert totals.judged == (2 if covered else 0)
