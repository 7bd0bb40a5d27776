"""Planted defects of formats: changes of what a sound converter returns, each with the check that must object to it.

A change acts on the model of an answer, on the events of a stream, or on the value as it is. None knows an operation:
each conversion between known formats has all of them.
"""

from __future__ import annotations

from tests.suite.selftest.mutators import (
    around,
    beside,
    blocks,
    calls,
    calls_names,
    candidates,
    chunks,
    ends,
    events,
    reasoning,
    refusing,
    repeated,
    sent_back,
    texts,
    usage,
    values,
)
from tests.suite.selftest.mutators.model import Mutator

# Of any answer; and of what a format writes alone, by its name.
ANSWERS: tuple[Mutator, ...] = (
    *texts.MUTATORS,
    *calls.MUTATORS,
    *calls_names.MUTATORS,
    *reasoning.MUTATORS,
    *beside.MUTATORS,
    *ends.MUTATORS,
    *usage.MUTATORS,
    *around.MUTATORS,
    *repeated.MUTATORS,
    *values.MUTATORS,
)
OWN: dict[str, tuple[Mutator, ...]] = {
    "responses-response": (*reasoning.IN_LISTS, *refusing.IN_PARTS, *sent_back.IN_ITEMS),
    "responses-stream": (*events.MUTATORS, *reasoning.IN_LISTS),
    "anthropic-response": (*refusing.MUTATORS, *reasoning.IN_LISTS, *sent_back.IN_BLOCKS),
    "gemini-response": (*refusing.MUTATORS, *reasoning.IN_LISTS, *candidates.MUTATORS),
    "gemini-stream": (*refusing.MUTATORS, *reasoning.IN_LISTS, *candidates.MUTATORS, *candidates.IN_STREAMS),
    "chat-response": sent_back.IN_MESSAGES,
    "chat-stream": chunks.MUTATORS,
    "anthropic-stream": (*refusing.MUTATORS, *blocks.MUTATORS, *reasoning.IN_LISTS, *sent_back.IN_BLOCKS),
}
