"""The tables of rules: what the page holds of them, and what its script draws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conformance.results.html import render
from conformance.results.html.grids import MOST_ROWS, grids_of
from tests.results.building import make_defect
from tests.results.pages import Page, column

Built = dict[str, Any]
Build = Callable[..., Built]
FLAT, MCP = "chat-tools-to-responses-tools", "mcp-tool-to-chat-tool"


@pytest.fixture
def by_case(report: Build, rule: Build, evidence: Build) -> Built:
    """Two operations; TR-4 fails in two cases, and evidence shows one of them."""
    return report(
        rule(id="TR-1", examples_run=1_100),
        rule(id="A-1", operation=MCP),
        rule(id="TR-4", verdict="fail", evidence=[evidence(case="flat-basic")]),
        rule(id="TR-5", level="SHOULD", verdict="fail", evidence=[evidence(case="flat-basic")]),
        defects=[
            make_defect(),
            make_defect(2, rules=[{"operation": FLAT, "rule": "TR-5", "inputs": 1, "evidence": [0]}]),
        ],
        cases={FLAT: {"flat-basic": "pfa", "flat-deep": "-f-"}, MCP: {"tool": "p"}},
        run={"check_seconds": {FLAT: {"TR-1": 0.00123, "TR-4": 1.5, "TR-5": 0}, MCP: {"A-1": 0.25}}},
    )


def rows(page: Page) -> list[str]:
    start = next(place for place, row in enumerate(page.inside["tr"]) if row.startswith("RuleVerdict"))
    return [" ".join(row.split()) for row in page.inside["tr"][start:]]


def test_every_rule_is_a_row_of_its_operations_table(by_case: Built) -> None:
    page = Page(render(by_case))
    assert rows(page) == [
        "RuleVerdictLevelTrialsTime, ms",
        "TR-1✓ passMUST1,1121.23",
        "TR-4✗ failMUST1121,500.00",
        "TR-5✗ failSHOULD1120.00",
        "RuleVerdictLevelTrialsTime, ms",
        "A-1✓ passMUST112250.00",
    ]
    assert "3 rules, 2 cases (of these 2 fail)" in page.text
    assert "1 rule, 1 case" in page.text
    assert [element.get("open") for element in page.all("details") if "data-grid" in element] == [None, None]


def test_what_the_script_draws_of_cases_lies_in_the_data(by_case: Built) -> None:
    data = Page(render(by_case)).packed("data")
    assert data["cases"] == {"0": [["flat-basic", "flat-deep"], "pfa-f-"], "1": [["tool"], "p"]}
    assert data["links"] == {"2": {"": "D1"}, "3": {"": "D2"}}
    assert column(data, "time") == [124, 25_001, 150_001, 1]


def test_a_cell_leads_to_the_defect_that_shows_its_case(by_case: Built, evidence: Build) -> None:
    by_case["rules"][2]["evidence"].append(evidence(case="flat-deep"))
    by_case["defects"][1]["rules"].append({"operation": FLAT, "rule": "TR-4", "inputs": 1, "evidence": [1]})
    assert Page(render(by_case)).packed("data")["links"]["2"] == {"": "D1", "1": "D2"}


def test_a_report_of_an_earlier_version_has_neither_cases_nor_times(report: Build, rule: Build) -> None:
    page = Page(render(report(rule())))
    assert rows(page) == ["RuleVerdictLevelTrials", "TR-4✓ passMUST112"]
    assert "Rules by operation" in page.inside["h2"]
    data = page.packed("data")
    assert (data["cases"], data["links"], "time" in data["numbers"]) == ({}, {}, False)


def test_marks_that_do_not_fit_the_rules_are_cut_and_filled(report: Build, rule: Build) -> None:
    (grid,) = grids_of(report(rule(id="A"), rule(id="B"), cases={FLAT: {"long": "pppp", "short": "p"}}))
    assert grid.cases == {"long": "pp", "short": "p-"}


def test_only_so_many_rows_are_in_the_tables(report: Build, rule: Build) -> None:
    page = Page(render(report(*(rule(id=f"R-{n}", operation=f"op-{n // 300}") for n in range(MOST_ROWS + 200)))))
    assert len([element for element in page.all("details") if "data-grid" in element]) == 3
    assert "1 more operation is in the list of all rules." in page.inside["p"]
