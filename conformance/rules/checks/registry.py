"""The checks of each operation.

The package of an operation has FAMILIES, a table of its operations. It is imported when a run first judges something of
one of them: a run of one operation loads one package.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module

from conformance.formats.operations import operations
from conformance.rules.checks.family import OperationChecks
from conformance.rules.checks.shared import SHARED
from conformance.rules.checks.trial import Trial
from conformance.rules.checks.view import View


@cache
def family(operation: str) -> OperationChecks:
    """Return what judges an operation. Raises KeyError for one that has no checks."""
    families: dict[str, OperationChecks] = import_module(
        f"conformance.rules.checks.{operations()[operation].checks}"
    ).FAMILIES
    own = families[operation]
    return replace(own, checks={**SHARED, **own.checks})


def view_of(trial: Trial) -> View:
    """Return the view of a trial."""
    return family(trial.operation).view(trial)
