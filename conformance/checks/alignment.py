"""Which output tool came from which input entry, in a list that may leave entries out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from conformance.values import JSON

MUST, MAY, NEVER = "must", "may", "never"


class Alignment(NamedTuple):
    """pairs: (entry, output) positions. missing: entries owed a tool that have none. unasked: outputs of nothing.

    in_order: whether the outputs stand in the order of their entries.
    """

    pairs: tuple[tuple[int, int], ...]
    missing: tuple[int, ...]
    unasked: tuple[int, ...]
    in_order: bool


def align(
    entries: Sequence[JSON],
    outputs: Sequence[JSON],
    fates: Sequence[str],
    likeness: Callable[[JSON, JSON], int],
) -> Alignment:
    """Pair entries with outputs.

    fates: MUST, MAY or NEVER survive. likeness: 0 for strangers, more for the same name, most for equal tools.
    Owed entries choose first; what is then left of both is paired in order, as tools whose name was changed.
    """
    if len(entries) == len(outputs) and all(map(likeness, entries, outputs)) and NEVER not in fates:
        pairs = tuple((index, index) for index in range(len(entries)))
        return Alignment(pairs, (), (), in_order=True)
    chosen: dict[int, int] = {}
    free = dict.fromkeys(range(len(outputs)))
    for fate in (MUST, MAY, NEVER):
        wanting = [index for index, own in enumerate(fates) if own == fate]
        last = -1
        for index in wanting:
            best, best_rank = -1, (0, False)
            for output in free:
                rank = (likeness(entries[index], outputs[output]), output > last)
                if rank[0] and rank > best_rank:
                    best, best_rank = output, rank
            if best >= 0:
                chosen[index] = best
                del free[best]
                last = best
    owed = [index for index, fate in enumerate(fates) if fate == MUST and index not in chosen]
    if len(owed) == len(free):
        chosen |= dict(zip(owed, free, strict=True))
        owed, free = [], {}
    pairs = tuple(sorted(chosen.items()))
    positions = [output for _entry, output in pairs]
    return Alignment(pairs, tuple(owed), tuple(free), positions == sorted(positions))
