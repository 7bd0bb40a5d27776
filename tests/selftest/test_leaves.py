"""Whether changes of what sound converters return are noticed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.rules.contracts import AllowedVariation, FreeLeaf, Specifications
from tests.running.engine.certifying import specifications
from tests.suite.selftest.leaves import SHARE, Leaves, check_leaves
from tests.suite.selftest.leaves_table import gap_lines, is_checked, leaf_lines, leaves_summary

OPERATION = "chat-tools-to-responses-tools"


def with_only(rules: tuple[str, ...], *free: AllowedVariation) -> Specifications:
    """The contract of OPERATION without other rules and freedoms, and with few cases."""
    whole = specifications()
    contract = whole.contracts[OPERATION]
    own = tuple(rule for rule in contract.rules if rule.id in rules)
    cases = tuple(case for case in contract.cases if case.rules[0] == "TR-1")[:3]
    small = replace(contract, rules=own, cases=tuple(replace(case, rules=("TR-1",)) for case in cases), free=free)
    return replace(whole, contracts={OPERATION: small})


def leaves(of: Specifications) -> Leaves:
    return check_leaves(of, OPERATION, (), max_examples=1)


def test_a_leaf_that_a_rule_reads_is_required_and_another_is_unchecked() -> None:
    found = leaves(with_only(("TR-1",)))
    assert found.leaves["/output/*/name"].required["other"] > 0
    assert found.leaves["/output/*/name"].rules.keys() == {"TR-1"}
    assert found.leaves["/output/*/type"].unchecked["other"] > 0
    assert not is_checked(found)
    (line, *_more) = (line for line in gap_lines(found) if " /output/*/type:" in line)
    assert line.startswith(f"Unchecked: {OPERATION} /output/*/type: ")
    assert ", by reference in the case " in line and " at /output/0/type, input [" in line


def test_what_a_freedom_declares_is_free_where_no_rule_objects() -> None:
    freedom = AllowedVariation(id="types", text="A type is free.", variants=(), leaves=(FreeLeaf("/output/*/type"),))
    contract = with_only(("TR-1",), freedom)
    found = leaves(contract)
    leaf = found.leaves["/output/*/type"]
    assert leaf.free["types", "other"] > 0
    assert not leaf.unchecked
    (line,) = (line for line in leaf_lines(found, contract.contracts[OPERATION]) if "types: A type is free." in line)
    assert "other " in line


def test_a_freedom_under_another_answer_leaves_nothing_free() -> None:
    leaf = FreeLeaf("/output/*/type", choices=(("missing-properties", "add"),))
    freedom = AllowedVariation(id="types", text="A type is free.", variants=(), leaves=(leaf,))
    found = leaves(with_only(("TR-1",), freedom))
    assert found.leaves["/output/*/type"].unchecked["other"] > 0
    (idle,) = (line for line in gap_lines(found) if line.startswith("Idle: "))
    assert "the freedom types declares /output/*/type (missing-properties add)" in idle


def test_a_declaration_that_no_change_needs_is_idle() -> None:
    freedom = AllowedVariation(
        id="names", text="A name is free.", variants=(), leaves=(FreeLeaf("/output/*/name", ("other", "removed")),)
    )
    found = leaves(with_only(("TR-1",), freedom))
    assert found.idle == (("names", freedom.leaves[0]),)
    assert f"Idle: {OPERATION}: the freedom names declares /output/*/name (other, removed), which no change needs" in (
        list(gap_lines(found))
    )


def test_without_examples_nothing_is_idle() -> None:
    freedom = AllowedVariation(
        id="names", text="A name is free.", variants=(), leaves=(FreeLeaf("/output/*/name", ("other",)),)
    )
    assert check_leaves(with_only(("TR-1",), freedom), OPERATION, (), max_examples=0).idle == ()


def test_a_freedom_of_another_contract_is_not_idle() -> None:
    leaf = FreeLeaf("/output/*/name", ("other",))
    freedom = AllowedVariation(id="names", text="A name is free.", variants=(), leaves=(leaf,), part=True)
    assert leaves(with_only(("TR-1",), freedom)).idle == ()


@pytest.mark.expensive("runs banks")
def test_a_freedom_of_some_values_leaves_others_unchecked() -> None:
    leaf = FreeLeaf("/output/*/type", of=("custom",))
    freedom = AllowedVariation(id="types", text="A type is free.", variants=(), leaves=(leaf,))
    found = leaves(with_only(("TR-1",), freedom))
    assert found.leaves["/output/*/type"].unchecked["other"] > 0
    (idle,) = (line for line in gap_lines(found) if line.startswith("Idle: "))
    assert 'declares /output/*/type ("custom"), which no change needs' in idle
    freedom = AllowedVariation(
        id="types", text="A type is free.", variants=(), leaves=(leaf._replace(of=("function",)),)
    )
    assert not leaves(with_only(("TR-1",), freedom)).leaves["/output/*/type"].unchecked


def test_the_summary_has_the_totals() -> None:
    found = leaves(with_only(("TR-1",)))
    total = sum(leaf.required.total() + leaf.unchecked.total() for leaf in found.leaves.values())
    assert leaves_summary(found).startswith(f"{OPERATION}: {total} changes, ")


@pytest.mark.expensive("changes parts of all results of each operation")
@pytest.mark.parametrize("operation", sorted(specifications().contracts))
def test_of_a_sample_of_changes_none_is_unchecked(operation: str) -> None:
    found = check_leaves(specifications(), operation, (), max_examples=0, every=SHARE)
    assert list(gap_lines(found)) == []
