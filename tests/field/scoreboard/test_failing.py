"""The scoreboard's tables of the rules that subjects fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conformance.field.scoreboard import ReportedRun, run_of
from conformance.field.scoreboard.failing import OPENED, failing

Built = dict[str, Any]
Build = Callable[..., Built]
FLAT, MCP = "chat-tools-to-responses-tools", "mcp-tool-to-chat-tool"


@pytest.fixture
def run(report: Build) -> Callable[..., ReportedRun]:
    def build(name: str, *rules: Built) -> ReportedRun:
        subject = {"name": name, "version": None, "language": None, "adapter": "process"}
        return run_of(report(*rules, subject=subject), f"{name}/report.json", None)

    return build


def test_rules_that_a_subject_fails_are_listed_by_operation(run: Callable[..., ReportedRun], rule: Build) -> None:
    acme = run(
        "acme",
        rule(id="A", title="Keeps `x`", verdict="fail"),
        rule(id="B"),
        rule(id="C", level="SHOULD", verdict="fail"),
        rule(id="M", operation=MCP, verdict="expected-failure"),
    )
    other = run("other", rule(id="A"), rule(id="B", verdict="not-run"))
    shown = failing([acme, other], ["./acme", "./other"], [FLAT, MCP])
    flat, mcp = shown["failing"]
    assert (shown["failing_total"], shown["failing_open"]) == (3, True)
    assert (flat["gist"], mcp["gist"]) == ("2 rules, 1 of 2 subjects", "1 rule, 1 of 1 subject")
    assert flat["subjects"] == [(0, "acme"), (1, "other")]
    assert [(rule["id"], rule["title"], rule["link"]) for rule in flat["rules"]] == [
        ("A", [(False, "Keeps "), (True, "x")], f"./acme#{FLAT}.A"),
        ("C", [(False, "A boolean strict is kept")], f"./acme#{FLAT}.C"),
    ]
    cells = [[(cell["tone"], cell["word"], cell["link"]) for cell in rule["cells"]] for rule in flat["rules"]]
    assert cells == [
        [("bad", "fail: acme", f"./acme#{FLAT}.A"), ("good", "pass", "")],
        [("soft", "SHOULD fail: acme", f"./acme#{FLAT}.C"), ("none", "no such rule", "")],
    ]


def test_many_rules_are_closed_at_first_and_none_are_no_table(run: Callable[..., ReportedRun], rule: Build) -> None:
    many = run("many", *(rule(id=f"R-{number}", verdict="fail") for number in range(OPENED + 1)))
    assert failing([many], [""], [FLAT])["failing_open"] is False
    assert failing([run("sound", rule())], [""], [FLAT])["failing"] == []
