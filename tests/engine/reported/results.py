"""A converter of MCP results with a reported bug fails the case that is said to catch it, by its rule (kind K9)."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.contracts.records import Report, load_reported
from conformance.engine.result import FAIL
from conformance.reference import mcp_result_to_tool_message
from conformance.selftest.banks import all_banks
from conformance.selftest.model import Convert
from tests.engine.certifying import certified, evidence_text

GITHUB = "https://github.com/"
MESSAGE, OUTPUT = "mcp-result-to-tool-message", "mcp-result-to-function-call-output"


def mutant(name: str, operation: str = MESSAGE) -> Convert:
    """A mutant by its name."""
    (found,) = (one for one in all_banks().mutants if (one.operation, one.name) == (operation, name))
    return found.function


def general_error(given: Any) -> Any:
    """Every failed call is the same to the model."""
    made = mcp_result_to_tool_message(given)
    failed = given["result"].get("isError") is True
    return made | {"content": "-32603: Unexpected response type"} if failed else made


BUGS: dict[str, Convert] = {
    "aaif-goose/goose/issues/6189": general_error,
    "Gitlawb/zero/issues/823": mutant("texts_only", OUTPUT),
    "anthropics/claude-code/issues/54737": mutant("structured_for_all", OUTPUT),
    "modelcontextprotocol/go-sdk/issues/1236": mutant("numbers_as_doubles"),
}
CAUGHT = [
    report
    for kind in load_reported()
    for report in kind.reports
    if report.caught and report.caught.operation in (MESSAGE, OUTPUT)
]


def test_every_report_that_is_caught_has_its_converter() -> None:
    assert {report.link.removeprefix(GITHUB) for report in CAUGHT} == BUGS.keys()


@pytest.mark.parametrize("report", CAUGHT, ids=lambda report: report.link.removeprefix(GITHUB))
def test_a_converter_with_a_reported_bug_is_convicted_where_it_is_said(report: Report) -> None:
    operation, rule, case = report.caught
    functions = {operation: BUGS[report.link.removeprefix(GITHUB)]}
    result = certified(functions, operation, max_examples=0, cases=(case,))
    (found,) = (entry for entry in result.rules if entry.rule.id == rule)
    assert found.verdict == FAIL, evidence_text(
        result, *(entry.rule.id for entry in result.rules if entry.verdict == FAIL)
    )
    assert case in {evidence.case for evidence in found.evidence}
