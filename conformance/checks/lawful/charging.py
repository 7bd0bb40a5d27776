"""The checks that laws are charged to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from conformance.checks.family import Check
from conformance.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings
from conformance.checks.lawful.view import LawfulView
from conformance.laws.law import Breach, Charges, Law, Seen, charged
from conformance.values import pointer


def law_checks(laws: Sequence[Law], charges: Charges) -> dict[str, Check]:
    """Return, by the names of `charges`, the checks that say what laws find in a trial."""
    recent = lru_cache(maxsize=1)(lambda view: _judged(view, laws, charges))  # all checks look at the same view

    def check_of(name: str) -> Check:
        return lambda view: recent(view).get(name)

    return {name: check_of(name) for name in dict.fromkeys(one.check for one in charges.values() if one is not None)}


def _judged(view: LawfulView, laws: Sequence[Law], charges: Charges) -> dict[str, Findings]:
    """Return the findings by check: failures if any, else NOT_OBSERVABLE, else OK where a law was reached."""
    if view.unfit or view.outcome.fault is not None:
        return {}
    failures: defaultdict[str, list[Failure]] = defaultdict(list)
    seen: dict[str, Findings] = {}
    for law in laws:
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
