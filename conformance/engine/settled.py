"""Judges the expected outputs of cases once, and keeps what came of it for the next start."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import cache
from typing import Any

from conformance import __version__
from conformance.checks.registry import PACKAGES
from conformance.contracts import Case, Contract
from conformance.digest import sha256
from conformance.engine.judge import Judge, Settled
from conformance.files import api_folder, cache_folder, keep_in_cache
from conformance.values import packed

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def settle_all(judge: Judge, chosen: Sequence[Case]) -> dict[str, Settled]:
    """Return the settled expectation of each chosen case that has one under the subject's choices.

    Raises SpecificationError for a case, chosen or not, that contradicts a rule. What contradicts nothing is kept
    in the cache under everything it depends on: the cases and rules, the choices, and the code that judges.
    """
    key = f"{_key(judge)} {len(chosen)}"
    known = _known.get(id(judge.contract))
    if known is not None and known[0] is judge.contract and known[1] == key:
        return known[2]
    settled = _read_or_settle(judge, chosen, os.path.join(cache_folder(), f"settled-{key.partition(' ')[0]}.json"))
    _known[id(judge.contract)] = (judge.contract, key, settled)
    return settled


# For whoever judges many subjects in one process: the last answers of each contract.
_known: dict[int, tuple[Contract, str, dict[str, Settled]]] = {}


def _read_or_settle(judge: Judge, chosen: Sequence[Case], path: str) -> dict[str, Settled]:
    try:
        with open(path, encoding="utf-8") as file:
            return _unfold(json.load(file), judge, chosen)
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        pass  # nothing kept yet, or damaged
    settled = settle(judge, judge.contract.cases)
    keep_in_cache(path, json.dumps(_fold(settled)).encode())
    return {case.id: settled[case.id] for case in chosen if case.id in settled}


def settle(judge: Judge, cases: Sequence[Case]) -> dict[str, Settled]:
    """Judge the expected outputs of some cases. Raises SpecificationError for one that contradicts a rule."""
    return {case.id: settled for case in cases if (settled := judge.settle(case)) is not None}


def _key(judge: Judge) -> str:
    """Name everything that the outcome depends on."""
    parts = [
        __version__,
        _judging_code(),
        _code_of(os.path.join("checks", PACKAGES[judge.contract.operation])),
        judge.digest,
        judge.contract.operation,
        sorted(judge.rules),
        sorted(judge.choices.items()),
        judge.exact_numbers,
    ]
    return str(sha256(repr(parts).encode()).hexdigest())[:32]


@cache
def _judging_code() -> str:
    return "".join(map(_code_of, ("engine", "", "checks", "emulator", "oracles"))) + _state_of(api_folder(), ".json")


def _code_of(part: str) -> str:
    """Name the state of the modules in a folder of the package."""
    return _state_of(os.path.join(_PACKAGE, part), ".py")


def _state_of(folder: str, ending: str) -> str:
    with os.scandir(folder) as entries:
        return repr(sorted((entry.name, entry.stat().st_mtime_ns) for entry in entries if entry.name.endswith(ending)))


def _fold(settled: dict[str, Settled]) -> object:
    """Write rule sets and conducts once and name them by number: there are few different ones."""
    sets: dict[frozenset[str], int] = {}
    conducts: dict[tuple[tuple[int, int], ...], int] = {}

    def number(rules: frozenset[str]) -> int:
        return sets.setdefault(rules, len(sets))

    entries = {}
    for case, one in settled.items():
        conduct = tuple((number(reached), number(unseen)) for reached, unseen in one.conduct)
        entries[case] = [number(one.reached), conducts.setdefault(conduct, len(conducts)), one.reported]
    return {"cases": entries, "conducts": list(conducts), "sets": [sorted(rules) for rules in sets]}


def _unfold(kept: dict[str, Any], judge: Judge, chosen: Sequence[Case]) -> dict[str, Settled]:
    sets = [frozenset(rules) for rules in kept["sets"]]
    conducts = [tuple((sets[one], sets[other]) for one, other in conduct) for conduct in kept["conducts"]]
    cases = kept["cases"]
    settled = {}
    for case in chosen:
        entry = cases.get(case.id)
        expectation = judge.expectation(case) if entry is not None else None
        if expectation is not None:
            data = packed(expectation.output)
            if data is not None:
                reached, conduct, reported = entry
                before = packed(case.input) or b""
                settled[case.id] = Settled(before, data, sets[reached], conducts[conduct], reported)
    return settled
