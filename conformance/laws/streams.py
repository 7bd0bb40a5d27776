"""A stream is well-formed: its events follow the format's grammar, and one that broke off is not said to be whole."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.laws.compared import Compared
from conformance.laws.law import OUTPUT, REACHED, Breach, Found


def grammar(told: Compared) -> Iterator[Found]:
    """Each event is where the format's grammar has it. kinds: those of the format."""
    if told.arrived is None or told.arrived.growth is None:
        return
    yield "stream", REACHED
    for kind, path, message in told.arrived.disorder:
        yield f"stream/{kind}", Breach(kind, (OUTPUT, *told.arrived.at, *path), message)


def ids(told: Compared) -> Iterator[Found]:
    """Each item has an id of its own; none has that of the answer or of a call."""
    if told.result is None or told.has_failed:
        return
    owned = [turn for turn in told.got.turns if turn.id]
    if not owned:
        return
    yield "own/id", REACHED
    known = {told.source.id, *(one.id for one in told.got_calls), told.result.id} - {None}
    seen: set[str] = set()
    for turn in owned:
        if turn.id in known:
            message = f"an item has the id {turn.id!r}, which is that of the answer or of a call"
            yield "own/id", Breach("id-of-another", told.in_output(turn, "id"), message)
        elif turn.id in seen and not str(turn.id).startswith("__"):
            yield "own/id", Breach("id-twice", told.in_output(turn, "id"), f"two items have the id {turn.id!r}")
        seen.add(str(turn.id))
