"""The tables of rules: what the page holds of them, and what its script draws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conformance.results.html import render
from conformance.results.html.grids import MOST_ROWS, grids_of
from tests.results.building import make_defect
from tests.results.pages import Page

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


def test_a_cell_leads_to_the_defect_that_shows_its_case(by_case: Built, evidence: Build) -> None:
    by_case["rules"][2]["evidence"].append(evidence(case="flat-deep"))
    by_case["defects"][1]["rules"].append({"operation": FLAT, "rule": "TR-4", "inputs": 1, "evidence": [1]})
    assert Page(render(by_case)).packed("data")["links"]["2"] == {"": "D1", "1": "D2"}


def test_marks_that_do_not_fit_the_rules_are_cut_and_filled(report: Build, rule: Build) -> None:
    (grid,) = grids_of(report(rule(id="A"), rule(id="B"), cases={FLAT: {"long": "pppp", "short": "p"}}))
    assert grid.cases == {"long": "pp", "short": "p-"}


def test_only_so_many_rows_are_in_the_tables(report: Build, rule: Build) -> None:
    page = Page(render(report(*(rule(id=f"R-{n}", operation=f"op-{n // 300}") for n in range(MOST_ROWS + 200)))))
    assert len([element for element in page.all("details") if "data-grid" in element]) == 3
    assert "1 more operation is in the list of all rules." in page.inside["p"]
