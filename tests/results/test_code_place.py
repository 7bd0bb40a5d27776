"""Code has a place, as FILE:LINE."""

from __future__ import annotations

import functools

from conformance.results.life import place_of


def test_a_function_has_the_line_of_its_definition_whatever_wraps_it() -> None:
    place = place_of(place_of)
    assert place.rpartition(":")[0].endswith("conformance/results/life.py")
    assert place_of(functools.partial(place_of)) == place


def test_what_has_no_source_says_so() -> None:
    assert place_of(len) == "(no source)"
