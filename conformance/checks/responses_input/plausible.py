"""Whether a made-up conversation is as sound as the one it was made from, so that shrunk evidence stays real."""

from __future__ import annotations

from conformance.checks.responses_input.conversation import read_conversation, well_paired
from conformance.values import JSON


def as_sound(candidate: JSON, original: JSON) -> bool:
    """Whether a candidate has no flaw that the original has not."""
    if not isinstance(candidate, list) or not isinstance(original, list):
        return type(candidate) is type(original)
    before, after = read_conversation(original), read_conversation(candidate)
    if not {what for _path, what in after.broken} <= {what for _path, what in before.broken}:
        return False
    return well_paired(after) or not well_paired(before)
