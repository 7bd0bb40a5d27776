"""Judges what cases expect once, before any subject is asked, and keeps what came of it for the next start."""

import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from conformance.contracts import Case, Contract
from conformance.engine.basis import basis
from conformance.engine.judge import Judge, Judgement, Settled
from conformance.kept import keep, kept
from conformance.values import packed, unpacked


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
    known = _read_or_settle(judge, chosen, f"settled-{key.partition(' ')[0]}.bin")
    _known[id(judge.contract)] = (judge.contract, key, known)
    return known


# For whoever judges many subjects in one process: the last answers of each contract.
_known: dict[int, tuple[Contract, str, dict[str, Known]]] = {}


def _read_or_settle(judge: Judge, chosen: Sequence[Case], name: str) -> dict[str, Known]:
    data = kept(name)
    if data is not None:
        return _unfold(unpacked(data), chosen)
    known = settle(judge, judge.contract.cases)
    keep(name, packed(_fold(known)) or b"")
    return {case.id: known[case.id] for case in chosen}


def settle(judge: Judge, cases: Sequence[Case]) -> dict[str, Known]:
    """Judge what some cases expect. Raises SpecificationError for an output that contradicts a rule."""
    known = {}
    for case in cases:
        settled = judge.settle(case)
        known[case.id] = Known(settled, judge.should_reach(case, settled))
    return known


def _key(judge: Judge) -> str:
    """Name everything that the outcome depends on; the bytes of its values are this Python's.

    The cases too: where a subject is reached through something else, a part of those of the specifications is asked.
    """
    operation, choices, python = judge.contract.operation, sorted(judge.choices.items()), sys.implementation.cache_tag
    cases = [case.id for case in judge.contract.cases]
    return basis(operation, judge.digest, sorted(judge.rules), choices, judge.exact_numbers, python, cases)


# Beside each other: sets of rules, which are few and shared; conducts, as pairs of places among these; and of each case
# the place of what it reaches, and the fields of Settled where it has an output.
_Folded = tuple[list[frozenset[str]], list[tuple[tuple[int, int], ...]], dict[str, tuple[Any, ...]]]


def _fold(known: dict[str, Known]) -> _Folded:
    """Write rule sets and conducts once and name them by number: there are few different ones."""
    sets: dict[frozenset[str], int] = {}
    conducts: dict[tuple[tuple[int, int], ...], int] = {}

    def number(rules: frozenset[str]) -> int:
        return sets.setdefault(rules, len(sets))

    cases: dict[str, tuple[Any, ...]] = {}
    for case, (settled, reach) in known.items():
        cases[case] = (number(reach),)
        if settled is not None:
            conduct = tuple((number(one.reached), number(one.unseen)) for one in settled.conduct)
            place = conducts.setdefault(conduct, len(conducts))
            cases[case] += (settled.input, settled.data, number(settled.reached), place, settled.reported)
    return list(sets), list(conducts), cases


def _unfold(folded: _Folded, chosen: Sequence[Case]) -> dict[str, Known]:
    sets, pairs, cases = folded
    conducts = [tuple(Judgement(sets[one], sets[other], ()) for one, other in each) for each in pairs]
    known = {}
    for case in chosen:
        reach, *of_output = cases[case.id]
        settled = None
        if of_output:
            given, data, reached, conduct, reported = of_output
            settled = Settled(given, data, sets[reached], conducts[conduct], reported)
        known[case.id] = Known(settled, sets[reach])
    return known
