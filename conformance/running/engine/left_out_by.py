"""Which feature, stated with `--without`, leaves a defect out: where every worked case that has it shows the defect."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from conformance.rules.contracts import Contract
from conformance.rules.scope.features import FEATURES, features_of
from conformance.running.engine.result import Objection

LEAST: Final = 2  # worked cases that have the feature
NEARLY: Final = 0.8  # share of the cases of a defect that must have it
# By operation and feature, the worked cases that have the feature.
OfFeature = Mapping[str, Mapping[str, frozenset[str]]]


def cases_of_features(contract: Contract, asked: Collection[str]) -> dict[str, frozenset[str]]:
    """Return, by feature that inputs of an operation can have, the worked cases with it. asked: the ids of cases."""
    places = {name: FEATURES[name].in_input for name in features_of(contract.operation)}
    return {
        name: frozenset(case.id for case in contract.cases if case.id in asked and place(case.input) is not None)
        for name, place in places.items()
        if place is not None
    }


def left_out_by(objections: Mapping[tuple[str, str], Collection[Objection]], known: OfFeature) -> str | None:
    """Return the feature that leaves a defect out; None where none does, or the defect is in several operations.

    objections: what the defect consists of, by operation and rule.
    """
    operations = {operation for operation, _rule in objections}
    if len(operations) != 1:
        return None
    failing = {objection.case for found in objections.values() for objection in found if objection.case is not None}
    for name, cases in known.get(operations.pop(), {}).items():
        if len(cases) >= LEAST and cases <= failing and len(cases) >= NEARLY * len(failing):
            return name
    return None
