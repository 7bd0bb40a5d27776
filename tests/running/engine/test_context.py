"""A judged trial is traced, counted, and known to the examples of earlier runs."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome
from conformance.rules.checks.findings import Failure
from conformance.running.engine.judge import Judgement
from conformance.running.engine.options import Options
from conformance.running.engine.plan import Planned
from tests.running.engine.building import SINGLE, context_of

FAILURES = (("MCP-1", Failure("kind", "", "")),)


def test_a_trial_is_traced_before_it_is_counted() -> None:
    seen: list[Any] = []

    def trace(planned: Planned, *_others: Any) -> None:
        seen.append((planned, context.collector.has_failed(SINGLE, "MCP-1")))

    context = context_of(SINGLE, options=Options(trace=trace))
    given = {"name": "a", "inputSchema": {"type": "object"}}
    planned, trial = Planned(SINGLE, given), context.judges[SINGLE].trial(given, Outcome(output=1))
    context.take(planned, trial, Judgement(frozenset({"MCP-1"}), frozenset(), FAILURES))
    assert seen == [(planned, False)]
    assert context.collector.has_failed(SINGLE, "MCP-1")


def test_advice_is_no_failure() -> None:
    context = context_of(SINGLE)
    advice = (("API-5", Failure("kind", "", "", yields_to="MCP-3", overruled=True)),)
    assert context.fails(SINGLE, Judgement(frozenset(), frozenset(), FAILURES))
    assert not context.fails(SINGLE, Judgement(frozenset(), frozenset(), advice))
