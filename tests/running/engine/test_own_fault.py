"""A check that raises, or a case that contradicts its rule, is the suite's own fault: it ends no run."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from conformance.base.errors import OUR_FAULT
from conformance.base.observation import Outcome
from conformance.base.values import steps
from conformance.reference import mcp_tool_to_chat_tool
from conformance.rules.checks import registry
from conformance.rules.checks.by_laws.mcp_tools.view import McpTool
from conformance.rules.checks.view import View
from conformance.rules.contracts import Case, Specifications
from conformance.running import run
from conformance.running.engine import Options
from conformance.running.engine.ledger import Kind
from conformance.running.engine.own_fault import OwnFault
from conformance.running.engine.result import FAIL, NOT_RUN, PASS, RunResult
from tests.running.engine.building import SINGLE, case_of, contract_of, judge_of, subject_of
from tests.running.engine.certifying import specifications, verdicts

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
    others = (other_case for other_case in contract.cases if other_case.id != case.id)
    return replace(specifications(), contracts={SINGLE: replace(contract, cases=(case, *islice(others, OTHERS)))})


def of_single(
    function: Callable[[Any], Any] = mcp_tool_to_chat_tool, case: Case | None = None, **options: Any
) -> RunResult:
    """Certify a function without examples, by a case of the specifications or another one, and a few others."""
    judged_by = with_case(case or case_of(SINGLE, CASE))
    return run.certify(judged_by, subject_of({SINGLE: function}), Options(max_examples=0, **options))


@pytest.mark.usefixtures("broken_check")
def test_a_rule_whose_check_always_raises_has_no_judged_input_and_leaves_the_run_incomplete() -> None:
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
    assert totals.open == {}
    assert [reason.startswith(f"a check of {SINGLE} ") for reason in totals.set_aside] == [True]
    assert sum(totals.set_aside.values()) == totals.judged == totals.planned
    cases = result.ledger.totals(operation=SINGLE, kind=Kind.CASE)
    assert [(element.rule, element.inputs) for element in result.set_aside] == [(RAISING, cases.planned)]
    assert result.too_many_set_aside == (SINGLE,)


def raise_at(name: str) -> Callable[[View], Any]:
    """A check that raises for one tool and says of all others that they are fine."""

    def check(view: View) -> Any:
        if isinstance(view.trial.input, dict) and view.trial.input.get("name") == name:
            raise KeyError("function")
        return ()

    return check


@pytest.fixture
def check_of_raising(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[View], Any]], None]:
    """Puts another check in the place of that of RAISING."""
    check = next(rule.check for rule in contract_of(SINGLE).rules if rule.id == RAISING)
    return lambda other: monkeypatch.setitem(registry.family(SINGLE).checks, check, other)


def test_an_input_on_which_a_check_raises_is_set_aside_and_the_others_decide(
    check_of_raising: Callable[[Callable[[View], Any]], None],
) -> None:
    check_of_raising(raise_at("a_tool"))
    inputs = (TOOL, *({**TOOL, "name": f"tool_{number}"} for number in range(3)))
    result = of_single(only_inputs=True, inputs={SINGLE: inputs})
    assert verdicts(result)[RAISING] == PASS
    assert (result.complete, result.conforms, result.inconsistencies) == (True, True, [])
    (fault,) = result.set_aside
    assert (fault.rule, fault.inputs, fault.input) == (RAISING, 1, TOOL)
    assert result.inputs_set_aside == {SINGLE: 1}


def test_more_than_one_input_in_200_makes_the_run_incomplete(
    check_of_raising: Callable[[Callable[[View], Any]], None],
) -> None:
    check_of_raising(raise_at("a_tool"))
    two = ({**TOOL, "description": text} for text in ("One.", "Two."))
    result = of_single(only_inputs=True, inputs={SINGLE: (*two, {**TOOL, "name": "other"})})
    assert verdicts(result)[RAISING] == PASS
    assert (result.complete, result.inconsistencies) == (False, [])
    assert result.too_many_set_aside == (SINGLE,)


def test_a_should_rule_whose_check_raises_changes_no_status(monkeypatch: pytest.MonkeyPatch) -> None:
    advisory = next(rule for rule in contract_of(SINGLE).rules if rule.level == "SHOULD")
    monkeypatch.setitem(registry.family(SINGLE).checks, advisory.check, raise_key_error)  # type: ignore[arg-type]
    result = of_single(only_inputs=True, inputs={SINGLE: (TOOL,)})
    assert verdicts(result)[advisory.id] == NOT_RUN
    assert (result.conforms, result.inconsistencies) == (True, [])


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
    from conformance.commands.main import main

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
