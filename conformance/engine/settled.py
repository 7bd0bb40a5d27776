"""Judges what cases expect once, before any subject is asked, and keeps what came of it for the next start."""

import json
import os
from collections.abc import Sequence
from typing import Any, NamedTuple

from conformance.contracts import Case, Contract
from conformance.engine.basis import basis
from conformance.engine.judge import Judge, Judgement, Settled
from conformance.files import cache_folder, keep_in_cache
from conformance.values import packed


class Known(NamedTuple):
    """What is known of a case under a subject's choices.

    settled: its expected output, judged; None where it expects none. reach: rules that it reaches when a subject does
    what it should.
    """

    settled: Settled | None
    reach: frozenset[str]


def settle_all(judge: Judge, chosen: Sequence[Case]) -> dict[str, Known]:
    """Return what is known of each chosen case under the subject's choices.

    Raises SpecificationError for a case, chosen or not, that contradicts a rule. What contradicts nothing is kept
    in the cache under everything it depends on: the cases and rules, the choices, and the code that judges.
    """
    key = f"{_key(judge)} {len(chosen)}"
    before = _known.get(id(judge.contract))
    if before is not None and before[0] is judge.contract and before[1] == key:
        return before[2]
    known = _read_or_settle(judge, chosen, os.path.join(cache_folder(), f"settled-{key.partition(' ')[0]}.json"))
    _known[id(judge.contract)] = (judge.contract, key, known)
    return known


# For whoever judges many subjects in one process: the last answers of each contract.
_known: dict[int, tuple[Contract, str, dict[str, Known]]] = {}


def _read_or_settle(judge: Judge, chosen: Sequence[Case], path: str) -> dict[str, Known]:
    try:
        with open(path, encoding="utf-8") as file:
            return _unfold(json.load(file), judge, chosen)
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        pass  # nothing kept yet, or damaged
    known = settle(judge, judge.contract.cases)
    keep_in_cache(path, json.dumps(_fold(known)).encode())
    return {case.id: known[case.id] for case in chosen}


def settle(judge: Judge, cases: Sequence[Case]) -> dict[str, Known]:
    """Judge what some cases expect. Raises SpecificationError for an output that contradicts a rule."""
    known = {}
    for case in cases:
        settled = judge.settle(case)
        known[case.id] = Known(settled, judge.should_reach(case, settled))
    return known


def _key(judge: Judge) -> str:
    """Name everything that the outcome depends on."""
    operation, choices = judge.contract.operation, sorted(judge.choices.items())
    return basis(operation, judge.digest, sorted(judge.rules), choices, judge.exact_numbers)


def _fold(known: dict[str, Known]) -> object:
    """Write rule sets and conducts once and name them by number: there are few different ones."""
    sets: dict[frozenset[str], int] = {}
    conducts: dict[tuple[tuple[int, int], ...], int] = {}

    def number(rules: frozenset[str]) -> int:
        return sets.setdefault(rules, len(sets))

    entries: dict[str, list[Any]] = {}
    for case, (settled, reach) in known.items():
        entries[case] = [number(reach)]
        if settled is not None:
            conduct = tuple((number(one.reached), number(one.unseen)) for one in settled.conduct)
            entries[case] += number(settled.reached), conducts.setdefault(conduct, len(conducts)), settled.reported
    return {"cases": entries, "conducts": list(conducts), "sets": [sorted(rules) for rules in sets]}


def _unfold(kept: dict[str, Any], judge: Judge, chosen: Sequence[Case]) -> dict[str, Known]:
    sets = [frozenset(rules) for rules in kept["sets"]]
    conducts = [tuple(Judgement(sets[one], sets[other], ()) for one, other in each) for each in kept["conducts"]]
    cases = kept["cases"]
    known = {}
    for case in chosen:
        reach, *of_output = cases[case.id]
        settled = None
        if of_output:
            reached, conduct, reported = of_output
            expectation = judge.expectation(case)
            data = packed(expectation.output) if expectation is not None else None
            if data is None:
                raise ValueError(case.id)
            settled = Settled(packed(case.input) or b"", data, sets[reached], conducts[conduct], reported)
        known[case.id] = Known(settled, sets[reach])
    return known
