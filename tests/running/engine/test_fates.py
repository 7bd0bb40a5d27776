"""What became of the facts of one content."""

from __future__ import annotations

import pytest

from conformance.rules.contracts.contents import CONTENTS
from conformance.running.engine.fates import ARRIVES, BREAKS, CHANGED, LOST, REFUSED, SAID, Fates, fact, together


@pytest.mark.parametrize("fate", [ARRIVES, SAID, LOST, CHANGED, REFUSED, BREAKS])
def test_a_fact_has_one_fate(fate: str) -> None:
    one = fact(fate, ["B-1", "A-1"])
    assert one.numbers() == dict.fromkeys(one.numbers(), 0) | {fate: 1}
    assert (one.facts, one.rules) == (1, ("A-1", "B-1"))


@pytest.mark.parametrize(
    ("fates", "percent"),
    [
        (Fates(arrives=4), 100),
        (Fates(arrives=1, reported=1, lost=2), 50),
        (Fates(arrives=999, changed=1), 99),
        (Fates(arrives=1, refused=999), 1),
        (Fates(breaks=7), 0),
    ],
)
def test_the_share_counts_what_arrives_and_what_is_reported(fates: Fates, percent: int) -> None:
    assert fates.percent == percent


def test_the_facts_of_several_operations_are_added_in_the_order_of_the_contents() -> None:
    found = together(
        [
            {"valid": Fates(arrives=1), "images": Fates(lost=2, rules=("B-1",))},
            {"images": Fates(arrives=3, changed=1, rules=("A-1",)), "text": Fates(arrives=5)},
        ]
    )
    assert found["images"] == Fates(arrives=3, lost=2, changed=1, rules=("A-1", "B-1"))
    assert list(found) == [content for content in CONTENTS if content in ("text", "images", "valid")]


def test_nothing_together_is_nothing() -> None:
    assert together([]) == {}
