"""Finds out how the planted defects behave: what each one does to the cases of its operation."""

from __future__ import annotations

import re

from conformance.rules.contracts import Specifications
from conformance.running.engine import Options
from conformance.running.engine.behaviours import Behaviour, own_symptoms
from conformance.running.engine.defects import defects
from tests.suite.selftest.banks import load_banks
from tests.suite.selftest.model import Mutant
from tests.suite.selftest.running import certify_functions, functions_of

WHOLE = 0.6  # share of a mutant's symptoms that its largest defect must have, to stand for it
MOST = 80  # symptoms of a behaviour: what breaks nearly everything is like much
# Converters with many defects, or that break each input in one way or another: they are like no single defect.
MANY = re.compile(r"^(destroys_by_|\w+_listing$|wrong_at_first$)")


def behaviours(specifications: Specifications, operation: str) -> list[Behaviour]:
    """Return the behaviour of each mutant of an operation that the cases show as one defect."""
    mutants = (mutant for mutant in load_banks((operation,)).mutants if not MANY.match(mutant.name))
    found = (behaviour(specifications, mutant) for mutant in mutants)
    return [finding for finding in found if finding is not None]


def behaviour(specifications: Specifications, mutant: Mutant) -> Behaviour | None:
    """Return the behaviour of a mutant; None if the cases do not show it, or show several defects."""
    options = Options(
        operations=(mutant.operation,), choices=mutant.choices, max_examples=0, seed=1, shrink=False, shapes=False
    )
    functions = functions_of(specifications, mutant)
    if mutant.anew is not None:
        functions |= {mutant.operation: mutant.anew()}
    result = certify_functions(specifications, functions, options, timed=mutant.timed, mortal=mutant.mortal)
    found = [own_symptoms(defect.symptoms, mutant.operation) for defect in defects(result)]
    largest = max(found, key=len, default=frozenset())
    if not largest or len(largest) > MOST or len(largest) < WHOLE * sum(map(len, found)):
        return None
    return Behaviour(described(mutant), largest)


def described(mutant: Mutant) -> str:
    """Return what a mutant does: its name, in words."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", mutant.name) if "_" not in mutant.name else mutant.name
    return apart.replace("_", " ").lower()
