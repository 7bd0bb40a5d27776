"""python -m tests.suite lacks: what formats and operations still lack."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.rules.contracts import load_specifications
from tests.suite.lacks import COMPLETE, facts_without_inputs, lacks_of_operation, missing_rows, tables

pytestmark = pytest.mark.usefixtures("suite")
OPERATION = "mcp-result-to-tool-message"


@pytest.mark.expensive("draws inputs of each operation from a format")
@pytest.mark.parametrize("format", COMPLETE)
def test_a_complete_format_lacks_nothing(run, format: str):
    done = run("lacks", "--format", format)
    assert (done.status, done.out, done.err) == (0, f"{format}: lacks nothing\n", "")


def test_a_new_format_lacks_the_rows_that_each_complete_one_has(run):
    done = run("lacks", "--format", "newest")
    assert done.status == 1
    rows = [line.split() for line in done.out.splitlines()[1:]]
    assert done.out.startswith(f"newest: lacks {len(rows)}\n")
    for where, name in (("form.FORMS", ""), ("exchanges.ANSWERS", "-stream"), ("whole_requests.REQUESTS", "-request")):
        assert [f"conformance.formats.{where}", "has", "no", "row", f"newest{name}"] in rows


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


def test_a_case_without_a_rule_and_a_choice_without_a_defect_are_named(run):
    done = run("lacks", "--operation", OPERATION)
    assert (done.status, done.out) == (0, f"{OPERATION}: lacks nothing\n")
    contract = load_specifications().contracts[OPERATION]
    (case, *_), (choice, *_) = contract.cases, contract.choices
    bare = replace(
        contract, cases=(replace(case, rules=()),), choices=(replace(choice, rule="RES-99"),), operation=OPERATION
    )
    assert list(lacks_of_operation(bare)) == [
        f"the case {case.id} names no rule",
        f"no planted defect breaks RES-99, the rule of the choice {choice.name}",
    ]


def test_an_unknown_operation_is_a_mistake(run):
    assert run("lacks", "--operation", "no-such").status == 2
