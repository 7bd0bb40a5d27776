"""Whom a change touches: the operations that read what changed, or write it, each with an input that shows it.

Nothing is listed by hand. An operation reads a place if the reference converts an input otherwise when the change
itself is made there. It writes what occurs in its results.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from conformance.base.values import JSON, same
from conformance.inputs import draw
from conformance.rules.contracts.model import Contract
from conformance.running.drift.conversions import Conversion, Walkers, converted, kinds_read, kinds_written, unlogged
from conformance.running.drift.edits import is_copied, is_in, is_refused, make
from conformance.running.drift.model import READ, WRITTEN, Affected, DefinitionChange, DriftKind, Touched
from conformance.running.drift.places import DefinitionMember, Walker, place_of

EXAMPLES, SEED = 100, 1
_ORACLES = ("API-1", "API-2")  # these rules ask the schema of what an operation writes


class _Input(NamedTuple):
    """An input with the answers to choices that it is converted by. name: as in `Affected`."""

    name: str
    value: JSON
    given: Mapping[str, str]


def touched(
    changes: Iterable[DefinitionChange], contracts: Mapping[str, Contract], schemas: Mapping[str, Any]
) -> Iterator[Touched]:
    """Yield each change with the operations and rules it touches. schemas: by kind, those before the changes."""
    changes = list(changes)
    walkers = {kind: Walker(kind, schemas[kind]) for kind in {change.kind for change in changes}}
    operations = [_Operation(name, contract, walkers) for name, contract in contracts.items()]
    places = {
        kind: frozenset(place_of(change) for change in changes if change.difference is kind) for kind in DriftKind
    }
    with unlogged():
        for change in changes:
            found = (operation.affected(change, places[change.difference]) for operation in operations)
            affected = tuple(affected for affected in found if affected is not None)
            rules = (
                f"{affected.operation} {rule}" for affected in affected for rule in _rules(contracts, change, affected)
            )
            yield Touched(change, affected, tuple(rules))


class _Operation:
    """The inputs of one operation and what the reference makes of them, each when it is first needed."""

    def __init__(self, name: str, contract: Contract, walkers: Walkers) -> None:
        self._name, self._walkers = name, walkers
        self._reads, self._writes = kinds_read(name), kinds_written(name)
        self._made: list[tuple[_Input, Conversion]] = []
        self._rest = (
            (input_, converted(name, input_.value, input_.given, walkers)) for input_ in _inputs(name, contract)
        )

    def affected(self, change: DefinitionChange, changed: frozenset[DefinitionMember]) -> Affected | None:
        """Return how a change affects the operation; None if it does not. changed: as in `is_refused`."""
        reads, writes = change.kind in self._reads, change.kind in self._writes
        broken: dict[str, str] = {}
        works: str | None = None
        for input_, conversion in self._conversions() if reads or writes else ():
            if writes and WRITTEN not in broken and is_refused(change, conversion.written, changed):
                broken[WRITTEN] = input_.name
            if reads and READ not in broken and is_in(change, conversion.read):
                breaks = self._breaks(change, input_, conversion)
                if breaks:
                    broken[READ] = input_.name
                elif breaks is not None:
                    works = works or input_.name
            if works is None and change.difference is DriftKind.NEW and _holds(change, conversion):
                works = input_.name
            if len(broken) == reads + writes or (works is not None and _breaks_nothing(change)):
                break
        if not broken and works is None:
            return None
        return Affected(self._name, broken, works)

    def _conversions(self) -> Iterator[tuple[_Input, Conversion]]:
        """Yield each input with its conversion: the cases first."""
        yield from self._made
        for pair in self._rest:
            self._made.append(pair)
            yield pair

    def _breaks(self, change: DefinitionChange, input_: _Input, conversion: Conversion) -> bool | None:
        """Whether an input is converted wrongly after a change; None if nothing comes of the change."""
        found = None
        for each in _each_value(change):
            changed = converted(self._name, input_.value, input_.given, self._walkers, partial(make, each))
            if same(conversion.result, changed.result):
                continue
            if not _breaks_nothing(each) and not is_copied(each, conversion.result, changed.result):
                return True
            found = False
        return found


def _each_value(change: DefinitionChange) -> Iterable[DefinitionChange]:
    """Return a change for each value that is listed as new: the reference may know some of them."""
    if change.difference is not DriftKind.WIDER or len(change.values) < 2:
        return (change,)
    return (replace(change, values=(value,)) for value in change.values)


def _inputs(name: str, contract: Contract) -> Iterator[_Input]:
    for case in contract.cases:
        for expectation in case.expectations:
            yield _Input(f"case {case.id}", case.input, expectation.given)
    for number, value in enumerate(draw(name, EXAMPLES, SEED), start=1):
        yield _Input(f"example {number} of seed {SEED}", value, {})


def _holds(change: DefinitionChange, conversion: Conversion) -> bool:
    """Whether the object that has a new member occurs on one side of a conversion."""
    around = place_of(change).around
    return around in conversion.read.objects or around in conversion.written.objects


def _breaks_nothing(change: DefinitionChange) -> bool:
    """Whether all still works after a change: readers pass over members and variants that they do not know."""
    return change.difference is DriftKind.NEW or (change.difference is DriftKind.WIDER and change.variant is not None)


def _rules(contracts: Mapping[str, Contract], change: DefinitionChange, affected: Affected) -> Iterator[str]:
    """Yield the rules that speak of what changed, and those that ask a schema that refuses more than before."""
    named = [f"`{word}`" for word in change.words]
    for rule in contracts[affected.operation].rules:
        refused = rule.id in _ORACLES and WRITTEN in affected.broken
        if refused or any(name in text for name in named for text in (rule.text, rule.title)):
            yield rule.id
