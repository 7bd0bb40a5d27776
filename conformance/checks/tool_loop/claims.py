"""Which calls of an output are which calls of the model."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from typing import NamedTuple

from conformance.checks.tool_loop.script import Call
from conformance.values import JSON


class Claims(NamedTuple):
    """Pairs of a position in the output and one among the calls that were made; what is left on either side."""

    pairs: tuple[tuple[int, int], ...]
    extra: tuple[int, ...]
    missing: tuple[int, ...]


def claims(made: Sequence[Call], listed: Sequence[JSON]) -> Claims:
    """Pair by id and name; where both come again, in order."""
    waiting: defaultdict[tuple[JSON, JSON], deque[int]] = defaultdict(deque)
    for index, call in enumerate(made):
        waiting[call.id, call.name].append(index)
    pairs, extra = [], []
    for position, entry in enumerate(listed):
        key = (entry.get("id"), entry.get("name")) if isinstance(entry, dict) else (None, None)
        queue = waiting.get(key) if all(isinstance(part, str) for part in key) else None
        if queue:
            pairs.append((position, queue.popleft()))
        else:
            extra.append(position)
    missing = sorted(index for queue in waiting.values() for index in queue)
    return Claims(tuple(pairs), tuple(extra), tuple(missing))
