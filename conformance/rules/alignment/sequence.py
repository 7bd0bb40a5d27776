"""Aligns two sequences in their order, where one member of the second may be several of the first."""

from __future__ import annotations

from collections.abc import Callable, Iterator

# Up to how many comparisons all alignments are compared; a sound conversion of any length needs none of them.
MOST_COMPARED = 40_000


def align_in_order(
    expected: int, actual: int, taken_by: Callable[[int, int], tuple[int, int]]
) -> Iterator[tuple[range, int]]:
    """Yield the positions of expected members, and of the actual one that is them, so that their worth is greatest.

    expected, actual: how many there are. taken_by: for two positions, how many expected members from the first on the
    actual one is, and what that is worth, at most 4 each. Of sequences that are too long nothing more is yielded from
    the first place on where they differ.
    """
    i = j = 0
    while i < expected and j < actual:
        taken, worth = taken_by(i, j)
        if not taken or worth < 4 * taken:
            break
        yield range(i, i + taken), j
        i, j = i + taken, j + 1
    if (expected - i) * (actual - j) > MOST_COMPARED:
        return
    # For each two positions: the worth of what follows, and how many of either are passed there.
    best = [[(0, 1, 0)] * (actual - j + 1) for _ in range(expected - i + 1)]
    for number in reversed(range(expected - i)):
        for other in reversed(range(actual - j)):
            choice = max((best[number + 1][other][0], 1, 0), (best[number][other + 1][0], 0, 1))
            taken, worth = taken_by(i + number, j + other)
            if taken:
                choice = max(choice, (best[number + taken][other + 1][0] + worth, taken, 1))
            best[number][other] = choice
    number = other = 0
    while number < expected - i and other < actual - j:
        _worth, taken, passed = best[number][other]
        if taken and passed:
            yield range(i + number, i + number + taken), j + other
        number, other = number + taken, other + passed
