"""Loops that send what the rules forbid: which rules are charged, and in which words."""

from __future__ import annotations

import pytest

from conformance.running.engine.result import FAIL, RuleResult
from tests.running.engine.certifying import certified
from tests.suite.selftest.banks import tool_loop, tool_loop_trouble

LOOP = "tool-loop"


def charged(name: str) -> dict[str, RuleResult]:
    """Certify one of the loops of the mutants; return the rules by id."""
    loop = getattr(tool_loop, name, None) or getattr(tool_loop_trouble, name)
    result = certified({LOOP: loop.run}, LOOP, max_examples=0, shrink=False)
    return {entry.rule.id: entry for entry in result.rules}


@pytest.mark.parametrize("loop", ["StringsAsJsonStrings", "StringsEncodedTwice"])
def test_a_string_that_is_encoded_again_is_not_sent_as_it_is(loop) -> None:
    third = charged(loop)["LOOP-3"]
    assert third.verdict == FAIL
    assert "as it is" in third.evidence[0].message


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
def test_a_request_that_the_api_refuses_is_charged_to_the_rules_of_the_api(loop, rules, message) -> None:
    """LOOP-3 or LOOP-4 stands beside them, so that the documents alone do not let such a loop pass either."""
    found = charged(loop)
    assert {name for name, entry in found.items() if entry.verdict == FAIL} == rules
    for rule in rules:
        assert any(message in piece.message for piece in found[rule].evidence[:2])
