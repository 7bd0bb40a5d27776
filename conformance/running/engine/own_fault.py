"""What the suite itself does wrong on one input: a check that raises, and a worked case that contradicts a rule.

Such a fault costs its rule the input; the verdict comes from the other inputs (`set_aside`). What a
subject returns never ends a run: its maintainer would see no verdict.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from typing import TypeVar

import conformance
from conformance.base.errors import ConformanceError, SpecificationError
from conformance.base.values import JSON, equal
from conformance.rules.checks.findings import brief
from conformance.rules.contracts import Case, Contract
from conformance.rules.contracts.locate import case_location

INPUT_SHOWN = 1_000  # characters
MESSAGE_SHOWN = 300  # characters of an exception's message, which can quote the subject
_PACKAGE = os.path.dirname(os.path.abspath(conformance.__file__))

_Found = TypeVar("_Found")


class OwnFault(SpecificationError):
    """A fault of the suite on one input. operation, rule: what could not be judged. kind: what it has in common with
    the same fault on other inputs, in words. input: the one that could not be judged. in_specification: whether the
    specifications contradict themselves, whatever the subject returns.
    """

    def __init__(
        self,
        operation: str,
        rule: str,
        kind: str,
        details: str = "",
        *,
        input: JSON = None,
        in_specification: bool = False,
    ) -> None:
        super().__init__(f"{kind}{details}.")
        self.operation = operation
        self.rule = rule
        self.kind = kind
        self.input = input
        self.in_specification = in_specification


Report = Callable[[OwnFault], None]


def refuse(fault: OwnFault) -> None:
    """Raise a fault: where no run goes on, nothing can note it."""
    raise fault


def guarded(call: Callable[[], _Found], raised: Callable[[Exception], _Found]) -> _Found:
    """Return what a call returns; where it raises, what `raised` makes of that. Errors for the user are raised."""
    try:
        return call()
    except ConformanceError:
        raise
    except Exception as error:  # what a subject answers must end no run
        return raised(error)


def fault_of(error: Exception, contract: Contract, rule: str, value: JSON) -> OwnFault:
    """Return an exception that was raised when a rule was judged, as the suite's own fault. value: the input.

    Its words do not name the rule: what all rules read may raise, and reports list rules with one reason together.
    """
    kind = f"a check of {contract.operation} raised {type(error).__name__} at {_place(error)}"
    details = f": {brief(str(error), MESSAGE_SHOWN)}, for {_case_or_input(contract, value)}"
    return OwnFault(contract.operation, rule, kind, details, input=value)


def contradiction(contract: Contract, case: Case, rule: str, message: str) -> OwnFault:
    """Return that a case's own expected output breaks a rule as the suite's own fault. message: of the failure."""
    place = case_location(contract.operation, case.id)
    kind = f"{place}: the expected output of the case {case.id} breaks {rule}: {message}"
    # A SHOULD rule decides nothing, and so a case that contradicts one does not either.
    is_must = any(other_rule.id == rule and other_rule.level == "MUST" for other_rule in contract.rules)
    details = ". Correct the case or the rule"
    return OwnFault(contract.operation, rule, kind, details, input=case.input, in_specification=is_must)


def _case_or_input(contract: Contract, value: JSON) -> str:
    """Return the case that has an input, or the input itself."""
    case = next((case.id for case in contract.cases if equal(case.input, value)), None)
    return f"the case {case}" if case is not None else f"the input {brief(value, INPUT_SHOWN)}"


def _place(error: Exception) -> str:
    """Return FILE:LINE of the innermost code of the suite that an exception passed through."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if os.path.abspath(frame.filename).startswith(_PACKAGE + os.sep)]
    if not own:
        return "?"
    return f"{os.path.relpath(own[-1].filename, os.path.dirname(_PACKAGE))}:{own[-1].lineno}"
