"""certify --bind tool-loop=...: loops that send what the rules forbid."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LOOPS = f"""
import sys

sys.path.insert(0, {str(ROOT)!r})
from conformance.selftest.banks.tool_loop import *
from conformance.selftest.banks.tool_loop_trouble import *
"""


@pytest.fixture
def certify(run, here):
    """Certifies one of the loops of the mutants; gives the rules of the report by id."""
    (here / "loops.py").write_text(LOOPS, "utf-8")

    def certified(loop: str) -> dict[str, dict[str, Any]]:
        assert run("certify", "--bind", f"tool-loop=loops:{loop}.run", "--max-examples", "5").status == 1
        report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
        return {rule["id"]: rule for rule in report["rules"]}

    return certified


@pytest.mark.parametrize("loop", ["StringsAsJsonStrings", "StringsEncodedTwice"])
def test_a_string_that_is_encoded_again_is_not_sent_as_it_is(certify, loop) -> None:
    rules = certify(loop)
    assert rules["LOOP-3"]["verdict"] == "fail"
    assert "as it is" in rules["LOOP-3"]["evidence"][0]["message"]


@pytest.mark.parametrize(
    ("loop", "rules", "message"),
    [
        ("MessagesInsideTheirContent", {"API-1", "LOOP-3"}, "messages[1].content[0].type'."),
        ("ParametersOfTheOtherApi", {"API-1", "LOOP-4"}, "Unknown parameter: 'max_"),
        ("KeysBesideResults", {"API-1", "LOOP-3"}, "is_error'."),
        ("AnswersThatWereNeverGiven", {"API-2", "LOOP-3"}, "Previous response with id 'resp_of_yesterday' not found."),
        ("TextPartsOfTheWrongRole", {"API-2", "LOOP-4"}, "Invalid value: 'text'. Supported values are: 'input_text'"),
    ],
)
def test_a_request_that_the_api_refuses_is_charged_to_the_rules_of_the_api(certify, loop, rules, message) -> None:
    """LOOP-3 or LOOP-4 stands beside them, so that the documents alone do not let such a loop pass either."""
    found = certify(loop)
    assert {name for name, rule in found.items() if rule["verdict"] == "fail"} == rules
    for rule in rules:
        assert any(message in piece["message"] for piece in found[rule]["evidence"][:2])
