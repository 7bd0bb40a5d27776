"""What is left out without a report: each loss needs one that is about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from conformance.model.fact import Path


class Loss(NamedTuple):
    """Something of the input that did not arrive. words: by which a report names it: its type, its id, its address.

    above: those of its words that name the object which holds it; other losses of that object have them too.
    """

    at: Path
    what: str
    words: tuple[str, ...]
    above: tuple[str, ...] = ()


def silent(losses: Sequence[Loss], reports: Sequence[str]) -> Iterator[Loss]:
    """Yield the losses that no report is about: one that names other losses alone is about these."""
    for loss in losses:
        if not any(_is_about(report.lower(), loss, losses) for report in reports):
            yield loss


def _is_about(report: str, loss: Loss, losses: Sequence[Loss]) -> bool:
    named = set(_named(report, loss))
    if not named:
        return not any(any(_named(report, other)) for other in losses)
    # What says "reasoning" is about all of it; what says "reasoning.summary" is about that alone.
    return not named.issubset(loss.above) or not any(_is_nearer(report, other, named) for other in losses)


def _is_nearer(report: str, other: Loss, above: Set[str]) -> bool:
    """Whether a report names another loss in the same thing by a word of its own."""
    return not above.isdisjoint(other.above) and not set(_named(report, other)).issubset(other.above)


def _named(report: str, loss: Loss) -> Iterator[str]:
    return (word for word in loss.words if word and word.lower() in report)
