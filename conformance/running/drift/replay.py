"""Checks recorded traffic with the old and the new schemas, to find the changes that matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from conformance.apis.oracles.pinned import judged, relaxations, validator
from conformance.apis.recordings import Interaction
from conformance.apis.recordings.model import EVENT_KINDS, is_failure
from conformance.base.values import ABSENT, JSON
from conformance.running.drift.model import Replayed, State


class RecordedValue(NamedTuple):
    """Something that the API took or sent. place: where it is recorded."""

    kind: str
    value: JSON
    place: str


def replay(interactions: Iterable[Interaction], old: State, new: State) -> tuple[Replayed, ...]:
    """Judge all that an API took or sent by both states, with the same relaxations; return what that says by kind."""
    values: dict[str, list[RecordedValue]] = {}
    for interaction in interactions:
        for part in parts_of(interaction):
            if part.kind in old.schemas and part.kind in new.schemas:
                values.setdefault(part.kind, []).append(part)
    return tuple(_of_kind(kind, parts, old, new) for kind, parts in values.items())


def _of_kind(kind: str, parts: list[RecordedValue], old: State, new: State) -> Replayed:
    overlay = relaxations()
    before, after = (validator(judged(kind, state.schemas[kind], overlay)) for state in (old, new))
    refused, accepted = [], []
    for part in parts:
        was, now = before.is_valid(part.value), after.is_valid(part.value)
        if was and not now:
            refused.append(part.place)
        elif now and not was:
            accepted.append(part.place)
    return Replayed(kind, len(parts), tuple(refused), tuple(accepted))


def parts_of(interaction: Interaction) -> Iterator[RecordedValue]:
    """Yield what the API took and sent; nothing of an interaction that it refused."""
    if not interaction.succeeded:
        return
    api = interaction.api
    if interaction.request is not ABSENT:
        yield RecordedValue(f"{api}-request", interaction.request, interaction.place("request"))
    if interaction.events is None:
        if interaction.answer is not ABSENT:
            yield RecordedValue(f"{api}-response", interaction.answer, interaction.place("response"))
        return
    for number, event in enumerate(interaction.events):
        if not is_failure(api, event):
            yield RecordedValue(EVENT_KINDS[api], event, interaction.place(f"event {number}"))
