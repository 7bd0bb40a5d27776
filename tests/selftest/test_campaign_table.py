"""What is shown of random changes."""

from __future__ import annotations

from conformance.base.values import ABSENT
from tests.running.engine.certifying import specifications
from tests.suite.selftest.campaign import Campaign, Unexplained
from tests.suite.selftest.campaign_table import campaign_lines, campaign_summary, unexplained_lines

OPERATION = "chat-tools-to-responses-tools"


def found() -> Campaign:
    one = Campaign(operation=OPERATION, results=3)
    one.noticed["TR-1"] = 4
    contract = specifications().contracts[OPERATION]
    one.free[contract.free[0].id, "other", "/output/*/x"] = 2
    advised = next(rule for rule in contract.rules if rule.level == "SHOULD")
    one.free[advised.id, "removed", "/output/*/y"] = 1
    one.unexplained["removed", "/output/*/name"] = 1
    one.examples["removed", "/output/*/name"] = Unexplained(
        at="/output/0/name", by="reference", case="one", input=[], before="a", after=ABSENT
    )
    return one


def test_what_is_free_has_its_reason_also_where_a_rule_advises() -> None:
    contract = specifications().contracts[OPERATION]
    lines = list(campaign_lines(found(), contract))
    assert lines[:3] == [f"{OPERATION}: 3 results", "  NOTICED", "    TR-1  4"]
    assert f"    {contract.free[0].id}: {contract.free[0].text}" in lines
    advised = next(rule for rule in contract.rules if rule.level == "SHOULD")
    assert f"    {advised.id}: {advised.title}" in lines
    assert "      /output/*/y removed  1" in lines


def test_what_nothing_explains_has_its_smallest_example() -> None:
    assert list(unexplained_lines(found())) == [
        f"Unexplained: {OPERATION} /output/*/name: removed 1, by reference in the case one at /output/0/name, "
        '"a" became nothing, input []'
    ]


def test_the_summary_has_the_totals() -> None:
    assert campaign_summary(found()) == f"{OPERATION}: 8 changes, 4 noticed, 3 free, 1 unexplained"
