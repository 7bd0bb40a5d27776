"""What the operations of one subject matter bring: how they read a trial, and the checks of their own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any

from conformance.base.values import JSON, Absent
from conformance.rules.checks.choice_readings import Reading
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Findings
from conformance.rules.checks.trial import Trial
from conformance.rules.checks.view import View

# A check takes the view of its operation; which one that is, the contracts decide.
Check = Callable[[Any], Findings]
Reader = Callable[[Any], Reading]


def checks_in(*modules: ModuleType, halves: Collection[Check] = ()) -> dict[str, Check]:
    """Return the checks that modules define: their public functions that return Findings.

    Contracts name them with hyphens: `no-further-key` is the function `no_further_key`. halves: those that are no
    checks by themselves, but what a law leaves to the letter (`together`).
    """
    return {
        name.replace("_", "-"): function
        for module in modules
        for name, function in vars(module).items()
        if isinstance(function, FunctionType)
        and function.__module__ == module.__name__
        and not name.startswith("_")
        and function.__annotations__.get("return") == "Findings"
        and function not in halves
    }


def together(*checks: Check) -> Check:
    """Return the check that finds what several find: failures if one does, else NOT_OBSERVABLE, OK or None."""

    def check(view: Any) -> Findings:
        found = [check(view) for check in checks]
        failures = dict.fromkeys(failure for entry in found if isinstance(entry, tuple) for failure in entry)
        if failures:
            return tuple(failures)
        return NOT_OBSERVABLE if NOT_OBSERVABLE in found else OK if OK in found else None

    return check


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationChecks:
    """What judges one operation. checks: by the name that its contract gives them. readers: by the choice's name.

    under_choices(output, choices): an output that a case expects, as a subject with these choices gives it.
    chained_input: what the chain of a law is given for an input; ABSENT where the law says nothing of it.
    as_sound(candidate, original): whether a shrunk input is valid wherever the original was.
    """

    view: Callable[[Trial], View]
    checks: Mapping[str, Check]
    readers: Mapping[str, Reader] = field(default_factory=dict)
    under_choices: Callable[[JSON, Mapping[str, str]], JSON] = lambda output, _choices: output
    chained_input: Callable[[JSON], JSON | Absent] = lambda value: value
    as_sound: Callable[[JSON, JSON], bool] = lambda _candidate, _original: True
