"""Sequences in which each pair is beside each other."""

from __future__ import annotations

from itertools import pairwise

import pytest

from conformance.inputs.walks import around, contents, walks


def covered(found):
    return {pair for walk in found for pair in pairwise(walk)}


def test_all_pairs_are_in_few_walks():
    kinds = "abcdef"
    pairs = {(kind, other) for kind in kinds for other in kinds}
    found = walks(kinds, pairs, lambda _before, _kind: True, 5)
    assert covered(found) == pairs
    assert max(map(len, found)) == 5
    assert len(found) <= 12  # 36 pairs, of which a walk has four: nine are the fewest


def test_a_walk_has_only_what_can_follow():
    def follows(before, kind):
        return kind != "b" or before[-1:] == ("a",)

    found = walks("abc", {("a", "b"), ("b", "c"), ("c", "a")}, follows, 3)
    assert covered(found) >= {("a", "b"), ("b", "c"), ("c", "a")}
    assert all(before == "a" for before, kind in covered(found) if kind == "b")


def test_a_pair_that_no_walk_has_is_an_error():
    with pytest.raises(ValueError, match="no sequence of 3 entries"):
        walks("ab", {("a", "b")}, lambda _before, kind: kind == "a", 3)


def test_contents_around_each_kind_have_each_pair():
    kinds = "abc"
    found = [content for kind in kinds for content in around(kinds, lambda _one, _other: True, kind)]
    assert covered(found) == {(kind, other) for kind in kinds for other in kinds}
    assert all(content[0] == content[-1] for content in found)


def test_a_content_is_around_what_can_be_on_both_sides():
    assert around("ab", lambda first, other: first == other == "a", "a") == (("a",), ("a", "a"))
    assert around("ab", lambda first, other: first == other == "a", "b") == (("b",),)


def test_contents_have_what_can_follow_alone():
    found = contents("abc", 3, lambda before, kind: "c" not in before and (kind != "c" or "b" not in before))
    assert {("a",), ("b",), ("c",)} <= set(found)
    assert covered(found) == {(letter, other) for letter in "ab" for other in "ab"} | {("a", "c")}
    assert all("c" not in content[:-1] for content in found)


def test_contents_have_each_kind_alone_first_last_and_before_each():
    found = contents("abcdef", 4)
    assert {(kind,) for kind in "abcdef"} <= set(found)
    longer = [content for content in found if len(content) > 1]
    assert {content[0] for content in longer} == {content[-1] for content in longer} == set("abcdef")
    assert covered(found) == {(letter, other) for letter in "abcdef" for other in "abcdef"}
    assert max(map(len, found)) == 4
