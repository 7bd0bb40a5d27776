"""A check that raises, or a case that contradicts its rule, is the suite's own fault: it ends no run."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from conformance import run
from conformance.checks import registry
from conformance.checks.mcp_tools.view import McpTool
from conformance.checks.view import View
from conformance.contracts import Case, Specifications
from conformance.engine import Options
from conformance.engine.own_fault import OwnFault
from conformance.engine.result import FAIL, NOT_RUN, PASS, RunResult
from conformance.errors import OUR_FAULT
from conformance.observation import Outcome
from conformance.reference import mcp_tool_to_chat_tool
from conformance.values import steps
from tests.engine.building import SINGLE, case_of, contract_of, judge_of, subject_of
from tests.engine.certifying import specifications, verdicts

RAISING, CASE = "MCP-3", "default-in-items"
OTHERS = 5  # cases
TOOL: Any = {"name": "a_tool", "description": "Works.", "inputSchema": {"type": "object", "properties": {}}}


def raise_key_error(_view: View) -> None:
    raise KeyError("function")


@pytest.fixture
def broken_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check of RAISING raises on whatever it sees."""
    check = next(rule.check for rule in contract_of(SINGLE).rules if rule.id == RAISING)
    monkeypatch.setitem(registry.family(SINGLE).checks, check, raise_key_error)  # type: ignore[arg-type]


def with_case(case: Case) -> Specifications:
    """One operation with one case, and a few others."""
    contract = contract_of(SINGLE)
    others = (one for one in contract.cases if one.id != case.id)
    return replace(specifications(), contracts={SINGLE: replace(contract, cases=(case, *islice(others, OTHERS)))})


def of_single(
    function: Callable[[Any], Any] = mcp_tool_to_chat_tool, case: Case | None = None, **options: Any
) -> RunResult:
    """Certify a function without examples, by a case of the specifications or another one, and a few others."""
    judged_by = with_case(case or case_of(SINGLE, CASE))
    return run.certify(judged_by, subject_of({SINGLE: function}), Options(max_examples=0, **options))


@pytest.mark.usefixtures("broken_check")
def test_a_check_that_raises_costs_its_rule_and_leaves_the_run_incomplete() -> None:
    result = of_single()
    assert verdicts(result)[RAISING] == NOT_RUN
    assert verdicts(result)["MCP-1"] == PASS
    assert not result.complete
    (fault,) = result.inconsistencies  # the same one on every input is reported once
    assert f"a check of {SINGLE} raised KeyError at " in fault
    assert "'function'" in fault
    reason = next(entry.reason for entry in result.rules if entry.rule.id == RAISING)
    assert reason == f"{fault} {OUR_FAULT}"
    totals = result.ledger.totals(operation=SINGLE)
    assert totals.judged == 0
    assert [reason.startswith(f"a check of {SINGLE} ") for reason in totals.open] == [True]


def test_what_raises_for_all_rules_is_one_reason_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(McpTool, "pairs", property(lambda _view: steps(None)))  # raises where all rules read
    result = of_single()
    withheld = [entry for entry in result.rules if entry.verdict == NOT_RUN]
    # One for each input on which it is seen first: two probes and a case.
    assert len({entry.reason for entry in withheld}) <= len(result.inconsistencies) == 3 < len(withheld)


@pytest.mark.usefixtures("broken_check")
def test_what_other_rules_object_to_is_charged_beside_a_check_that_raises() -> None:
    result = of_single(lambda tool: {"type": "function", "function": {"name": "other"}})
    assert verdicts(result)[RAISING] == NOT_RUN
    assert verdicts(result)["MCP-1"] == FAIL


@pytest.mark.usefixtures("broken_check")
def test_the_fault_of_a_case_names_it() -> None:
    judge = judge_of(SINGLE)
    with pytest.raises(OwnFault, match=f"for the case {CASE}"):
        judge.judge(judge.trial(case_of(SINGLE, CASE).input, Outcome(output=[])))


@pytest.mark.usefixtures("broken_check")
def test_the_fault_of_an_input_that_is_no_case_shows_the_input() -> None:
    (fault,) = of_single(only_inputs=True, inputs={SINGLE: (TOOL,)}).inconsistencies
    assert '"name": "a_tool"' in fault


def test_a_key_in_what_was_raised_is_redacted(monkeypatch: pytest.MonkeyPatch) -> None:
    def quoting(_view: View) -> None:
        raise ValueError("a-secret-value-of-the-user")

    check = next(rule.check for rule in contract_of(SINGLE).rules if rule.id == RAISING)
    monkeypatch.setitem(registry.family(SINGLE).checks, check, quoting)  # type: ignore[arg-type]
    (fault,) = of_single(secrets=("a-secret-value-of-the-user",)).inconsistencies
    assert "raised ValueError" in fault
    assert "a-secret" not in fault


def test_a_case_that_contradicts_its_rule_charges_nothing_and_the_others_are_judged() -> None:
    case = case_of(SINGLE, CASE)
    output = {**case.expectations[0].output, "function": {"name": "other", "parameters": {"type": "object"}}}
    result = of_single(case=replace(case, expectations=(case.expectations[0]._replace(output=output),)))
    assert verdicts(result)["MCP-1"] == NOT_RUN
    assert FAIL not in {entry.verdict for entry in result.rules if entry.counts}
    assert verdicts(result)["ALL-1"] == PASS
    assert f"the expected output of the case {CASE} breaks MCP-1: " in " ".join(result.inconsistencies)
    totals = result.ledger.totals(operation=SINGLE)
    assert sum(totals.open.values()) == 1
    assert totals.judged == totals.planned - 1


def test_a_view_that_raises_outside_the_checks_ends_no_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def raising(_self: View) -> bool:
        raise TypeError("unhashable type: 'dict'")

    monkeypatch.setattr(registry.family(SINGLE).view, "is_refused_by_right", property(raising))

    def refuse(_tool: Any) -> Any:
        raise ValueError("no")

    result = of_single(refuse)
    assert "raised TypeError at " in result.inconsistencies[0]
    assert not result.complete


def test_without_a_run_a_fault_is_an_error_of_the_suite() -> None:
    judge = judge_of(SINGLE)
    with pytest.raises(OwnFault, match="raised TypeError"):
        judge.read(judge.trial(TOOL, Outcome()), lambda _view: len(3), 0)  # type: ignore[arg-type]


def test_what_the_suite_fails_to_read_is_reported_and_taken_as_nothing() -> None:
    found: list[OwnFault] = []
    judge = judge_of(SINGLE)
    judge.report = found.append
    trial = judge.trial(TOOL, Outcome(output=[]))
    assert judge.read(trial, lambda view: view.outcome.output[0], "nothing", "MCP-9") == "nothing"
    assert [(fault.rule, fault.status) for fault in found] == [("MCP-9", 3)]


def test_an_interrupt_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_view: View) -> None:
        raise KeyboardInterrupt

    check = next(rule.check for rule in contract_of(SINGLE).rules if rule.id == RAISING)
    monkeypatch.setitem(registry.family(SINGLE).checks, check, interrupt)  # type: ignore[arg-type]
    assert of_single().interrupted


@pytest.mark.usefixtures("broken_check")
def test_a_chosen_rule_beside_a_broken_one_is_judged_and_the_run_tells_of_both() -> None:
    result = of_single(rules=frozenset({"MCP-1", RAISING}))
    assert verdicts(result) == {"MCP-1": PASS, RAISING: NOT_RUN}
    assert not result.conforms


@pytest.mark.usefixtures("broken_check")
def test_the_command_writes_all_reports_and_ends_with_status_3(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from conformance.cli import main

    monkeypatch.chdir(tmp_path)
    narrowed = ("--operation", SINGLE, "--case", CASE, "--report-dir", "reports")
    assert main(["certify", "reference", *narrowed, "--jobs", "1"]) == 3
    reports = tmp_path / "reports"
    assert {"report.json", "junit.xml", "report.html"} <= {path.name for path in reports.iterdir()}
    written = json.loads((reports / "report.json").read_text("utf-8"))
    assert not written["run"]["complete"]
    error = capsys.readouterr().err
    assert f"a check of {SINGLE} raised KeyError at " in error
    assert OUR_FAULT in error
    assert len(error.splitlines()) == 1
