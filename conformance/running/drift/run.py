"""The whole comparison of two states: changes, whom they touch, recordings, certificates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from conformance.apis.oracles import KINDS
from conformance.apis.recordings import Interaction
from conformance.rules.contracts.model import Contract
from conformance.running.drift.affected import touched
from conformance.running.drift.changes import compare, without_stream
from conformance.running.drift.model import Drift, State
from conformance.running.drift.replay import replay
from conformance.running.drift.stricter import stricter
from conformance.running.drift.without_counterpart import unplaced


def drift(
    old: State,
    new: State,
    contracts: Mapping[str, Contract],
    interactions: Sequence[Interaction] = (),
    certificates: Iterable[tuple[str, frozenset[str]]] = (),
    kinds: Sequence[str] = KINDS,
) -> Drift:
    """Compare two states. certificates: the name of each, and the operations it is for. kinds: those to compare."""
    values = [kind for kind in kinds if kind in old.schemas and kind in new.schemas]
    unseen = {
        kind: old.absent.get(kind) or new.absent.get(kind) or "not described" for kind in kinds if kind not in values
    }
    changes = dict.fromkeys(
        replace(change, definition=without_stream(change.definition))
        for kind in values
        for change in compare(kind, old.schemas[kind], new.schemas[kind])
    )
    found = tuple(touched(changes, contracts, old.schemas))
    touching = {operation for change in found for operation in change.operations}
    stale = tuple(
        (name, f"what it certifies rests on schemas that changed: {', '.join(sorted(touching & operations))}")
        for name, operations in certificates
        if touching & operations
    )
    lacking = [other_unplaced for other_unplaced in unplaced(new, old) if other_unplaced.kind in kinds]
    return Drift(
        old=old,
        new=new,
        changes=found,
        unseen=unseen,
        replayed=replay(interactions, old, new),
        stricter=stricter(interactions, new, [kind for kind in kinds if kind in new.schemas]),
        unplaced=tuple(lacking),
        stale=stale,
        kinds=tuple(kinds),
    )
