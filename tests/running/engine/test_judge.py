"""What a judge says of one trial: which rules it reaches, what breaks them, and which of them only advise."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from conformance.base.errors import ConformanceError
from conformance.base.observation import Fault, Outcome, Refusal
from conformance.reference import mcp_tool_to_chat_tool
from conformance.running.engine.own_fault import OwnFault
from tests.running.engine.building import LIST, SINGLE, case_of, judge_of

TOOL = {"name": "a", "description": "Does it.", "inputSchema": {"type": "object", "properties": {}}}
CONVERTED = mcp_tool_to_chat_tool(TOOL)
DEFAULT = {**TOOL, "inputSchema": {"type": "object", "properties": {"b": {"type": "string", "default": ""}}}}


def test_a_correct_output_reaches_rules_and_breaks_none() -> None:
    judgement = (judge := judge_of(SINGLE)).judge(judge.trial(TOOL, Outcome(output=CONVERTED, input_after=TOOL)))
    assert {"MCP-1", "ALL-1", "ALL-4"} <= judgement.reached
    assert judgement.failures == ()


def test_what_the_subject_does_not_show_is_not_observable() -> None:
    judgement = (judge := judge_of(SINGLE)).judge(judge.trial(TOOL, Outcome(output=CONVERTED)))
    assert "MCP-4" in judgement.unseen


def test_only_the_chosen_rules_are_judged() -> None:
    judge = judge_of(SINGLE, "MCP-2")
    outcome = Outcome(output={"type": "function", "function": {"parameters": DEFAULT["inputSchema"]}})
    assert {rule for rule, _failure in judge.judge(judge.trial(DEFAULT, outcome)).failures} == {"MCP-2"}


def test_a_rule_without_a_check_is_a_mistake_of_the_specification() -> None:
    judge = judge_of(SINGLE)
    judge._chosen = (replace(judge._chosen[0], check="chat-from"),)
    with pytest.raises(ConformanceError, match=r"names the check 'chat-from', which does not exist.*chat-form"):
        judge.judge(judge.trial(TOOL, Outcome(output=CONVERTED)))


@pytest.mark.parametrize(
    ("in_force", "deciding", "is_advice"),
    [
        (None, None, True),
        (["API-5"], None, False),
        (None, ("all",), False),  # nothing of `safe` requires the opposite
        (["API-5", "MCP-3"], ("safe", "documents"), False),
        (["API-5", "MCP-3"], ("all-of-a-date",), True),
    ],
)
def test_a_failure_is_advice_where_each_set_that_decides_requires_the_opposite(
    in_force: list[str] | None, deciding: tuple[str, ...] | None, is_advice: bool
) -> None:
    judge = judge_of(SINGLE, in_force=in_force, deciding=deciding)
    bare = {"name": "a", "inputSchema": {"type": "object"}}
    output = mcp_tool_to_chat_tool(bare, missing_properties="keep")
    failures = dict(judge.judge(judge.trial(bare, Outcome(output=output))).failures)
    assert failures["API-5"].yields_to == "MCP-3"
    assert judge.is_advice(failures["API-5"]) == is_advice


def test_the_contract_says_to_which_rule_a_failure_of_a_kind_yields() -> None:
    judge = judge_of(SINGLE)
    bare = {"name": "a", "inputSchema": TOOL["inputSchema"]}
    trial = judge.trial(bare, Outcome(output=mcp_tool_to_chat_tool(bare, description_when_absent="omit")))
    failure = dict(judge.judge(trial).failures)["MCP-1a"]
    assert (failure.kind, failure.yields_to) == ("no-description", "MCP-9")
    assert judge.failures_of("MCP-1a", trial) == (failure,)


@pytest.mark.parametrize(
    ("refusal", "charged"),
    [
        (Refusal("'list' object has no attribute 'items'", "AttributeError"), ["CONV-1"]),
        (Refusal("Expecting value", "JSONDecodeError"), []),
        (Refusal("the arguments of f must be an object", "TypeError"), []),
    ],
)
def test_an_accident_is_not_the_failure_that_a_choice_allows(refusal: Refusal, charged: list[str]) -> None:
    operation = "chat-request-to-anthropic-request"
    judge, case = judge_of(operation), case_of(operation, "list-of-arguments")
    failed = judge.trial(case.input, Outcome(refusal=refusal))
    for found in (judge.judge(failed), judge.judge(failed, case)):
        assert [rule for rule, _failure in found.failures] == charged


def test_a_crash_is_charged_to_the_rule_of_failed_calls_or_to_that_of_wrong_shapes() -> None:
    judge, crashed = judge_of(SINGLE), Outcome(fault=Fault("exit", "it ended"))
    assert [rule for rule, _one in judge.judge(judge.trial(TOOL, crashed)).failures] == ["CONV-1"]
    assert [rule for rule, _one in judge.judge(judge.trial(5, crashed)).failures] == ["ALL-7"]
    case = case_of(SINGLE, "default-in-items")
    assert [rule for rule, _one in judge.judge(judge.trial(case.input, crashed), case).failures] == ["CONV-1"]


def test_a_call_that_fails_is_charged_once_and_only_for_a_real_input() -> None:
    judge, failed = judge_of(SINGLE), Outcome(refusal=Refusal("'description'", "KeyError"))
    real = judge.judge(judge.trial({"name": "a", "inputSchema": {"type": "object"}}, failed))
    assert [rule for rule, _failure in real.failures] == ["CONV-1"]
    assert real.failed_call is not None
    malformed = judge.judge(judge.trial({**TOOL, "inputSchema": {"type": "object", "properties": 5}}, failed))
    assert (malformed.failures, malformed.failed_call) == ((), None)


def test_a_crash_of_a_further_call_names_the_call() -> None:
    judge = judge_of(LIST)
    fault = Outcome(fault=Fault("hang", "it hung"))
    trial = replace(judge.trial([TOOL, TOOL], Outcome(output=[CONVERTED, CONVERTED])), again=fault)
    assert "asked again: it hung" in [failure.message for _rule, failure in judge.judge(trial).failures]
    alone = replace(trial, again=None, alone=(Outcome(output=[CONVERTED]), fault))
    assert "asked for entry 1 alone: it hung" in [failure.message for _rule, failure in judge.judge(alone).failures]


def test_an_error_that_does_not_name_what_the_case_expects_is_charged() -> None:
    tools = "chat-tools-to-responses-tools"
    judge, case = judge_of(tools, **{"on-invalid": "raise"}), case_of(tools, "unknown-type")
    refused = judge.trial(case.input, Outcome(refusal=Refusal("no reason")))
    assert "says-not-what" in {failure.kind for _rule, failure in judge.judge(refused, case).failures}


def test_every_expected_output_passes_the_precheck_and_reaches_its_rules() -> None:
    judge = judge_of(SINGLE)
    assert any(set(case.rules) & judge.precheck(case).reached for case in judge.contract.cases)
    assert not any(judge.precheck(case).own_faults for case in judge.contract.cases)
    case = case_of(SINGLE, "default-in-items")
    wrong = replace(case, expectations=(case.expectations[0]._replace(output={**CONVERTED, "type": "tool"}),))
    reported: list[OwnFault] = []
    judge.report = reported.append
    (fault, *_others) = judge.precheck(wrong).own_faults
    assert reported[0] is fault
    assert (fault.operation, fault.rule) == (SINGLE, "MCP-1")
    assert re.search(r"default.*[.]yaml:\d+: the expected output of the case default-in-items breaks MCP-1", str(fault))


def test_a_restarted_subject_is_judged_by_the_rules_that_ask_for_it_alone() -> None:
    judge = judge_of(SINGLE)
    trial = replace(
        judge.trial(TOOL, Outcome(output=CONVERTED)), again=Outcome(output={**CONVERTED, "x": 1}), restarted=True
    )
    assert {rule for rule, _failure in judge.judge_restarted(trial).failures} == {"ALL-2"}


def test_the_failures_of_one_rule_are_those_of_the_whole_judgement() -> None:
    judge = judge_of(SINGLE)
    outcome = Outcome(output={**CONVERTED, "function": {**CONVERTED["function"], "parameters": DEFAULT["inputSchema"]}})
    trial = judge.trial(DEFAULT, outcome)
    assert judge.failures_of("MCP-2", trial) == tuple(
        failure for rule, failure in judge.judge(trial).failures if rule == "MCP-2"
    )
    assert judge.failures_of("ALL-1", trial) == ()


def test_the_expected_output_is_the_cases_or_the_views() -> None:
    judge, case = judge_of(SINGLE), case_of(SINGLE, "default-in-items")
    trial = judge.trial(case.input, Outcome(output={}))
    assert judge.expected(trial, case) == case.expectations[0].output
    assert judge.expected(judge.trial(TOOL, Outcome(output={})), None) == CONVERTED


def test_the_time_of_each_check_is_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(10_000))
    monkeypatch.setattr("conformance.running.engine.judge.perf_counter", lambda: next(ticks))
    judge = judge_of(SINGLE)
    for _ in range(2):
        judge.judge(judge.trial(TOOL, Outcome(output=CONVERTED)))
    judge.failures_of("MCP-2", judge.trial(TOOL, Outcome(output=CONVERTED)))  # is asked beside the run
    assert set(judge.seconds) == judge.rules
    assert set(judge.seconds.values()) == {2}


def test_the_rules_that_are_charged_with_a_call_that_failed_are_told_from_the_others() -> None:
    judge = judge_of(SINGLE)
    failed = judge.trial({"name": "a", "inputSchema": {"type": "object"}}, Outcome(refusal=Refusal("no")))
    judgement = judge.judge(failed)
    assert judgement.charged_with_the_call(failed) == {judge.contract.failed_call_rule}
    returned = judge.trial(failed.input, Outcome(output={}))
    judgement = judge.judge(returned)
    assert judgement.failures and judgement.charged_with_the_call(returned) == frozenset()
