"""The checks that laws are charged to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any, TypeAlias

from conformance.base.values import pointer
from conformance.base.wording import brief
from conformance.rules.checks.family import Check
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings
from conformance.rules.laws.charges import OF_GIVEN_UP
from conformance.rules.laws.compared import AnswerComparison, Law
from conformance.rules.laws.law import Applicability, Breach, Charge, Charges, charged

_END = "end"  # what laws say of how an answer ended

# From the view of a trial: the comparison; None where the laws say nothing of it.
Into: TypeAlias = Callable[[Any], AnswerComparison | None]
# A failure where the operation has the answer; None where it does not count there.
Placed: TypeAlias = Callable[[Any, Failure], Failure | None]


def law_checks(
    laws: Mapping[Law, Charges], into: Into, placed: Placed = lambda _view, failure: failure
) -> dict[str, Check]:
    """Return the checks that say what laws find in a trial. laws: each with whom it charges, by its keys."""
    whom = {law: cache(lambda key, charges=charges: charged(key, charges)) for law, charges in laws.items()}
    ending = next((charges[_END] for charges in laws.values() if charges.get(_END) is not None), None)
    recent = lru_cache(maxsize=1)(
        lambda view: _findings_by_check(view, whom, into, placed, ending)
    )  # all checks see one view
    charging: defaultdict[str, list[Law]] = defaultdict(list)
    for law, charges in laws.items():
        for name in dict.fromkeys(charge.check for charge in charges.values() if charge is not None):
            charging[name].append(law)
    return {name: LawCheck(name, tuple(own), recent) for name, own in charging.items()}


class LawCheck:
    """The check of a name: what laws charge it with. laws: those that do."""

    def __init__(self, name: str, laws: tuple[Law, ...], judged: Callable[[Any], Mapping[str, Findings]]) -> None:
        self.name, self.laws, self._judged = name, laws, judged

    def __call__(self, view: Any) -> Findings:
        """Return what the laws charge this check with in a trial."""
        return self._judged(view).get(self.name)


def _findings_by_check(
    view: Any,
    laws: Mapping[Law, Callable[[str], Charge | None]],
    into: Into,
    placed: Placed,
    ending: Charge | None,
) -> dict[str, Findings]:
    """Return the findings by check: failures if any, else NOT_OBSERVABLE, else OK where a law was reached.

    ending: whom the laws charge with how an answer ended; None where they say nothing of that.
    """
    pair = into(view)
    if pair is None:
        return {}
    if pair.is_refused and not view.may_fail and ending is not None:
        return _findings_of_failure(pair, ending)
    if pair.is_refused:
        laws = {law: charge_of for law, charge_of in laws.items() if law in OF_GIVEN_UP}
    failures: defaultdict[str, list[Failure]] = defaultdict(list)
    seen: dict[str, Findings] = {}
    for law, charge_of in laws.items():
        for key, found in law(pair):
            charge = charge_of(key)
            if charge is None:
                continue
            if isinstance(found, Breach):
                _charge(failures[charge.check], found, charge)
            elif found is Applicability.UNSEEN:
                seen[charge.check] = NOT_OBSERVABLE
            elif charge.reaches:
                seen.setdefault(charge.check, OK)
    said = {
        check: dict.fromkeys(placed(view, failure) for failure in found) for check, found in failures.items() if found
    }
    return {
        **seen,
        **{check: tuple(failure for failure in found if failure is not None) for check, found in said.items()},
    }


def _findings_of_failure(pair: AnswerComparison, ending: Charge) -> dict[str, Findings]:
    """Return that an answer is said to have failed: what is lost with it is lost in the open."""
    said = pair.result.failure.message if pair.result is not None and pair.result.failure is not None else None
    message = f"the answer did not fail, but the result says that it did: {brief(said)}"
    return {ending.check: (Failure("refused", "/output", message),)}


def _charge(failures: list[Failure], found: Breach, charge: Charge) -> None:
    """Add a failure as its charge words it: one of the same kind and place adds its message."""
    if charge.alone and failures:
        return
    at = found.at[: len(found.at) - charge.above]
    failure = Failure(charge.kind or found.kind, pointer(*at), found.message, about=found.about)
    known = (
        next((place for place, other in enumerate(failures) if other[:2] == failure[:2]), None)
        if charge.above
        else None
    )
    if known is None:
        failures.append(failure)
    else:
        failures[known] = failures[known]._replace(message=f"{failures[known].message}; {failure.message}")
