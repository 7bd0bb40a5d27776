"""A pair makes failures at the places of its two facts."""

from __future__ import annotations

import pytest

from conformance.formats.facts import TEXT, WireItem
from conformance.rules.checks.findings import Failure
from conformance.rules.checks.letters.responses_input.pairing import FactPair

OWED = WireItem(kind=TEXT, entry=0, at=(0, "content"), source="a", value="a")
FOUND = WireItem(kind=TEXT, entry=1, at=("input", 1), source="b", value="b")


def test_failures_are_at_the_place_in_the_input_or_in_the_output() -> None:
    pair = FactPair(owed=OWED, found=FOUND)
    assert pair.lost("lost", "gone") == Failure("lost", "/input/0/content", "gone")
    assert pair.wrong("wrong", "b", "text") == Failure("wrong", "/output/input/1/text", "b")


def test_what_did_not_arrive_has_no_place_in_the_output() -> None:
    with pytest.raises(LookupError):
        FactPair(owed=OWED).wrong("wrong", "b")
