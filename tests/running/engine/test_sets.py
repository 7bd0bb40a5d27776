"""The verdict of each requirement set."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.apis.input_validity import DOCUMENTED, MALFORMED, REAL
from conformance.base.observation import Description
from conformance.reference import mcp_tool_to_chat_tool
from conformance.rules import checks, laws
from conformance.rules.checks.findings import Failure
from conformance.rules.contracts import load_specifications
from conformance.running import engine
from conformance.running.engine.answers_outside_sets import outside_answers
from conformance.running.engine.ledger import operation_item
from conformance.running.engine.plan import Planned
from conformance.running.engine.result import (
    FAIL,
    NOT_APPLICABLE,
    NOT_RUN,
    PASS,
    Objection,
    OutsideAnswer,
    RuleResult,
    RunResult,
)
from conformance.running.engine.sets import ALL, SetVerdict, charge_run, decides, deciding_standing, set_verdicts
from tests.running.engine.building import SINGLE
from tests.running.engine.certifying import certified

LIST = "mcp-tools-to-chat-tools"
MESSAGE = "responses-output-to-chat-message"
TOOL: Any = {
    "name": "a",
    "description": "Works.",
    "inputSchema": {"type": "object", "properties": {"b": {"default": 1}}},
}
SCHEMA = {"type": "object", "properties": {"b": {"default": 1}, "c": {"$ref": "#/$defs/nothing"}}}
MALFORMED_TOOL: Any = TOOL | {"inputSchema": SCHEMA}


def counted(given: Any, failure: Failure) -> str:
    """Return the standing that a failure on an input counts for."""
    counts_as = load_specifications().contracts[SINGLE].counts_as
    return deciding_standing(Planned(SINGLE, given).standing.kind, failure.kind, counts_as)


def run_of(*entries: RuleResult, outside: tuple[OutsideAnswer, ...] = ()) -> RunResult:
    subject = Description(name="own", version=None, language=None, adapter="python", operations=(LIST,), choices={})
    result = RunResult(
        subject, seed=1, max_examples=0, requirements="every MUST", specs_digest="sha256:0", started="2026-11-22"
    )
    result.ledger.plan([operation_item(LIST)])
    result.ledger.judge(operation_item(LIST))
    result.rules = list(entries)
    result.outside = outside
    return result


def entry(rule: str, sets: tuple[str, ...], verdict: str = PASS, **more: Any) -> RuleResult:
    known = load_specifications([LIST]).contracts[LIST].rules[0]
    made = RuleResult(LIST, replace(known, id=rule, sets=sets, level=more.pop("level", "MUST")))
    made.verdict = verdict
    for name, value in more.items():
        setattr(made, name, value)
    return made


def verdicts(result: RunResult) -> dict[str, SetVerdict]:
    return {verdict.name: verdict for verdict in set_verdicts(result)}


def words(result: RunResult) -> dict[str, str]:
    return {name: verdict.verdict for name, verdict in verdicts(result).items()}


def test_a_failure_decides_the_sets_of_its_rule_alone() -> None:
    result = run_of(entry("A-1", ("safe",)), entry("A-2", ("documents",), FAIL), entry("A-3", ("robust",)))
    assert words(result) == {"safe": "conforms", "documents": "fails", "robust": "conforms", "all": "fails"}
    assert [str(element) for element in verdicts(result)["documents"].failed] == [f"{LIST} A-2"]


@pytest.mark.parametrize(("before", "expected"), [("A-2", "conforms"), ("A-3", "fails")])
def test_a_failure_is_advice_only_beside_the_rule_that_it_yields_to(before: str, expected: str) -> None:
    failing = entry("A-1", ("safe",), FAIL, objections=frozenset({Objection(before, REAL, 1, "/output")}))
    result = run_of(failing, entry("A-2", ("safe",)), entry("A-3", ("documents",)))
    assert words(result)["safe"] == expected
    assert words(result)["all"] == expected


def test_a_printed_result_is_required_by_the_documents_alone() -> None:
    differs = Failure("differs-from-case", "/output", "not the worked example's result")
    standing = counted(TOOL, differs)
    result = run_of(
        entry("A-1", ("safe", "documents"), FAIL, objections=frozenset({Objection(None, standing, 1, "/output")}))
    )
    assert words(result) == {"safe": "conforms", "documents": "fails", "robust": "not-judged", "all": "fails"}


@pytest.mark.parametrize("kind", ["scattered", "bare-text", "joined", "own-finish", "reordered"])
def test_another_form_of_the_same_is_a_matter_of_the_documents(kind: str) -> None:
    assert counted(TOOL, Failure(kind, "/output", "another form")) == DOCUMENTED
    assert counted(MALFORMED_TOOL, Failure(kind, "/output", "another form")) == MALFORMED


def test_a_should_rule_decides_nothing() -> None:
    result = run_of(entry("A-1", ("safe",)), entry("A-2", ("safe",), FAIL, level="SHOULD"))
    assert words(result)["safe"] == "conforms"
    assert verdicts(result)["safe"].rules == 1


def test_a_rule_that_was_not_run_fails_and_one_that_was_not_reached_does_not_count() -> None:
    result = run_of(entry("A-1", ("safe",), NOT_RUN), entry("A-2", ("robust",), NOT_APPLICABLE))
    assert (words(result)["safe"], words(result)["robust"]) == ("fails", "not-judged")
    assert verdicts(result)["robust"].rules == 0


def test_an_incomplete_run_conforms_to_nothing() -> None:
    result = run_of(entry("A-1", ("safe",)))
    result.interrupted = True
    assert words(result)["safe"] == "incomplete"


def test_an_answer_that_a_set_does_not_accept_fails_it() -> None:
    contract = load_specifications([MESSAGE]).contracts[MESSAGE]
    outside = outside_answers([contract], {MESSAGE: {"empty-output": ("placeholder", "probed")}})
    result = run_of(entry("A-1", ("safe",)), entry("A-2", ("documents",)), outside=outside)
    assert words(result)["documents"] == "conforms"
    (failed,) = verdicts(result)["safe"].failed
    assert str(failed) == f"{MESSAGE} OUT-6 (empty-output=placeholder)"


@pytest.mark.parametrize(
    ("standing", "name", "sets", "expected"),
    [
        (REAL, "safe", ("safe",), True),
        (DOCUMENTED, "safe", ("safe",), False),
        (DOCUMENTED, "documents", ("safe", "documents"), True),
        (MALFORMED, "documents", ("documents",), False),
        (MALFORMED, "robust", ("robust",), True),
        (MALFORMED, ALL, ("safe", "documents"), False),
        (MALFORMED, ALL, ("safe", "robust"), True),
    ],
)
def test_a_standing_decides_some_sets(standing: str, name: str, sets: tuple[str, ...], expected: bool) -> None:
    assert decides(standing, name, sets) is expected


def test_a_documented_input_decides_safe_for_a_call_that_is_lost() -> None:
    newest = TOOL | {"inputSchema": {"type": "object", "properties": {"b": True}}}
    assert Planned(SINGLE, newest).standing.kind == DOCUMENTED
    assert counted(newest, Failure("lost", "/input", "lost")) == REAL
    assert counted(newest, Failure("text-changed", "/output", "changed")) == DOCUMENTED


def test_every_kind_that_counts_otherwise_is_one_of_the_suite() -> None:
    known = set()
    for path in (Path(str(package.__file__)).parent.rglob("*.py") for package in (checks, engine, laws)):
        for file in path:
            tree = ast.parse(file.read_text("utf-8"))
            known |= {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert load_specifications().contracts[SINGLE].counts_as.keys() <= known


def test_a_documented_case_decides_about_one_of_its_rules() -> None:
    contracts = load_specifications().contracts.values()
    cases = [(contract, case) for contract in contracts for case in contract.cases if case.standing is not None]
    documented = [(contract, case) for contract, case in cases if case.standing.kind == DOCUMENTED]
    sets = {(contract.operation, rule.id): rule.sets for contract, _case in documented for rule in contract.rules}
    assert documented
    assert not [
        (contract.operation, case.id)
        for contract, case in documented
        if not any(decides(DOCUMENTED, ALL, sets[contract.operation, rule]) for rule in case.rules)
    ]


def keeps_defaults(tool: Any) -> Any:
    converted = mcp_tool_to_chat_tool(tool)
    converted["function"]["parameters"] = tool["inputSchema"]
    return converted


@pytest.mark.parametrize(("tool", "level"), [(TOOL, "MUST"), (MALFORMED_TOOL, "SHOULD")], ids=[REAL, MALFORMED])
def test_a_failure_on_a_malformed_input_is_advice_for_a_rule_about_real_ones(tool: Any, level: str) -> None:
    result = certified({SINGLE: keeps_defaults}, SINGLE, inputs={SINGLE: (tool,)}, only_inputs=True, shrink=False)
    entry = next(entry for entry in result.rules if entry.rule.id == "MCP-2")
    assert (entry.verdict, entry.level) == ("fail", level)
    assert (entry.evidence[0].advice is None) is (level == "MUST")


@pytest.mark.parametrize(("standing", "level"), [(REAL, "MUST"), (DOCUMENTED, "SHOULD"), (MALFORMED, "SHOULD")])
def test_a_rule_that_fails_only_on_inputs_that_do_not_decide_the_set_is_advisory(standing: str, level: str) -> None:
    def made() -> RunResult:
        failing = frozenset({Objection(None, standing, 1, "/output")})
        return run_of(entry("A-1", ("safe", "robust"), FAIL, objections=failing), entry("A-2", ("safe",)))

    result = made()
    result.deciding = ("safe",)
    charge_run(result)
    assert result.rules[0].level == level
    assert result.conforms == (level == "SHOULD") == (words(result)["safe"] == "conforms")
    every = made()
    charge_run(every)
    assert (every.rules[0].level, every.conforms) == ("MUST", False)


def test_a_set_that_no_input_decides_is_not_judged() -> None:
    tool = {"name": "x y", "inputSchema": {"type": "object", "properties": {}}}
    result = certified({SINGLE: mcp_tool_to_chat_tool}, SINGLE, inputs={SINGLE: (tool,)}, only_inputs=True)
    assert words(result) == {"safe": "not-judged", "documents": "not-judged", "robust": "conforms", "all": "conforms"}
