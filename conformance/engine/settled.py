"""Judges the expected outputs of cases once, and keeps what came of it for the next start."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any

from conformance import __version__
from conformance.contracts import Case, Contract
from conformance.digest import sha256
from conformance.engine.judge import Judge, Settled
from conformance.files import cache_folder, keep_in_cache
from conformance.values import packed


def settle_all(judge: Judge) -> dict[str, Settled]:
    """Return each case's settled expectation, where it has one under the subject's choices.

    Raises SpecificationError for a case that contradicts a rule. What contradicts nothing is kept in the cache
    under everything it depends on: the cases and rules, the choices, and the code that judges.
    """
    key = _key(judge)
    known = _known.get(id(judge.contract))
    if known is not None and known[0] is judge.contract and known[1] == key:
        return known[2]
    settled = _read_or_settle(judge, os.path.join(cache_folder(), f"settled-{key}.json"))
    _known[id(judge.contract)] = (judge.contract, key, settled)
    return settled


# For whoever judges many subjects in one process: the last answers of each contract.
_known: dict[int, tuple[Contract, str, dict[str, Settled]]] = {}


def _read_or_settle(judge: Judge, path: str) -> dict[str, Settled]:
    try:
        with open(path, encoding="utf-8") as file:
            return _unfold(json.load(file), judge)
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        pass  # nothing kept yet, or damaged
    settled = settle(judge, judge.contract.cases)
    keep_in_cache(path, json.dumps(_fold(settled)).encode())
    return settled


def settle(judge: Judge, cases: Sequence[Case]) -> dict[str, Settled]:
    """Judge the expected outputs of some cases. Raises SpecificationError for one that contradicts a rule."""
    return {case.id: settled for case in cases if (settled := judge.settle(case)) is not None}


def _key(judge: Judge) -> str:
    """Name everything that the outcome depends on."""
    here = os.path.dirname(os.path.abspath(__file__))
    code = []
    for folder in (here, os.path.join(os.path.dirname(here), "checks"), os.path.dirname(here)):
        with os.scandir(folder) as entries:
            code += [(entry.name, entry.stat().st_mtime_ns) for entry in entries if entry.name.endswith(".py")]
    parts = [
        __version__,
        sorted(code),
        judge.digest,
        judge.contract.operation,
        sorted(judge.rules),
        sorted(judge.choices.items()),
        judge.exact_numbers,
    ]
    return str(sha256(repr(parts).encode()).hexdigest())[:32]


def _fold(settled: dict[str, Settled]) -> object:
    """Write rule sets once and name them by number: there are few different ones."""
    sets: dict[frozenset[str], int] = {}

    def number(rules: frozenset[str]) -> int:
        return sets.setdefault(rules, len(sets))

    entries = {
        case: [number(one.reached), [[number(a), number(b)] for a, b in one.conduct], one.reported]
        for case, one in settled.items()
    }
    return {"cases": entries, "sets": [sorted(rules) for rules in sets]}


def _unfold(kept: dict[str, Any], judge: Judge) -> dict[str, Settled]:
    sets = [frozenset(rules) for rules in kept["sets"]]
    conducts: dict[str, tuple[tuple[frozenset[str], frozenset[str]], ...]] = {}
    settled = {}
    for case in judge.contract.cases:
        entry = kept["cases"].get(case.id)
        expectation = judge.expectation(case)
        if entry is None or expectation is None:
            continue
        reached, pairs, reported = entry
        name = str(pairs)
        if name not in conducts:
            conducts[name] = tuple((sets[one], sets[other]) for one, other in pairs)
        data = packed(expectation.output)
        if data is not None:
            settled[case.id] = Settled(packed(case.input) or b"", data, sets[reached], conducts[name], reported)
    return settled
