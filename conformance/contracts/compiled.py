"""The contracts as they were built, kept in the cache: a start reads only those of the operations it needs.

What is kept goes by the names, times and sizes of the files it was built from: reading and hashing them all would take
longer than the rest of loading. What the cases expect is kept beside the rest and read when it is asked for: a run of a
subject without fault goes by what settled the cases.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence

from conformance import __version__
from conformance.contracts.expectations import KeptExpectations
from conformance.contracts.files import listed
from conformance.contracts.lifting import lifted_case, lifted_expectations
from conformance.contracts.model import (
    Case,
    Choice,
    Contract,
    Exclusion,
    Expectation,
    Rule,
    Source,
    SourceDocument,
    Specifications,
)
from conformance.digest import sha256
from conformance.files import cache_folder, keep_in_cache
from conformance.values import JSON

Build = Callable[[], Specifications]

# What a damaged or foreign file can make of reading it.
_DAMAGED = (OSError, ValueError, KeyError, TypeError, IndexError, RecursionError)


class KeptContracts(Mapping[str, Contract]):
    """Contracts or services by name, each read when it is asked for; built anew where its copy is damaged."""

    def __init__(self, stamp: str, names: list[str], build: Build) -> None:
        self._stamp = stamp
        self._read: dict[str, Contract | None] = dict.fromkeys(names)
        self._build = build

    def __getitem__(self, operation: str) -> Contract:
        contract = self._read[operation]
        if contract is None:
            try:
                contract = _contract(_read(self._stamp, operation), self, lambda: self._expected(operation))
            except _DAMAGED:
                contract = _built_anew(self._stamp, self._build, operation)
            self._read[operation] = contract
        return contract

    def _expected(self, operation: str) -> list[tuple[Expectation, ...]]:
        """Return what the own cases of an operation expect, in their order."""
        try:
            told = [tuple(map(_expectation, each)) for each in _read(self._stamp, f"{operation}-expected")]
            if len(told) != sum(not case.lifted for case in self[operation].cases):
                raise ValueError(operation)
            return told
        except _DAMAGED:
            built = _built_anew(self._stamp, self._build, operation)
            return [tuple(case.expectations) for case in built.cases if not case.lifted]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)


def kept_specifications(folder: str, build: Build) -> Specifications:
    """Return the specifications of a folder: kept ones, or what `build` makes. Raises what `build` does."""
    stamp = _stamp(folder)
    try:
        documents, names, excluded, digest, services = _read(stamp, "index")
        return Specifications(
            documents=tuple(SourceDocument(*entry) for entry in documents),
            contracts=KeptContracts(stamp, names, build),
            excluded=tuple(Exclusion(*entry) for entry in excluded),
            digest=digest,
            services=KeptContracts(stamp, services, build),
        )
    except _DAMAGED:
        pass  # none kept yet, or a damaged copy
    return _keep_all(stamp, build())


def _keep_all(stamp: str, built: Specifications) -> Specifications:
    for name, contract in (*built.contracts.items(), *built.services.items()):
        own = [case for case in contract.cases if not case.lifted]
        _keep(stamp, f"{name}-expected", [list(case.expectations) for case in own])
        lifted = _places(contract, built.contracts[contract.lifts]) if contract.lifts else ()
        told = contract._replace(cases=tuple(case._replace(expectations=()) for case in own))
        _keep(stamp, name, [*told, lifted])
    # The index last: whoever finds it finds the rest.
    _keep(stamp, "index", [built.documents, list(built.contracts), built.excluded, built.digest, list(built.services)])
    return built


def _built_anew(stamp: str, build: Build, operation: str) -> Contract:
    built = _keep_all(stamp, build())
    return {**built.contracts, **built.services}[operation]


def _places(lists: Contract, single: Contract) -> list[int]:
    """Return the places of the cases of the single form that are cases of the list form too."""
    places = {case.id: place for place, case in enumerate(single.cases)}
    return [places[case.id] for case in lists.cases if case.lifted]


def _stamp(folder: str) -> str:
    here = os.path.dirname(os.path.abspath(__file__))
    with os.scandir(here) as entries:
        code = sorted((entry.name, entry.stat().st_mtime_ns) for entry in entries if entry.name.endswith(".py"))
    files = [(name, file.stat().st_mtime_ns, file.stat().st_size) for name, file in listed(folder).items()]
    parts = repr((__version__, code, os.path.abspath(folder), files))
    return str(sha256(parts.encode()).hexdigest())[:24]


def _path(stamp: str, name: str) -> str:
    return os.path.join(cache_folder(), f"specs-{stamp}-{name}.json")


def _read(stamp: str, name: str) -> JSON:
    with open(_path(stamp, name), encoding="utf-8") as file:
        return json.load(file)


def _keep(stamp: str, name: str, value: object) -> None:
    keep_in_cache(_path(stamp, name), json.dumps(value).encode())


# Named tuples are written as lists, in the order of their fields.


def _contract(
    data: JSON, others: Mapping[str, Contract], expected: Callable[[], list[tuple[Expectation, ...]]]
) -> Contract:
    """Build a contract. others: where the one is whose list form this is; lifting its cases is quicker than reading.

    expected: reads what its own cases expect.
    """
    *head, rules, choices, cases, excluded, lifts, lifted = data
    operation, title, documents, input_, output, conversion_rule = head
    own = tuple(map(_case, cases, KeptExpectations.of_each(len(cases), expected)))
    return Contract(
        operation,
        title,
        tuple(documents),
        input_,
        output,
        conversion_rule,
        tuple(map(_rule, rules)),
        tuple(map(_choice, choices)),
        _lifted(lifted, others[lifts].cases, {rule[0] for rule in rules}) + own if lifts else own,
        tuple(Exclusion(*entry) for entry in excluded),
        lifts,
    )


def _lifted(places: Sequence[int], singles: Sequence[Case], rules: set[str]) -> tuple[Case, ...]:
    cases = [singles[place] for place in places]
    return tuple([lifted_case(case, rules, _lifted_of(case.expectations)) for case in cases])


def _lifted_of(expectations: Sequence[Expectation]) -> Sequence[Expectation]:
    if isinstance(expectations, KeptExpectations):
        return expectations.changed(lifted_expectations)
    return lifted_expectations(expectations)


def _rule(data: JSON) -> Rule:
    id_, level, origin, title, text, why, sources, check, settled, threads = data
    told = tuple(Source(*source) for source in sources)
    return Rule(id_, level, origin, title, text, why, told, check, settled, tuple(threads))


def _choice(data: JSON) -> Choice:
    name, rule, question, answers, default, probes = data
    return Choice(name, rule, question, answers, default, tuple(probes))


def _case(data: JSON, expectations: Sequence[Expectation]) -> Case:
    id_, rules, note, input_, _expectations, source, lifted = data
    return Case(id_, tuple(rules), note, input_, expectations, source and Source(*source), lifted)


def _expectation(data: JSON) -> Expectation:
    given, output, error = data
    return Expectation(given, output, error if error is None else tuple(error))
