"""The checks that laws are charged to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import lru_cache

from conformance.checks.family import Check
from conformance.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings
from conformance.checks.lawful.view import LawfulView
from conformance.laws.law import Breach, Charges, Law, Seen, charged
from conformance.values import pointer
from conformance.wording import brief


def law_checks(laws: Mapping[Law, Charges]) -> dict[str, Check]:
    """Return the checks that say what laws find in a trial. laws: each with whom it charges, by its keys."""
    recent = lru_cache(maxsize=1)(lambda view: _judged(view, laws))  # all checks look at the same view
    charging: defaultdict[str, list[Law]] = defaultdict(list)
    for law, charges in laws.items():
        for name in dict.fromkeys(charge.check for charge in charges.values() if charge is not None):
            charging[name].append(law)
    return {name: LawCheck(name, tuple(own), recent) for name, own in charging.items()}


class LawCheck:
    """The check of a name: what laws charge it with. laws: those that do."""

    def __init__(
        self, name: str, laws: tuple[Law, ...], judged: Callable[[LawfulView], Mapping[str, Findings]]
    ) -> None:
        self.name, self.laws, self._judged = name, laws, judged

    def __call__(self, view: LawfulView) -> Findings:
        """Return what the laws charge this check with in a trial."""
        return self._judged(view).get(self.name)


def _judged(view: LawfulView, laws: Mapping[Law, Charges]) -> dict[str, Findings]:
    """Return the findings by check: failures if any, else NOT_OBSERVABLE, else OK where a law was reached."""
    if view.unfit or view.told.is_foreign or view.outcome.fault is not None:
        return {}
    if view.told.is_refused:
        return {} if view.may_fail else _refused(view)
    failures: defaultdict[str, list[Failure]] = defaultdict(list)
    seen: dict[str, Findings] = {}
    for law, charges in laws.items():
        for key, found in law(view.told):
            charge = charged(key, charges)
            if charge is None:
                continue
            if isinstance(found, Breach):
                failures[charge.check].append(Failure(charge.kind or found.kind, pointer(*found.at), found.message))
            elif found is Seen.UNSEEN:
                seen[charge.check] = NOT_OBSERVABLE
            else:
                seen.setdefault(charge.check, OK)
    return {**seen, **{check: tuple(found) for check, found in failures.items()}}


def _refused(view: LawfulView) -> dict[str, Findings]:
    """Return that an answer is said to have failed: what is lost with it is lost in the open."""
    result = view.told.result
    said = result.failure.message if result is not None and result.failure is not None else None
    message = f"the answer did not fail, but the result says that it did: {brief(said)}"
    return {"end-true": (Failure("refused", "/output", message),)}
