"""Where each value of an input is in the output, reported by the value."""

from __future__ import annotations

from typing import Any

from conformance.rules.losses.provenance import CHANGED, DROPPED, KEPT, RENAMED, Tally, trace

WORDS = "Returns the weather of a place."


def traced(given: Any, got: Any) -> dict[str, tuple[str, str]]:
    """The state and the place in the output of each field of an input."""
    tally = Tally()
    trace(given, got, tally)
    return {field.lstrip("."): (state, place.lstrip(".")) for field, state, place in tally.found}


def test_a_value_under_its_own_name_is_kept() -> None:
    assert traced({"description": WORDS}, {"description": WORDS})["description"] == (KEPT, "description")


def test_a_value_under_another_name_is_renamed() -> None:
    assert traced({"description": WORDS}, {"text": WORDS})["description"] == (RENAMED, "text")


def test_a_value_that_is_nowhere_is_dropped() -> None:
    assert traced({"description": WORDS}, {})["description"] == (DROPPED, "")


def test_another_value_at_the_same_place_is_a_change() -> None:
    found = traced({"description": WORDS, "name": "get_weather"}, {"description": "Other.", "name": "get_weather"})
    assert found["description"][0] == CHANGED


def test_nothing_is_found_of_an_empty_input() -> None:
    assert traced({}, {}) == {}
