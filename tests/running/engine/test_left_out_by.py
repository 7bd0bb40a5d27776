"""A defect that every case with a feature shows is left out by stating that the subject lacks the feature."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.contracts import load_specifications
from conformance.running.engine.left_out_by import cases_of_features, left_out_by
from conformance.running.engine.result import Objection

OPERATION = "chat-tools-to-responses-tools"
KNOWN = {OPERATION: {"custom-tools": frozenset({"custom", "custom-twice"}), "strict": frozenset({"strict"})}}


def shown_by(*cases: str) -> list[Objection]:
    return [Objection(None, "real", number, "/output", case=case) for number, case in enumerate(cases)]


@pytest.mark.parametrize(
    ("cases", "feature"),
    [
        (("custom", "custom-twice"), "custom-tools"),
        (("custom",), None),  # another case with it converts
        (("custom", "custom-twice", "plain", "empty"), None),  # it is no matter of the feature
        (("strict",), None),  # one case says little
    ],
)
def test_a_feature_leaves_out_what_all_of_its_cases_show_and_few_others(
    cases: tuple[str, ...], feature: str | None
) -> None:
    assert left_out_by({(OPERATION, "TR-7"): shown_by(*cases)}, KNOWN) == feature


def test_a_defect_of_several_operations_is_no_matter_of_one_feature() -> None:
    both = {(OPERATION, "TR-7"): shown_by("custom", "custom-twice"), ("mcp-tool-to-chat-tool", "MCP-1"): []}
    assert left_out_by(both, KNOWN) is None


def tools_of(given: Any) -> list[dict[str, Any]]:
    return [element for element in given if isinstance(element, dict)] if isinstance(given, list) else []


def test_the_cases_of_a_feature_are_those_whose_input_has_it() -> None:
    contract = load_specifications([OPERATION]).contracts[OPERATION]
    found = cases_of_features(contract, {case.id for case in contract.cases})["custom-tools"]
    customs = {case.id for case in contract.cases if any(tool.get("type") == "custom" for tool in tools_of(case.input))}
    assert found == customs != set()
    assert cases_of_features(contract, ())["custom-tools"] == frozenset()
