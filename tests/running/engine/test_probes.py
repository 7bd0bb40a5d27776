"""A probe counts as an example only where nothing else shows its failure."""

from __future__ import annotations

import pytest

from conformance.base.observation import GIVEN_UP, Fault, Outcome
from conformance.reference import mcp_tool_to_chat_tool
from conformance.rules.checks.trial import Trial
from conformance.running.engine.causes import Causes
from conformance.running.engine.choices import Probe
from conformance.running.engine.context import Context
from conformance.running.engine.coverage import Coverage
from conformance.running.engine.plan import Planned, probe_item
from conformance.running.engine.probes import Probes
from tests.running.engine.building import SINGLE, context_of, contract_of

CHOICE = next(choice for choice in contract_of(SINGLE).choices if choice.name == "description-when-absent")
GIVEN = CHOICE.probes[0]
CONVERTED = mcp_tool_to_chat_tool(GIVEN)
LEAKING = {**CONVERTED, "annotations": {}}


def probed(context: Context, outcome: Outcome) -> Probes:
    context.ledger.plan([probe_item(SINGLE, CHOICE.name, 0)])
    probes = Probes(context, causes := Causes(context), Coverage(context, causes, context.ledger.excuse))
    probes.take(SINGLE, Probe(CHOICE.name, 0, GIVEN, outcome))
    return probes


def test_a_probe_without_a_failure_is_judged_and_not_counted() -> None:
    context = context_of(SINGLE)
    probed(context, Outcome(output=CONVERTED)).judge_failing()
    assert context.ledger.is_complete
    assert not list(context.collector.failing_examples())


@pytest.mark.parametrize("known", [True, False])
def test_a_failure_of_a_probe_counts_unless_another_trial_has_it(known: bool) -> None:
    context = context_of(SINGLE)
    probes = probed(context, Outcome(output=LEAKING))
    failing = {rule for rule, _one in context.judges[SINGLE].judge(judged(context)).failures}
    if known:
        context.take(Planned(SINGLE, GIVEN), judged(context), context.judges[SINGLE].judge(judged(context)))
    before = len(list(context.collector.failing_examples()))
    probes.judge_failing()
    assert failing and context.ledger.is_complete
    assert (len(list(context.collector.failing_examples())) > before) is not known


def judged(context: Context) -> Trial:
    return context.judges[SINGLE].trial(GIVEN, Outcome(output=LEAKING))


def test_a_probe_that_was_not_asked_stays_open() -> None:
    context = context_of(SINGLE)
    probed(context, Outcome(fault=Fault(GIVEN_UP, "too late"))).judge_failing()
    assert context.ledger.totals().open == {"too late": 1}
