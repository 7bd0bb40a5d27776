"""Which call of a message came from which call of the response."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from conformance.checks.chat_message.reading import Call, Sent


class Pair(NamedTuple):
    """A call that arrived. position: of the message's call."""

    call: Call
    position: int
    sent: Sent


# What a call of the response and one of the message may have in common, the most telling first.
_KEYS: tuple[tuple[Callable[[Call], Hashable], Callable[[Sent], Hashable]], ...] = (
    (lambda call: (call.id, call.name, _text(call.payload)), lambda sent: (sent.id, sent.name, sent.payload)),
    (lambda call: (call.id, call.name), lambda sent: (sent.id, sent.name)),
    (lambda call: call.id, lambda sent: sent.id),
    (lambda call: call.name, lambda sent: sent.name),
)


def pair_calls(calls: Sequence[Call], sent: Sequence[Sent]) -> tuple[Pair, ...]:
    """Pair calls by what they have in common; those that must arrive choose first. In the order of the response.

    Calls that must arrive and have nothing in common with what is left were changed beyond recognition: they are
    paired in order.
    """
    chosen: dict[int, int] = {}
    left = sorted(range(len(calls)), key=lambda index: not calls[index].owed)
    free = list(range(len(sent)))
    for of_call, of_sent in _KEYS:
        if not left or not free:
            break
        waiting: defaultdict[Hashable, list[int]] = defaultdict(list)
        for position in reversed(free):
            if _is_hashable(key := of_sent(sent[position])):
                waiting[key].append(position)
        for index in left:
            if places := waiting.get(of_call(calls[index])):
                chosen[index] = places.pop()
        taken = set(chosen.values())
        left = [index for index in left if index not in chosen]
        free = [position for position in free if position not in taken]
    chosen.update(zip([index for index in left if calls[index].owed], free, strict=False))
    return tuple(Pair(calls[index], chosen[index], sent[chosen[index]]) for index in sorted(chosen))


def _text(payload: object) -> Hashable:
    return payload if isinstance(payload, str) else None


def _is_hashable(key: Hashable) -> bool:
    try:
        hash(key)
    except TypeError:
        return False
    return True
