"""What is left out without a report: each loss needs one that is about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from conformance.model.fact import Path


class Loss(NamedTuple):
    """Something of the input that did not arrive. words: by which a report names it: its type, its id, its address."""

    at: Path
    what: str
    words: tuple[str, ...]


def silent(losses: Sequence[Loss], reports: Sequence[str]) -> Iterator[Loss]:
    """Yield the losses that no report is about: one that names other losses alone is about these."""
    for loss in losses:
        if not any(_is_about(report.lower(), loss, losses) for report in reports):
            yield loss


def _is_about(report: str, loss: Loss, losses: Sequence[Loss]) -> bool:
    return _names(report, loss) or not any(_names(report, other) for other in losses)


def _names(report: str, loss: Loss) -> bool:
    return any(word.lower() in report for word in loss.words if word)
