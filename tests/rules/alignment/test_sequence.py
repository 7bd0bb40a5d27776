"""Sequences are aligned in their order, so that most is paired; one member may be several joined ones."""

from __future__ import annotations

from conformance.rules.alignment.sequence import MOST_COMPARED, align_in_order


def aligned(expected: list[str], actual: list[str]) -> list[tuple[list[int], int]]:
    def taken_by(i: int, j: int) -> tuple[int, int]:
        for count in range(1, len(expected) - i + 1):
            if "".join(expected[i : i + count]) == actual[j]:
                return count, 4 * count
        return (1, 3) if expected[i] in actual[j] else (0, 0)

    return [(list(taken), position) for taken, position in align_in_order(len(expected), len(actual), taken_by)]


def test_equal_sequences_are_paired_in_step() -> None:
    assert aligned(["a", "b"], ["a", "b"]) == [([0], 0), ([1], 1)]


def test_one_member_may_be_several_joined_ones() -> None:
    assert aligned(["a", "b", "c"], ["ab", "c"]) == [([0, 1], 0), ([2], 1)]


def test_what_is_missing_or_added_leaves_the_rest_paired() -> None:
    assert aligned(["a", "b", "c"], ["a", "c"]) == [([0], 0), ([2], 1)]
    assert aligned(["a", "c"], ["a", "x", "c"]) == [([0], 0), ([1], 2)]


def test_what_is_the_same_counts_more_than_what_only_holds_it() -> None:
    assert aligned(["a"], ["xa", "a"]) == [([0], 1)]


def test_long_sequences_are_paired_up_to_the_first_difference() -> None:
    many = [str(number) for number in range(2 * int(MOST_COMPARED**0.5))]
    assert len(aligned(many, many)) == len(many)
    assert aligned(many, [many[0], *many[2:]]) == [([0], 0)]
