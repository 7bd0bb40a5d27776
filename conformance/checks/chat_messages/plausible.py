"""Whether a made-up input is as sound as the one it was made from, so that shrunk evidence stays real."""

from __future__ import annotations

from conformance.checks.chat_messages.items import Conversation, items_of, read
from conformance.checks.chat_messages.kinds import LISTED
from conformance.formats.facts import RESULT
from conformance.values import JSON


def as_sound(candidate: JSON, original: JSON) -> bool:
    """Whether a candidate holds nothing odd that the original does not hold."""
    if (items_of(candidate)[0] is None) != (items_of(original)[0] is None):
        return False
    after, before = read(candidate), read(original)
    return after.marks <= before.marks | {LISTED} and _part_types(after) <= _part_types(before)


def _part_types(owed: Conversation) -> set[str]:
    """Return the types of the parts of outputs that are no text."""
    return {part.type or "" for result in owed.of_kind(RESULT) for part in result.others}
