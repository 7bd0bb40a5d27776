"""Which answers to choices decide a failure."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome, Refusal
from conformance.running.engine.choices import PROBED, STATED
from conformance.running.engine.choices_behind_failures import judged_with
from conformance.running.engine.evidence import FailedTrial, evidence_of, with_choices
from conformance.running.engine.options import Options
from conformance.running.engine.plan import Planned
from conformance.running.engine.result import JudgedWith
from tests.running.engine.building import SINGLE, case_of, judge_of
from tests.suite.selftest.banks.bank import CHAT_TOOLS

BARE: Any = {"name": "a", "inputSchema": {"type": "object", "properties": {}}}
OMITTED: Any = {"type": "function", "function": {"name": "a", "parameters": {"type": "object", "properties": {}}}}
EMPTY = {"description-when-absent": ("empty", PROBED), "unsafe-names": ("keep", STATED)}


def test_the_answer_without_which_the_rule_does_not_fail_decides() -> None:
    judge = judge_of(SINGLE, **{"description-when-absent": "empty"})
    found = judged_with("MCP-9", judge.trial(BARE, Outcome(output=OMITTED)), None, judge, EMPTY)
    assert found == (JudgedWith("description-when-absent", "empty", "probed", ("omit",)),)


def test_a_failure_under_every_answer_names_no_choice() -> None:
    judge = judge_of(SINGLE)
    wrong = {**OMITTED, "function": {**OMITTED["function"], "name": "b"}}
    assert judged_with("MCP-1", judge.trial(BARE, Outcome(output=wrong)), None, judge, EMPTY) == ()


def test_a_failed_call_and_a_case_are_judged_in_full() -> None:
    judge = judge_of(CHAT_TOOLS, **{"on-invalid": "filter"})
    case = case_of(CHAT_TOOLS, "only-rejected-entries")
    trial = judge.trial(case.input, Outcome(refusal=Refusal("tools[0]: is no object")))
    (found,) = judged_with("CONV-1", trial, case, judge, {"on-invalid": ("filter", PROBED)})
    assert (found.choice, found.instead) == ("on-invalid", ("raise",))


def test_evidence_names_the_choices_beside_its_message() -> None:
    judge = judge_of(SINGLE, **{"description-when-absent": "empty"})
    trial = judge.trial(BARE, Outcome(output=OMITTED))
    (failure,) = judge.failures_of("MCP-9", trial)
    failed = FailedTrial(Planned(SINGLE, BARE), trial, failure)
    plain = evidence_of(failed, "MCP-9", judge, Options())
    evidence = with_choices(plain, failed, "MCP-9", judge, EMPTY)
    assert evidence.message == failure.message
    assert [rule.choice for rule in evidence.judged_with] == ["description-when-absent"]
    assert with_choices(plain, failed, "MCP-9", judge, {}) is plain
    assert (plain.message, plain.judged_with) == (failure.message, ())
