"""The measure of the board: from what became of facts to the grade of a direction.

    subject = (arrives + reported) / facts         part = Σ w·subject / Σ w, w = 2 for DOUBLE, else 1
    direction = mean of its parts                  A ≥ 95 %, B ≥ 85 %, C ≥ 70 %, D ≥ 50 %, E below

No better than D where a subject of DOUBLE is lost, refused or broken in over half of its facts. A subject with fewer
facts than LEAST in a part is shown, and does not count. What is by design, or disputed, is in neither number.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from conformance.field.board.directions import BoardDirection
from conformance.rules.contracts.contents import CONTENTS

Counts = Mapping[str, Mapping[str, int]]  # by subject and fate; fates are characters as in a report, and OUT
Facts = Mapping[str, Mapping[str, str]]  # by situation and subject: the fate

KEPT: Final = "as"  # the fates that count: it arrives, or a report says that it is left out
GONE: Final = "lrb"  # nothing of it is there: lost, refused by the API, or the conversion breaks
OUT: Final = "d"  # by design or disputed: it does not count
DOUBLE: Final = ("text", "system", "tools", "calls", "results")  # without these no agent works
LEAST: Final = 2
GRADES: Final = (("A", 0.95), ("B", 0.85), ("C", 0.70), ("D", 0.50), ("E", 0.0))
BEST_WITHOUT: Final = 0.699  # the highest that ranks as D
DEAD: Final = 0.03  # below, nothing came through: it was the set-up
DRAWS: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectionStanding:
    """How a converter does in a direction. score, error: shares, the error a standard error. parts: how many it has
    that could be measured, and all: how many there are. missing: subjects of DOUBLE of which most does not arrive.
    """

    score: float
    error: float
    parts: int
    all: int
    missing: tuple[str, ...]

    @property
    def rank(self) -> float:
        """What orders converters, and gives the grade."""
        return min(self.score, BEST_WITHOUT) if self.missing else self.score

    @property
    def grade(self) -> str:
        """A to E."""
        return next(grade for grade, least in GRADES if self.rank >= least)

    @property
    def percent(self) -> int:
        """The score in whole percent, rounded down: 100 only where everything arrives."""
        return math.floor(100 * self.score + 1e-9)


def counts_of(facts: Facts) -> dict[str, dict[str, int]]:
    """Return how many facts of each subject have which fate."""
    found: dict[str, dict[str, int]] = {}
    for of_situation in facts.values():
        for subject, fate in of_situation.items():
            own = found.setdefault(subject, {})
            own[fate] = own.get(fate, 0) + 1
    return {subject: found[subject] for subject in CONTENTS if subject in found}


def share(counts: Mapping[str, int]) -> float | None:
    """Return the share of a subject that arrives or is reported; None where no fact counts."""
    number = sum(count for fate, count in counts.items() if fate != OUT)
    return sum(counts.get(fate, 0) for fate in KEPT) / number if number else None


def part_score(counts: Counts, least: Counts | None = None) -> float | None:
    """Return the mean of the subjects of a part by their weights; None where none counts.

    least: the counts that say which subjects have enough facts, where `counts` are those of some situations alone.
    """
    weights = total = 0.0
    for subject, own in counts.items():
        value = share(own)
        if value is not None and sum((least or counts)[subject].values()) >= LEAST:
            weight = 2 if subject in DOUBLE else 1
            weights, total = weights + weight, total + weight * value
    return total / weights if weights else None


def error_of(facts: Facts, name: str) -> float:
    """Return the standard error of a part's score, from halves of its situations. name: seeds the draws."""
    chosen, situations, whole = random.Random(name), sorted(facts), counts_of(facts)
    if len(situations) < 4:
        return 0.0
    found = []
    for _ in range(DRAWS):
        half = chosen.sample(situations, len(situations) // 2)
        score = part_score(counts_of({situation: facts[situation] for situation in half}), whole)
        found += [] if score is None else [score]
    return statistics.pstdev(found) if found else 0.0


def chosen_parts(direction: BoardDirection, parts: Mapping[str, Any]) -> list[str | None]:
    """Return for each part of a direction the operation that a converter has of it. parts: of its board entry."""
    return [next((name for name in part.operations if name in parts), None) for part in direction.parts]


def standing_of(direction: BoardDirection, parts: Mapping[str, Mapping[str, Any]]) -> DirectionStanding | None:
    """Return how a converter does; None where it has no part that could be measured. parts: of its board entry."""
    measured = [parts[name] for name in chosen_parts(direction, parts) if name and parts[name].get("score") is not None]
    if not measured:
        return None
    return DirectionStanding(
        score=sum(part["score"] for part in measured) / len(measured),
        error=math.sqrt(sum(part["error"] ** 2 for part in measured)) / len(measured),
        parts=len(measured),
        all=len(direction.parts),
        missing=tuple(_missing(measured)),
    )


def _missing(measured: Sequence[Mapping[str, Any]]) -> list[str]:
    found = []
    for subject in DOUBLE:
        own = [part["subjects"][subject] for part in measured if subject in part["subjects"]]
        number = sum(count for counts in own for fate, count in counts.items() if fate != OUT)
        gone = sum(counts.get(fate, 0) for counts in own for fate in GONE)
        if number >= LEAST and 2 * gone > number:
            found.append(subject)
    return found
