"""What a subject says that it does not have, held against what it writes."""

from __future__ import annotations

from conformance.base.values import ABSENT, pointer
from conformance.rules.checks.findings import OK, Failure, Findings
from conformance.rules.checks.view import View
from conformance.rules.scope.features import FEATURES

WRITTEN = "written-though-lacking"
# A feature whose inputs all convert: the engine finds that, from several trials (`engine.declarations`).
CONVERTED = "converted-though-lacking"


def as_declared(view: View) -> Findings:
    """ALL-10: a result has nothing that the subject says it does not have."""
    trial = view.trial
    if not trial.lacking:
        return None
    found = []
    for name in trial.lacking:
        feature = FEATURES[name]
        if feature.in_result is None or (feature.in_input is not None and feature.in_input(trial.input) is not None):
            continue
        for where, value in (("output", trial.outcome.output), ("requests", list(trial.requests or ()))):
            path = feature.in_result(value) if value is not ABSENT else None
            if path is not None:
                at = pointer(where, *path)
                found.append(Failure(WRITTEN, at, _message(name, f"its result has that at {pointer(*path)}")))
                break
    return tuple(found) or OK


def converted(name: str, inputs: int) -> Failure:
    """Return the failure of a subject that converts every input with a feature which it says it does not have."""
    many = "the input" if inputs == 1 else f"all {inputs} inputs"
    return Failure(CONVERTED, "/output", _message(name, f"it converts {many} with that as the rules demand"))


def _message(name: str, but: str) -> str:
    return f"the subject says that it has no {FEATURES[name].title}, but {but}: remove `{name}` from `without`"
