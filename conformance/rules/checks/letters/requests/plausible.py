"""Whether a made-up request is as sound as the one it was made from, so that shrunk evidence stays real."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from conformance.base.values import JSON
from conformance.rules.checks.registry import family


def as_sound_by(parts: Mapping[str, str], needed: str) -> Callable[[JSON, JSON], bool]:
    """Return whether a candidate's parts are as sound as the original's.

    parts: the operations of the parts, by member. needed: the member that no request is without, beside its model.
    """

    def as_sound(candidate: JSON, original: JSON) -> bool:
        if not isinstance(candidate, dict) or not isinstance(original, dict):
            return type(candidate) is type(original)
        if isinstance(original.get("model"), str) and not isinstance(candidate.get("model"), str):
            return False
        if needed in original and needed not in candidate:
            return False
        return all(
            name not in candidate or family(operation).as_sound(candidate[name], original.get(name))
            for name, operation in parts.items()
        )

    return as_sound
