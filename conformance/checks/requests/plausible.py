"""Whether a made-up request is as sound as the one it was made from, so that shrunk evidence stays real."""

from __future__ import annotations

from conformance.checks.registry import family
from conformance.values import JSON

# The operations of the parts, by member.
_PARTS = {"messages": "chat-messages-to-responses-input", "tools": "chat-tools-to-responses-tools"}


def as_sound(candidate: JSON, original: JSON) -> bool:
    """Whether a candidate's parts are as sound as the original's."""
    if not isinstance(candidate, dict) or not isinstance(original, dict):
        return type(candidate) is type(original)
    if isinstance(original.get("model"), str) and not isinstance(candidate.get("model"), str):
        return False
    if "messages" in original and "messages" not in candidate:
        return False
    return all(
        name not in candidate or family(operation).as_sound(candidate[name], original.get(name))
        for name, operation in _PARTS.items()
    )
