"""What a contrast is, and how one walks through an input."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from conformance.base.values import ABSENT, JSON, Absent, packed, same, unpacked


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """A transformation that removes one feature from an input.

    when: completes "the call succeeds ...". remove: returns the input without the feature. anew: where the input is
    written anew for that, returns it so with the feature, and ABSENT for what it cannot write: what the writing alone
    heals is no matter of the feature.
    """

    when: str
    remove: Callable[[JSON], JSON]
    anew: Callable[[JSON], JSON | Absent] | None = None

    def of(self, value: JSON) -> JSON | Absent:
        """Return a copy of an input without the feature; ABSENT if it does not have it."""
        data = packed(value)
        if data is None:
            return ABSENT
        removed = self.remove(unpacked(data))
        return ABSENT if same(removed, value) else removed

    def control(self, value: JSON) -> JSON | Absent:
        """Return a copy of an input that differs from the one without the feature by the feature alone.

        ABSENT where that is the input itself, and where the feature is gone as well.
        """
        data = packed(value) if self.anew is not None else None
        if self.anew is None or data is None:
            return ABSENT
        written = self.anew(unpacked(data))
        if written is ABSENT or same(written, value):
            return ABSENT
        return ABSENT if self.of(written) is ABSENT else written


def rewritten(value: JSON, change: Callable[[dict[str, JSON]], JSON]) -> JSON:
    """Return a value in which every object is what `change` makes of it, the innermost ones first."""
    if isinstance(value, list):
        return [rewritten(member, change) for member in value]
    if isinstance(value, dict):
        return change({key: rewritten(member, change) for key, member in value.items()})
    return value


def explained(message: str, contrast: Contrast) -> str:
    """Return the message of a failed call whose cause is the feature that a contrast removes."""
    return f"{message} (the call succeeds {contrast.when})"
