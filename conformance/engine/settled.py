"""Judges the expected outputs of cases once, and keeps what came of it for the next start."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence

from conformance import __version__
from conformance.contracts import Case
from conformance.engine.judge import Judge, Settled
from conformance.files import cache_folder, keep_in_cache
from conformance.values import packed


def settle_all(judge: Judge) -> dict[str, Settled]:
    """Return each case's settled expectation, where it has one under the subject's choices.

    Raises SpecificationError for a case that contradicts a rule. What contradicts nothing is kept in the cache
    under everything it depends on: the cases and rules, the choices, and the code that judges.
    """
    path = os.path.join(cache_folder(), f"settled-{_key(judge)}.json")
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
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def _fold(settled: dict[str, Settled]) -> object:
    """Write rule sets as numbers into one list of sets: there are few different ones."""
    sets: dict[frozenset[str], int] = {}
    entries = {
        case: [
            sets.setdefault(one.reached, len(sets)),
            sets.setdefault(one.reached_at_best, len(sets)),
            int(one.reported),
        ]
        for case, one in settled.items()
    }
    return {"sets": [sorted(rules) for rules in sets], "cases": entries}


def _unfold(kept: dict[str, dict[str, list[int]]], judge: Judge) -> dict[str, Settled]:
    sets = [frozenset(rules) for rules in kept["sets"]]
    settled = {}
    for case in judge.contract.cases:
        entry = kept["cases"].get(case.id)
        expectation = judge.expectation(case)
        if entry is not None and expectation is not None:
            reached, at_best, reported = entry
            data = packed(expectation.output)
            if data is not None:
                settled[case.id] = Settled(data, sets[reached], sets[at_best], bool(reported))
    return settled
