"""Whether a script shows a defect without the suite, and the text about it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.contracts import load_specifications
from conformance.reports.defect_issue import issue, shows
from conformance.reports.defects import Defect, defects_of
from tests.reports.test_defects import make_defect, report_of


def defect_of(**evidence: Any) -> Defect:
    return defects_of(report_of(make_defect(), **evidence))[0]


RIGHT = '[{"type": "function", "name": "get_weather", "strict": true}]'
WRONG = '[{"type": "function", "name": "get_weather", "strict": false}]'
ERROR = {"kind": "error", "type": "KeyError", "message": "'text'"}


@pytest.mark.parametrize(
    ("evidence", "printed", "failed", "is_shown"),
    [
        ({}, WRONG, "", True),
        ({}, RIGHT, "", False),
        ({}, "no JSON", "", False),
        ({"expected": None}, WRONG, "", True),
        ({"expected": None, "at": "/output"}, WRONG, "", False),  # such as objects that it shares with the input
        ({"expected": None, "at": "/input"}, WRONG, "", True),
        ({"earlier": [[]]}, WRONG, "", False),
        ({"error": ERROR}, "", "Traceback ...\nKeyError: 'text'", True),
        ({"error": ERROR}, "", "ModuleNotFoundError: acme", False),
        ({"error": ERROR | {"kind": "hang"}}, "", "'text'", False),
    ],
)
def test_only_what_the_report_has_shows_the_defect(
    evidence: dict[str, Any], printed: str, failed: str, is_shown: bool
) -> None:
    assert shows(defect_of(**evidence), printed, failed) is is_shown


def test_the_text_has_script_output_expectation_and_sources() -> None:
    report, known = report_of(make_defect()), load_specifications()
    text = issue(report, defects_of(report)[0], "print(1)", "``` <b>@somebody</b>", known)
    rule = next(one for one in known.contracts["chat-tools-to-responses-tools"].rules if one.id == "TR-4")
    parts = ["strict is false", "`acme-converter`, `1.2.3`", "```python\nprint(1)\n```", '"strict": true', rule.title]
    parts += ["Sources:", "- Contract: Tool Definition Transformation for OpenAI Responses API"]
    assert [part for part in parts if part not in text] == []
    assert "````text\n``` <b>@somebody</b>\n````" in text


def test_of_a_rule_that_is_gone_it_has_what_the_report_says() -> None:
    report, known = report_of(make_defect()), load_specifications()
    text = issue(report, defects_of(report)[0], "print(1)", "1", replace(known, contracts={}))
    assert "S0, TR-4" in text
