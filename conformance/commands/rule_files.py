"""Where a rule, its check, its cases and its mutants are, for `explain`."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Collection, Iterable, Sequence

from conformance.formats.operations import declared
from conformance.rules.checks.registry import family
from conformance.rules.contracts import Contract, Rule
from conformance.rules.contracts.locate import case_location, contract_location
from conformance.running.service.checks import CHECKS

MOST = 12  # cases or mutants that are listed
# Further groups, FILE:LINE and a name by a rule and operations: a checkout has mutants, see `tests.suite`.
MORE: dict[str, Callable[[str, Collection[str]], Iterable[tuple[str, str]]]] = {}


def files_of(rule: Rule, contracts: Sequence[Contract]) -> list[str]:
    """Return lines with FILE:LINE of the rule, its check, its cases and its mutants, of each as many as are helpful."""
    names = {contract.operation for contract in contracts}
    groups = {
        "rule": [contract_location(contract.operation, rule.id) for contract in contracts],
        "check": [place for contract in contracts for place in _check(contract, rule)],
        "cases": [
            f"{case_location(contract.operation, case.id)} {case.id}"
            for contract in contracts
            for case in contract.cases
            if rule.id in case.rules and not case.lifted
        ],
        **{title: [f"{_relative(place)} {name}" for place, name in of(rule.id, names)] for title, of in MORE.items()},
    }
    lines = []
    for title, places in groups.items():
        places = list(dict.fromkeys(places))
        if places:
            lines += [f"  {title}", *(f"    {place}" for place in places[:MOST])]
        if len(places) > MOST:
            lines.append(f"    and {len(places) - MOST} more")
    return lines


def _check(contract: Contract, rule: Rule) -> list[str]:
    checks = family(contract.operation).checks if declared(contract.operation) is not None else CHECKS
    check = checks.get(rule.check)
    # A partial has its function there, and a check that is charged by laws has these.
    functions = getattr(check, "laws", (getattr(check, "func", check),))
    return [
        f"{_relative(function.__code__.co_filename)}:{function.__code__.co_firstlineno} {function.__name__}"
        for function in functions
        if inspect.isfunction(function)
    ]


def _relative(place: str) -> str:
    relative = os.path.relpath(place)
    return place if relative.startswith(os.pardir) else relative
