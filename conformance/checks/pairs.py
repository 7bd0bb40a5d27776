"""An expected fact with what it became, and failures at its place in the input or in the output."""

from __future__ import annotations

from dataclasses import dataclass

from conformance.checks.findings import Failure, input_at, output_at
from conformance.formats.facts import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One owed fact with what came of it. found: None where it did not arrive."""

    owed: Fact
    found: Fact | None = None

    @property
    def got(self) -> Fact:
        """What was found. Raises LookupError where nothing was."""
        if self.found is None:
            raise LookupError(f"nothing came of the fact at {self.owed.at}")
        return self.found

    def lost(self, kind: str, message: str) -> Failure:
        """Return a failure at the place in the input."""
        return Failure(kind, input_at(*self.owed.at), message)

    def wrong(self, kind: str, message: str, *path: str) -> Failure:
        """Return a failure at the place in the output, or at a member there."""
        return Failure(kind, output_at(*self.got.at, *path), message)
