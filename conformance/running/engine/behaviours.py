"""Compares the defects of a run with planted ones: which of those does nearly the same to the cases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from conformance.running.engine.defects import Defect, Symptom

ALIKE = 0.75  # share of the symptoms of both that are common, from which one defect is like another
DISTINCT = 0.05  # by which a share must be larger than that of another description
Own = frozenset[tuple[str, str, str, str]]  # rule, case, kind and place


class Behaviour(NamedTuple):
    """What a planted defect does, in words, and its symptoms in the cases of its operation."""

    words: str
    symptoms: Own


class Likeness(NamedTuple):
    """The planted defect that behaves like one that was found. share: of the symptoms of both, those that both have."""

    words: str
    share: float


def likeness(defect: Defect, known: Mapping[str, Iterable[Behaviour]]) -> Likeness | None:
    """Return the planted defect that a defect behaves like; None if there is none, or several do as well.

    A defect may be a table, or have a fact more: what it does to the cases of its headline is compared too.
    known: by operation, as read_behaviours returns it.
    """
    operation = defect.shown.operation
    whole = own_symptoms(defect.symptoms, operation)
    shown = frozenset(entry for entry in whole if entry[1] in defect.cases)
    shares: dict[str, float] = {}
    for behaviour in known.get(operation, ()):
        share = max(len(own & behaviour.symptoms) / len(own | behaviour.symptoms) for own in (whole, shown))
        shares[behaviour.words] = max(share, shares.get(behaviour.words, 0.0))
    best, second = (sorted(shares.items(), key=lambda share: -share[1]) + [("", 0.0)] * 2)[:2]
    if best[1] < ALIKE or best[1] - second[1] < DISTINCT:
        return None
    return Likeness(best[0], round(best[1], 2))


def own_symptoms(symptoms: Iterable[Symptom], operation: str) -> Own:
    """Return the symptoms in one operation, without its name."""
    return frozenset(
        (symptom.rule, symptom.case, symptom.kind, symptom.place)
        for symptom in symptoms
        if symptom.operation == operation
    )
