"""The life of a failure: what the stations found, which rule is charged, which defect it is."""

from __future__ import annotations

import functools
from typing import Any

from conformance.base.redact import Redactor
from conformance.results.life import lives
from conformance.running.engine.log import Log
from conformance.running.engine.result import RunResult
from tests.running.engine.building import SINGLE
from tests.running.engine.certifying import certified


def shares_its_input(tool: Any) -> Any:
    """Keeps every default, and returns the schema itself."""
    function = {"name": tool["name"], "description": tool.get("description", ""), "parameters": tool["inputSchema"]}
    return {"type": "function", "function": function}


@functools.cache
def judged() -> tuple[RunResult, Log]:
    log = Log(keeps_steps=True)
    return certified({SINGLE: shares_its_input}, SINGLE, max_examples=0, log=log, repeat=False), log


def life_of(rule: str, case: str | None = None) -> list[str]:
    result, log = judged()
    return lives(result, log, Redactor(), rule, case)


def said(lines: list[str], station: str) -> str:
    (line,) = (line for line in lines if line.startswith(f"  {station} "))
    return line.split(maxsplit=2)[2]


def test_of_each_rule_that_decides_one_failure_is_followed() -> None:
    result, log = judged()
    headings = [line for line in lives(result, log, Redactor(), None, None) if line.startswith("Life of")]
    counting = [rule.rule.id for rule in result.rules if rule.evidence and rule.evidence[0].advice is None]
    assert [heading.split()[5] for heading in headings] == counting


def test_a_rule_that_is_not_charged_names_the_one_that_is() -> None:
    assert said(life_of("MCP-2"), "charge") == "charged; also breaks MCP-2a"
    assert said(life_of("MCP-2a"), "charge") == "MCP-2 is charged with it"
    assert said(life_of("MCP-2"), "defect") == "D2 breaks documents"
    assert said(life_of("MCP-2a"), "defect") == "D2 breaks documents (the same member, in the same way)"


def test_advice_is_followed_where_its_rule_is_named() -> None:
    result, _log = judged()
    advice = next(rule.rule.id for rule in result.rules if rule.evidence and rule.evidence[0].advice is not None)
    lines = life_of(advice)
    assert said(lines, "charge").startswith("advice: ")
    assert any("defect" in line for line in lines if line.startswith("  Others found nothing about it: "))


def test_a_case_is_followed_alone() -> None:
    result, _log = judged()
    cases = [piece.case for rule in result.rules if rule.rule.id == "MCP-2" for piece in rule.evidence]
    assert life_of("MCP-2", cases[-1])[1] == f"Life of a failure of MCP-2 in {cases[-1]} of {SINGLE}:"
    assert life_of("MCP-2", "no-such-case") == []


def test_no_line_holds_a_key() -> None:
    result, log = judged()
    hidden = Redactor(("still has its default",))
    assert "still has its default" in said(life_of("MCP-2"), "trial")
    assert not any("still has its default" in line for line in lives(result, log, hidden, "MCP-2", None))
