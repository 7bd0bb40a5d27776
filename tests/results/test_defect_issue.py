"""The text about a defect for the tracker of a library."""

from __future__ import annotations

from dataclasses import replace

from conformance.results.defect_issue import issue
from conformance.results.defects import defects_of
from conformance.results.reproduction.model import ShownDefect
from conformance.rules.contracts import load_specifications
from tests.results.test_defects import make_defect, report_of


def test_the_text_has_script_output_expectation_and_sources() -> None:
    report, known = report_of(make_defect()), load_specifications()
    shown = ShownDefect(script="print(1)", output="``` <b>@somebody</b>", language="python")
    text = issue(report, defects_of(report)[0], shown, known)
    rule = next(rule for rule in known.contracts["chat-tools-to-responses-tools"].rules if rule.id == "TR-4")
    parts = ["strict is false", "`acme-converter`, `1.2.3`", "```python\nprint(1)\n```", '"strict": true', rule.title]
    parts += ["Sources:", "- Contract: Tool Definition Transformation for OpenAI Responses API"]
    assert [part for part in parts if part not in text] == []
    assert "````text\n``` <b>@somebody</b>\n````" in text


def test_of_a_rule_that_is_gone_it_has_what_the_report_says() -> None:
    report, known = report_of(make_defect()), load_specifications()
    shown = ShownDefect(script="print(1)", output="1", language="python")
    text = issue(report, defects_of(report)[0], shown, replace(known, contracts={}))
    assert "S0, TR-4" in text
