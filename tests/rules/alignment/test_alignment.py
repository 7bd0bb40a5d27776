from __future__ import annotations

import random
import time

import pytest

from conformance.rules.alignment.alignment import EXACT, MAY, MUST, NEVER, Alignment, align

# Entries and outputs are texts: a letter is the name, what follows tells tools of one name apart.


def likeness(entry: str, output: str) -> int:
    return 0 if entry[0] != output[0] else EXACT if entry == output else 5


def aligned(entries: list[str], outputs: list[str], fates: list[str] | None = None) -> Alignment:
    return align(entries, outputs, fates or [MUST] * len(entries), likeness, lambda text: text[0])


def test_equal_lists_are_paired_by_position() -> None:
    assert aligned(["a", "a", "b"], ["a", "a", "b"]) == Alignment(((0, 0), (1, 1), (2, 2)), (), (), True)


def test_an_entry_that_may_go_is_not_preferred_to_one_that_must_stay() -> None:
    found = aligned(["a", "a", "a"], ["a", "a"], [MUST, MAY, MUST])
    assert found == Alignment(((0, 0), (2, 1)), (), (), True)


def test_a_tool_of_the_same_name_that_may_stand_between_is_in_order() -> None:
    found = aligned(["a", "a", "a", "x"], ["a", "a", "a"], [MUST, MAY, MUST, NEVER])
    assert found.in_order
    assert found.missing == found.unasked == ()


@pytest.mark.parametrize(
    ("entries", "outputs"),
    [(["a", "b", "c"], ["c", "b", "a"]), (["a1", "a2"], ["a2", "a1"]), (["a", "b1", "b2"], ["b2", "b1", "a"])],
)
def test_another_order_is_seen_and_nothing_counts_as_lost(entries: list[str], outputs: list[str]) -> None:
    found = aligned(entries, outputs)
    assert not found.in_order
    assert found.missing == found.unasked == ()
    assert all(entries[entry] == outputs[position] for entry, position in found.pairs)


def test_a_lost_tool_is_the_one_that_differs() -> None:
    assert aligned(["a1", "a2", "a3"], ["a1", "a3"]).missing == (1,)


def test_what_comes_from_no_entry_is_unasked() -> None:
    assert aligned(["a"], ["a", "b"]).unasked == (1,)
    assert aligned([], ["a"]) == Alignment((), (), (0,), True)


def test_tools_with_changed_names_are_paired_in_order() -> None:
    found = aligned(["A", "b", "C"], ["a", "b", "c"])
    assert found == Alignment(((0, 0), (1, 1), (2, 2)), (), (), True, uncertain=frozenset({0, 2}))


def test_tools_with_changed_names_are_paired_by_their_texts() -> None:
    entries = [{"name": name, "description": text} for name, text in (("a", "One."), ("b", "Two."), ("c", "Two."))]
    outputs = [{"name": name, "description": text} for name, text in (("x", "Two."), ("y", "Two."), ("z", "One."))]
    found = align(entries, outputs, [MUST] * 3, lambda _entry, _output: 0, lambda tool: tool["name"])
    assert dict(found.pairs) == {0: 2, 1: 1, 2: 0}
    assert found.uncertain == {1, 2}
    assert found.in_order
    assert found.missing == found.unasked == ()


def test_a_tool_with_more_texts_is_paired_with_its_own_output() -> None:
    entries = [{"name": "a.b", "schema": {}}, {"name": "-", "title": "T", "description": "One.", "schema": {"x": "y"}}]
    outputs = [{"name": "a_b", "more": "m", "schema": {}}, {"name": "_", "description": "One.", "schema": {"x": "y"}}]
    found = align(entries, outputs, [MUST] * 2, lambda _entry, _output: 0, lambda tool: tool["name"])
    assert found == Alignment(((0, 0), (1, 1)), (), (), True)


def test_a_changed_name_beside_the_same_name_stays_in_order() -> None:
    # "A" became "a": there are two of that name now, and neither was moved.
    assert aligned(["A", "a"], ["a", "a"]).in_order


def test_an_entry_that_must_not_arrive_is_paired_with_what_nobody_else_explains() -> None:
    assert dict(aligned(["a", "x"], ["a", "x"], [MUST, NEVER]).pairs) == {0: 0, 1: 1}
    assert dict(aligned(["x1", "x1"], ["x1"], [NEVER, MUST]).pairs) == {1: 0}
    # Nor where it is the more alike of two.
    assert dict(aligned(["x1", "x2"], ["x1"], [NEVER, MUST]).pairs) == {1: 0}


def test_an_output_that_is_owed_is_not_that_of_an_entry_that_may_be_absent() -> None:
    """The last entry has no name, so that it could be any output."""

    def loose(entry: str, output: str) -> int:
        return 1 if entry == "?" else likeness(entry, output)

    found = align(
        ["c", "b", "?"], ["x", "b", "c"], [MUST, MUST, MAY], loose, lambda text: None if text == "?" else text
    )
    assert (found.pairs, found.missing, found.in_order) == (((0, 2), (1, 1), (2, 0)), (), False)


def test_what_may_be_absent_shows_no_order_where_an_owed_tool_is_missing() -> None:
    """Its output may be the missing one, under a changed name."""
    assert aligned(["a1", "b", "A2"], ["b", "a2"], [MAY, MUST, MUST]).in_order
    assert not aligned(["a1", "b"], ["b", "a2"], [MUST, MUST]).in_order


def test_a_double_is_not_explained_by_what_may_be_absent() -> None:
    assert aligned(["a1", "b1"], ["a1", "a1"], [MUST, MAY]).unasked == (1,)
    assert dict(aligned(["a1", "b1"], ["a1", "x1"], [MUST, MAY]).pairs) == {0: 0, 1: 1}


def test_sound_lists_are_never_out_of_order() -> None:
    choose = random.Random(7)
    for _round in range(400):
        entries = [choose.choice("abc") + choose.choice("12") for _ in range(choose.randrange(8))]
        fates = [choose.choice((MUST, MAY, NEVER)) for _ in entries]
        stays = [fate == MUST or (fate == MAY and choose.random() < 0.5) for fate in fates]
        outputs = [entry for entry, stay in zip(entries, stays, strict=True) if stay]
        found = aligned(entries, outputs, fates)
        assert found.in_order
        assert found.missing == found.unasked == ()
        assert all(fates[entry] != NEVER for entry, _position in found.pairs)


def test_long_lists_are_aligned_in_no_time() -> None:
    entries = [f"{chr(0x4E00 + index)}1" for index in range(3000)]
    for outputs in (entries[::-1], [f"{entry[0]}2" for entry in entries], sorted(entries[1:], key=hash)):
        started = time.process_time()
        assert not aligned(entries, outputs).unasked
        assert time.process_time() - started < 2
