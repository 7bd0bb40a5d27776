"""Whether random changes of what sound converters return are noticed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.apis.input_validity import REAL, standing_of
from conformance.rules.contracts import AllowedVariation, FreeLeaf, Specifications
from tests.running.engine.certifying import specifications
from tests.selftest.test_leaves import OPERATION, with_only
from tests.suite.selftest.campaign import Campaign, check_changes
from tests.suite.selftest.campaign_table import campaign_lines, campaign_summary, unexplained_lines

FEW = 120  # changes, of which some are of facts and some of values


def with_free(*free: AllowedVariation) -> Specifications:
    """The contract of OPERATION with one rule, and with a few inputs that the API takes."""
    small, whole = with_only(("TR-1",), *free), specifications()
    cases = [
        case
        for case in whole.contracts[OPERATION].cases
        if isinstance(case.input, list)
        and all(isinstance(tool, dict) and "function" in tool for tool in case.input)
        and standing_of(OPERATION, case.input).kind == REAL
    ]
    own = replace(small.contracts[OPERATION], cases=tuple(replace(case, rules=("TR-1",)) for case in cases[:5]))
    return replace(small, contracts={OPERATION: own})


def campaign(*free: AllowedVariation, seed: int = 1) -> Campaign:
    return check_changes(with_free(*free), OPERATION, (), seed=seed, max_examples=0, wanted=FEW)


def places(found: Campaign) -> set[str]:
    return {at for _kind, at in found.unexplained}


def test_what_no_rule_reads_is_unexplained_and_what_one_reads_is_noticed() -> None:
    found = campaign()
    assert found.changes == FEW
    assert found.noticed.keys() == {"TR-1"}
    assert "/output/*/type" in places(found)
    lines = [line for line in unexplained_lines(found) if f"{OPERATION} /output/*/type: " in line]
    assert lines[0].startswith(f"Unexplained: {OPERATION} /output/*/type: ")
    assert ", by reference in the case " in lines[0]
    assert " became " in lines[0]


def test_what_a_freedom_declares_is_free_with_its_reason() -> None:
    freedom = AllowedVariation(id="all", text="All is free.", variants=(), leaves=(FreeLeaf("/output/**"),))
    found = campaign(freedom)
    assert not found.unexplained
    assert {why for why, _kind, _at in found.free} == {"all"}
    lines = list(campaign_lines(found, with_free(freedom).contracts[OPERATION]))
    assert "    all: All is free." in lines
    assert lines[0] == f"{OPERATION}: {found.results} results"
    counted = (FEW, found.noticed.total(), found.free.total())
    assert campaign_summary(found) == f"{OPERATION}: %d changes, %d noticed, %d free, 0 unexplained" % counted


def test_a_seed_gives_the_same_changes_and_another_one_others() -> None:
    assert campaign().unexplained == campaign().unexplained
    assert campaign().unexplained != campaign(seed=2).unexplained


def test_some_changes_are_of_what_the_result_states() -> None:
    assert any(" tools" in kind for kind, _at in campaign().unexplained)


@pytest.mark.parametrize("operation", ["chat-response-to-tool-calls", "mcp-result-to-tool-message", OPERATION])
def test_of_a_few_changes_none_is_unexplained(operation: str) -> None:
    found = check_changes(specifications(), operation, (), seed=1, max_examples=0, wanted=FEW)
    assert list(unexplained_lines(found)) == []
    assert found.changes == FEW
