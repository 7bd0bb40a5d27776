"""Which calls of an output are which calls of the model."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Sequence
from typing import NamedTuple

from conformance.base.values import JSON, packed
from conformance.rules.checks.by_laws.tool_loop.script import PlannedCall


class Claims(NamedTuple):
    """Pairs of a position in the output and one among the calls that were made; what is left on either side."""

    pairs: tuple[tuple[int, int], ...]
    extra: tuple[int, ...]
    missing: tuple[int, ...]


def claims(made: Sequence[PlannedCall], listed: Sequence[JSON], optional: Collection[int] = ()) -> Claims:
    """Pair by id and name; where both come again, in order. optional: positions of calls that need not be listed.

    A call that the API gives no id is listed with any, or with none.
    """
    waiting: defaultdict[tuple[JSON, JSON], deque[int]] = defaultdict(deque)
    for index, call in enumerate(made):
        waiting[call.id, call.name].append(index)
    keys = [_key(entry, waiting) for entry in listed]
    left_out: list[int] = []
    for named, queue in waiting.items():
        # Of calls that share id and name, those that need not be listed are not, as far as too few are.
        surplus = 0
        if len(queue) > 1:
            entries = [entry for entry, key in zip(listed, keys, strict=True) if key == named]
            surplus = len(queue) - len(entries) + _doubles([made[index] for index in queue], entries)
        for index in [index for index in queue if index in optional][: max(surplus, 0)]:
            queue.remove(index)
            left_out.append(index)
    pairs, extra = [], []
    for position, key in enumerate(keys):
        found = waiting.get(key) if key is not None else None
        if found:
            pairs.append((position, found.popleft()))
        else:
            extra.append(position)
    missing = sorted([*left_out, *(index for queue in waiting.values() for index in queue)])
    return Claims(tuple(pairs), tuple(extra), tuple(missing))


def _doubles(made: Sequence[PlannedCall], entries: Sequence[JSON]) -> int:
    """Return how many entries say again what one says already: their arguments come oftener than the model gave them.

    Without arguments an entry that is there twice and a call that was made up look the same.
    """
    given = [packed(call.arguments) for call in made]
    listed = [packed(entry.get("arguments")) for entry in entries if entry.get("arguments")]
    return sum(max(listed.count(data) - given.count(data), 0) for data in set(listed) if data in given)


def _key(entry: JSON, made: Collection[tuple[JSON, JSON]]) -> tuple[JSON, JSON] | None:
    id_, name = (entry.get("id"), entry.get("name")) if isinstance(entry, dict) else (None, None)
    if isinstance(name, str) and ("", name) in made and (not isinstance(id_, str) or (id_, name) not in made):
        return "", name
    return (id_, name) if isinstance(id_, str) and isinstance(name, str) else None
