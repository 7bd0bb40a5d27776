"""certify --rule and --case with globs, and --not-rule."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("few_cases")

CASES = ("--max-examples", "0", "--report-dir", "part")


@pytest.fixture
def certify(run, keeps_defaults):
    return lambda *arguments: run("certify", *keeps_defaults, *CASES, *arguments)


def judged(here: Path) -> set[str]:
    report = json.loads((here / "part" / "report.json").read_text("utf-8"))
    return {rule["id"] for rule in report["rules"]}


def test_a_glob_stands_for_every_rule_that_it_matches(certify, here):
    done = certify("--rule", "MCP-2*", "--rule", "ALL-1")
    assert (done.status, judged(here)) == (1, {"MCP-2", "MCP-2a", "MCP-2b", "ALL-1"})
    assert "(rule MCP-2*, ALL-1 alone, no generated examples, seed 1" in done.out


def test_rules_can_be_left_out(certify, here):
    done = certify("--not-rule", "MCP-2*", "--not-rule", "MCP-10")
    assert done.status == 0
    assert "acme:convert conforms in part: " in done.out
    assert "(without rule MCP-2*, MCP-10, no generated" in done.out
    assert {"MCP-3", "ALL-1"} <= judged(here)
    assert judged(here).isdisjoint({"MCP-2", "MCP-2a", "MCP-10"})


def test_of_the_chosen_rules_some_can_be_left_out(certify, here):
    assert certify("--rule", "MCP-*", "--not-rule", "MCP-2*", "--not-rule", "MCP-1*").status == 0
    assert {name[:5] for name in judged(here)} == {"MCP-3", "MCP-4", "MCP-6", "MCP-7", "MCP-8", "MCP-9"}


def test_rules_are_named_in_upper_and_lower_case(certify, here):
    assert certify("--rule", "mcp-2*", "--rule", "all-1", "--not-rule", "mcp-2A").status == 1
    assert judged(here) == {"MCP-2", "MCP-2b", "ALL-1"}


def test_a_glob_of_cases(certify, here):
    done = certify("--case", "default-*", "--rule", "MCP-2")
    assert (done.status, judged(here)) == (1, {"MCP-2"})
    assert "case default-* alone" in done.out


def test_a_part_of_the_rules_replaces_no_report_unasked(run, here, keeps_defaults):
    assert run("certify", *keeps_defaults, "--not-rule", "MCP-*", "--max-examples", "0").status == 0
    assert not (here / "reports").exists()
