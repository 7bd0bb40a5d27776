"""What formats and operations still lack."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.rules.contracts import load_specifications
from tests.suite.lacks import facts_without_inputs, lacks_of_operation, missing_rows, tables

OPERATION = "mcp-result-to-tool-message"


@pytest.mark.expensive("imports every module")
def test_tables_are_found_where_they_are_defined_and_a_row_less_is_named(monkeypatch: pytest.MonkeyPatch):
    (where,) = (place for place in tables() if place.endswith("exchanges.WHOLES"))
    assert where == "conformance.formats.exchanges.WHOLES"
    assert (where, "gemini-stream") not in missing_rows("gemini")
    monkeypatch.delitem(tables()[where], "gemini-stream")
    assert (where, "gemini-stream") in missing_rows("gemini")


def test_a_native_kind_without_an_input_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tests.suite.lacks._said_in", lambda _format, _half: frozenset())
    found = facts_without_inputs("gemini")
    assert {"call/call", "end/done", "setting/top_k"} <= set(found)
    assert "tool/strict" not in found


def test_a_case_without_a_rule_and_a_choice_without_a_defect_are_named():
    contract = load_specifications().contracts[OPERATION]
    assert list(lacks_of_operation(contract)) == []
    (case, *_), (choice, *_) = contract.cases, contract.choices
    bare = replace(
        contract, cases=(replace(case, rules=()),), choices=(replace(choice, rule="RES-99"),), operation=OPERATION
    )
    assert list(lacks_of_operation(bare)) == [
        f"the case {case.id} names no rule",
        f"no planted defect breaks RES-99, the rule of the choice {choice.name}",
    ]
