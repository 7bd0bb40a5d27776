"""Whom a change touches: specs/api/touches.json says which operations convert what, the rules say the rest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from conformance.contracts.model import Contract
from conformance.drift.model import BREAKS_REQUESTS, Change, Touched
from conformance.oracles.pinned import read_api_file

_ORACLES = ("API-1", "API-2")  # these rules ask the schema of what an operation sends


class _Reach(NamedTuple):
    """Which operations convert some definitions. definitions, at: regular expressions of whole names."""

    kinds: frozenset[str]
    definitions: re.Pattern[str]
    at: re.Pattern[str]
    operations: tuple[str, ...]


@cache
def _reaches() -> tuple[_Reach, ...]:
    return tuple(
        _Reach(
            frozenset(entry["kinds"]),
            re.compile(entry["definitions"]),
            re.compile(entry.get("at", ".*")),
            tuple(entry["operations"]),
        )
        for entry in read_api_file("touches.json")["touches"]
    )


def touched(changes: Iterable[Change], contracts: Mapping[str, Contract]) -> Iterator[Touched]:
    """Yield each change with the operations and rules it touches. Raises SpecificationError for a damaged table."""
    for change in changes:
        operations = tuple(name for name in contracts if name in operations_of(change))
        rules = tuple(f"{name} {rule}" for name in operations for rule in _rules(contracts[name], change))
        yield Touched(change, operations, rules)


def operations_of(change: Change) -> frozenset[str]:
    """Return the operations that convert what changed."""
    return frozenset(
        operation
        for reach in _reaches()
        if change.kind in reach.kinds
        and reach.definitions.fullmatch(change.definition)
        and reach.at.fullmatch(change.at)
        for operation in reach.operations
    )


@cache
def _sends() -> Mapping[str, frozenset[str]]:
    """Return by kind the operations whose results are sent as a part of it."""
    return {kind: frozenset(operations) for kind, operations in read_api_file("touches.json")["sends"].items()}


def _rules(contract: Contract, change: Change) -> Iterator[str]:
    """Yield the rules that speak of what changed, and those that ask a schema that refuses more than before."""
    named = [f"`{word}`" for word in change.words]
    refused = change.breaks == BREAKS_REQUESTS and contract.operation in _sends().get(change.kind, ())
    for rule in contract.rules:
        if (rule.id in _ORACLES and refused) or any(name in text for name in named for text in (rule.text, rule.title)):
            yield rule.id
