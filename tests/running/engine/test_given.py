"""Each input that the user gave ends with a verdict of its own, or with the reason why it has none."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome, Refusal
from conformance.base.values import ABSENT
from conformance.rules.checks.findings import Failure
from conformance.running.engine.context import Context
from conformance.running.engine.given import never_asked
from conformance.running.engine.judge import Judgement
from conformance.running.engine.ledger import Ledger, operation_item
from conformance.running.engine.options import Options
from conformance.running.engine.plan import Planned, plan_given
from conformance.running.engine.result import INPUT, RECORDING, TOOL, GivenResult, InputSource
from tests.running.engine.building import LIST, SINGLE, context_of, contract_of

TOOLS = [{"name": name, "inputSchema": {"type": "object"}} for name in ("search", "fetch")]
WRONG = Failure("wrong", "/output/function/name", "the name is wrong")


def options_of(operation: str, *given: tuple[Any, InputSource]) -> Options:
    return Options(
        inputs={operation: tuple(value for value, _source in given)},
        sources={operation: tuple(source for _value, source in given)},
    )


def planned_in(context: Context, operation: str, options: Options) -> list[Planned]:
    planned = list(plan_given(contract_of(operation), options))
    context.ledger.plan(case.item for case in planned if case.item is not None)
    return planned


def take(context: Context, planned: Planned, outcome: Outcome, *failures: Failure) -> None:
    found = tuple(("MCP-1", failure) for failure in failures)
    trial = context.judges[planned.operation].trial(planned.input, outcome)
    context.take(planned, trial, Judgement(frozenset({"MCP-1"}), frozenset(), found))


def concluded(context: Context) -> list[GivenResult]:
    context.collector.conclude(context.judges)
    return context.collector._result.given


def test_each_tool_is_converted_fails_is_refused_or_was_not_judged() -> None:
    names = ("fine", "wrong", "refused", "lost")
    options = options_of(SINGLE, *((TOOLS[0], InputSource(TOOL, name, "server")) for name in names))
    context = context_of(SINGLE, options=options)
    fine, wrong, refused, _lost = planned_in(context, SINGLE, options)
    take(context, fine, Outcome(output={}))
    take(context, wrong, Outcome(output={}), WRONG)
    take(context, refused, Outcome(output=ABSENT, refusal=Refusal("no", "ValueError")))
    found = {element.source.name: element for element in concluded(context)}
    assert [(failure.rule, failure.message, failure.advice) for failure in found["wrong"].failures] == [
        ("MCP-1", WRONG.message, False)
    ]
    assert (found["refused"].refused, found["refused"].not_judged) == ("ValueError: no", None)
    assert found["lost"].not_judged == "no verdict was reached"
    assert (found["fine"].failures, found["fine"].refused, found["fine"].not_judged) == ((), None, None)


def test_what_is_dropped_of_a_rule_is_dropped_of_its_inputs() -> None:
    options = options_of(SINGLE, (TOOLS[0], InputSource(INPUT, "tool.json")))
    context = context_of(SINGLE, options=options)
    take(context, *planned_in(context, SINGLE, options), Outcome(output={}), WRONG)
    context.collector.drop(SINGLE, "MCP-1")
    (element,) = concluded(context)
    assert element.failures == ()


@pytest.mark.parametrize(
    ("output", "at", "named"),
    [
        ([1, 2], "/output/1/function", {"fetch"}),
        ([1], "/output/1/function", {"all tools"}),
        ([1], "/input/0/name", {"search"}),
        ([1, 2], "/output", {"all tools"}),
        (ABSENT, "/input/0", {"all tools"}),
    ],
)
def test_in_a_list_the_place_says_which_tool_it_is(output: Any, at: str, named: set[str]) -> None:
    options = options_of(LIST, (TOOLS, InputSource(TOOL, "all tools", "server", ("search", "fetch"))))
    context = context_of(LIST, options=options)
    failure = Failure("wrong", at, "wrong")
    planned = planned_in(context, LIST, options)
    trial = context.judges[LIST].trial(planned[0].input, Outcome(output=output))
    context.take(planned[0], trial, Judgement(frozenset({"MCP-1"}), frozenset(), (("MCP-1", failure),)))
    found = concluded(context)
    assert {finding.source.name for finding in found if finding.failures} == named
    assert {"search", "fetch"} <= {finding.source.name for finding in found} or output is ABSENT


def test_a_given_input_is_shown_before_a_smaller_one_that_was_made_up() -> None:
    options = options_of(SINGLE, ({**TOOLS[0], "description": "long"}, InputSource(TOOL, "search", "server")))
    context = context_of(SINGLE, options=options)
    (planned,) = planned_in(context, SINGLE, options)
    take(context, planned, Outcome(output={}), WRONG)
    take(context, Planned(SINGLE, TOOLS[0]), Outcome(output={}), WRONG)
    concluded(context)
    entry = next(entry for entry in context.collector._result.rules if entry.rule.id == "MCP-1")
    (evidence,) = entry.evidence
    assert (evidence.source, evidence.input) == (options.sources[SINGLE][0], planned.input)


def test_given_inputs_are_not_kept_for_later_runs() -> None:
    options = options_of(SINGLE, (TOOLS[0], InputSource(INPUT, "tool.json")))
    context = context_of(SINGLE, options=options)
    take(context, *planned_in(context, SINGLE, options), Outcome(output={}), WRONG)
    assert context.collector.has_failed(SINGLE, "MCP-1")
    assert list(context.collector.failing_examples()) == []


def test_what_no_operation_took_has_the_reason_and_other_parts_of_recordings_need_none() -> None:
    ledger = Ledger()
    ledger.plan([operation_item(SINGLE)])
    ledger.excuse(operation_item(SINGLE), "not offered by the subject")
    options = options_of(SINGLE, (TOOLS[0], InputSource(TOOL, "search", "server")))
    assert [element.not_judged for element in never_asked(options, ledger, [])] == ["not offered by the subject"]
    recorded = options_of(SINGLE, (TOOLS[0], InputSource(RECORDING, "a.yaml, interaction 0")))
    assert len(never_asked(recorded, ledger, [])) == 1
    known = GivenResult(operation=LIST, source=InputSource(RECORDING, "b.yaml, interaction 0"), number=0)
    assert never_asked(recorded, ledger, [known]) == []
