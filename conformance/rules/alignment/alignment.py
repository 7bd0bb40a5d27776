"""Which output tool came from which input entry, in a list that may leave entries out."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from conformance.base.values import JSON, packed

MUST, MAY, NEVER = "must", "may", "never"

# The likeness of an entry and an output between which nothing that is compared differs.
EXACT = 9

# The most that an entry and an output of another name can have in common.
RENAMED = 2

# What a pair is worth: all that is owed comes first, then all that may be there; likeness decides the rest.
_WORTH = {MUST: 10**12, MAY: 10**6, NEVER: 0}

MOST_CHANGED = 100  # tools with changed names that are compared by their texts; more are paired in order

Likeness = Callable[[JSON, JSON], int]
Chosen = dict[int, int]


class Alignment(NamedTuple):
    """pairs: (entry, output) positions. missing: entries owed a tool that have none. unasked: outputs of nothing.

    in_order: whether the outputs are in the order of their entries. uncertain: paired entries whose name changed, and
    whose output may as well be that of another one.
    """

    pairs: tuple[tuple[int, int], ...]
    missing: tuple[int, ...]
    unasked: tuple[int, ...]
    in_order: bool
    uncertain: frozenset[int] = frozenset()


def align(
    entries: Sequence[JSON],
    outputs: Sequence[JSON],
    fates: Sequence[str],
    likeness: Likeness,
    key: Callable[[JSON], Hashable | None] = lambda _value: None,
) -> Alignment:
    """Pair entries with outputs so that a sound list is never taken for a reordered or a shortened one.

    fates: MUST, MAY or NEVER survive. likeness: 0 for strangers, up to EXACT. key: a name; an entry with one is
    compared with outputs of the same name only, an entry without one with all.

    Pairs that keep the order are preferred. Only where those leave something over, tools are looked for at other
    places; what is left of both sides then are tools whose name was changed, which are paired by their texts.
    """
    if len(entries) == len(outputs) and all(
        likeness(entry, other) == EXACT for entry, other in zip(entries, outputs, strict=True)
    ):
        return _result({index: index for index in range(len(entries))}, fates, len(outputs))
    rows = _candidates(entries, outputs, likeness, key)
    chosen = _in_order(rows, fates, len(outputs))
    if any(rows[entry][output] != EXACT for entry, output in chosen.items()) or len(chosen) < len(outputs):
        moved = _best_left({}, rows, fates, at_least=EXACT)
        alike = sum(rows[entry][output] == EXACT for entry, output in chosen.items())
        found_anywhere, chosen = _best_left(moved, rows, fates), _best_left(chosen, rows, fates)
        # More tools of which nothing differs are at other places than keep the order.
        better = len(moved) > alike and _number_of_owed(found_anywhere, fates) >= _number_of_owed(chosen, fates)
        # An entry that may be absent must not have the output of one that is owed and was moved.
        chosen = (
            found_anywhere
            if better or _number_of_owed(found_anywhere, fates) > _number_of_owed(chosen, fates)
            else chosen
        )
    paired = _changed_names(chosen, fates, outputs)
    changed = {entry: output for entry, output in paired.items() if entry not in chosen}
    if changed:  # beside them, an entry that has hardly anything of its output may have got another one's
        changed |= {entry: output for entry, output in chosen.items() if rows[entry].get(output, 0) <= RENAMED}
    # Whether tools with changed names were moved too is not certain, so it does not count against the order.
    found = _result(paired, fates, len(outputs))
    changed, uncertain = _by_their_texts(changed, entries, outputs)
    # An output with some of what an entry has that may be absent, where another one is missing, shows no order.
    doubtful = _of_others(paired, rows, fates, EXACT - 1)
    pairs = tuple(sorted((chosen | changed).items()))
    return found._replace(
        pairs=pairs,
        in_order=found.in_order
        or _is_sorted([output for _entry, output in pairs])
        or _is_sorted([output for entry, output in found.pairs if entry not in doubtful]),
        uncertain=uncertain | _of_others(paired, rows, fates, RENAMED),
    )


def _number_of_owed(chosen: Chosen, fates: Sequence[str]) -> int:
    return sum(fates[entry] == MUST for entry in chosen)


def _candidates(
    entries: Sequence[JSON], outputs: Sequence[JSON], likeness: Likeness, key: Callable[[JSON], Hashable | None]
) -> list[Mapping[int, int]]:
    """For each entry the outputs that are like it, and how much."""
    named: defaultdict[Hashable | None, list[int]] = defaultdict(list)
    for position, output in enumerate(outputs):
        named[key(output)].append(position)
    rows: list[Mapping[int, int]] = []
    for entry in entries:
        name = key(entry)
        near = range(len(outputs)) if name is None else named.get(name, ())
        rows.append({position: rank for position in near if (rank := likeness(entry, outputs[position]))})
    return rows


def _in_order(rows: Sequence[Mapping[int, int]], fates: Sequence[str], count: int) -> Chosen:
    """The most valuable pairs that keep the order: a heaviest increasing subsequence, over a Fenwick tree."""
    nodes: list[tuple[int, int, int]] = [(-1, -1, -1)]  # entry, output, the node before
    tree = [(0, 0)] * (count + 1)  # (worth, node) of the best chain that ends before a position
    for entry, row in enumerate(rows):
        found = []
        for output, rank in row.items():
            worth, before, place = 0, 0, output
            while place > 0:
                if tree[place][0] > worth:
                    worth, before = tree[place]
                place -= place & -place
            # Of equals, the one at the same place: what is left over then is in order too.
            found.append((output, worth + _WORTH[fates[entry]] + 2 * rank + (entry == output), before))
        for output, worth, before in found:
            nodes.append((entry, output, before))
            place = output + 1
            while place <= count:
                if worth > tree[place][0]:
                    tree[place] = (worth, len(nodes) - 1)
                place += place & -place
    worth, node, place = 0, 0, count
    while place > 0:
        if tree[place][0] > worth:
            worth, node = tree[place]
        place -= place & -place
    chosen: Chosen = {}
    while node:
        entry, output, node = nodes[node]
        chosen[entry] = output
    return chosen


def _best_left(chosen: Chosen, rows: Sequence[Mapping[int, int]], fates: Sequence[str], at_least: int = 1) -> Chosen:
    """Pair what is left at any place; entries that are owed a tool choose first."""
    chosen = dict(chosen)
    taken = set(chosen.values())
    for fate in (MUST, MAY, NEVER):
        for entry, row in enumerate(rows):
            if fates[entry] != fate or entry in chosen:
                continue
            free = [(-rank, output) for output, rank in row.items() if rank >= at_least and output not in taken]
            if free:
                chosen[entry] = min(free)[1]
                taken.add(chosen[entry])
    return chosen


def _of_others(chosen: Chosen, rows: Sequence[Mapping[int, int]], fates: Sequence[str], most: int) -> frozenset[int]:
    """Return the entries that may be absent and whose output, of `most` likeness, may be that of a missing tool."""
    if all(fate != MUST or entry in chosen for entry, fate in enumerate(fates)):
        return frozenset()
    paired = chosen.items()
    return frozenset(
        entry for entry, output in paired if fates[entry] != MUST and 0 < rows[entry].get(output, 0) <= most
    )


def _changed_names(chosen: Chosen, fates: Sequence[str], outputs: Sequence[JSON]) -> Chosen:
    taken = set(chosen.values())
    free = [output for output in range(len(outputs)) if output not in taken]
    left = [entry for entry, fate in enumerate(fates) if fate == MUST and entry not in chosen]
    if left and len(left) == len(free):
        return chosen | dict(zip(left, free, strict=True))
    # What may be absent explains no tool that is there twice.
    doubled = {packed(outputs[output]) for output in taken} - {None}
    free = [output for output in free if packed(outputs[output]) not in doubled]
    left = [entry for entry, fate in enumerate(fates) if fate != NEVER and entry not in chosen]
    return chosen | dict(zip(left, free, strict=True)) if len(left) == len(free) else chosen


def _by_their_texts(changed: Chosen, entries: Sequence[JSON], outputs: Sequence[JSON]) -> tuple[Chosen, frozenset[int]]:
    """Pair the same entries and outputs again, those first that share most texts; of equals those paired before.

    Return the pairs, and the entries that share no less if two of them exchange their outputs.
    """
    if len(changed) < 2:
        return changed, frozenset()
    if len(changed) > MOST_CHANGED:
        return changed, frozenset(changed)
    sources = {entry: _texts(entries[entry]) for entry in changed}
    results = {output: _texts(outputs[output]) for output in changed.values()}
    # What they do not share says nothing: a tool that loses much, or has much, is no likelier another one's.
    shared = {
        (entry, output): len(source & result) for entry, source in sources.items() for output, result in results.items()
    }
    ranked = sorted((-shared[entry, output], changed[entry] != output, entry, output) for entry, output in shared)
    chosen: Chosen = {}
    taken: set[int] = set()
    for _shared, _other, entry, output in ranked:
        if entry not in chosen and output not in taken:
            chosen[entry] = output
            taken.add(output)
    uncertain = set()
    for (number, output), (other, second) in combinations(chosen.items(), 2):
        if shared[number, second] + shared[other, output] >= shared[number, output] + shared[other, second]:
            uncertain |= {number, other}
    return chosen, frozenset(uncertain)


def _texts(value: object) -> frozenset[str]:
    """Return the texts and names in JSON, or in a tuple of facts: `levels` would go on from there to its class."""
    found: set[str] = set()
    left = [value]
    while left:
        item = left.pop()
        if isinstance(item, str):
            found.add(item)
        elif isinstance(item, dict):
            left += (*item, *item.values())
        elif isinstance(item, list | tuple):
            left += item
    return frozenset(found)


def _result(chosen: Chosen, fates: Sequence[str], count: int) -> Alignment:
    pairs = tuple(sorted(chosen.items()))
    positions = [output for _entry, output in pairs]
    missing = tuple(entry for entry, fate in enumerate(fates) if fate == MUST and entry not in chosen)
    taken = set(positions)
    unasked = tuple(output for output in range(count) if output not in taken)
    return Alignment(pairs, missing, unasked, _is_sorted(positions))


def _is_sorted(positions: Sequence[int]) -> bool:
    return all(number < other for number, other in pairwise(positions))
