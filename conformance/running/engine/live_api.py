"""What a real API says of a subject's results, beside what the suite's oracles say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from conformance.base.values import JSON


class Answered(NamedTuple):
    """A result that was sent to an API.

    case: of the input; None for an input that the user gave. request: the body. refused: the API's refusal, None where
    it accepts. foreseen: the oracles' refusals, in the API's words.
    """

    operation: str
    case: str | None
    request: JSON
    refused: str | None
    foreseen: tuple[str, ...]

    @property
    def agree(self) -> bool:
        """Whether the API and the oracles say the same. Where they do not, the suite is wrong, not the subject."""
        return (self.refused is not None) == bool(self.foreseen)


class Live(NamedTuple):
    """What was asked of an API.

    against: its address, or the local API. model: who was asked. left_out: why results were not sent, and how many.
    stopped: why no more were sent, where an answer was not about a request.
    """

    against: str
    model: str
    answers: tuple[Answered, ...]
    left_out: Mapping[str, int]
    stopped: str | None = None
