"""Keeps what was judged of cases: a case with the very outcome of an earlier run has the verdict of that run.

A run in which every outcome was seen before does without the checks, and without the validator that some of them ask:
loading these takes longer than asking a quick subject all its cases. What is kept goes by everything that a verdict
rests on, and only what a conforming subject gave is kept: there are few ways to be right.
"""

from __future__ import annotations

import json
import os

from conformance.checks.findings import Failure
from conformance.checks.trial import Trial
from conformance.contracts import Case
from conformance.digest import sha256
from conformance.engine.basis import basis
from conformance.engine.judge import Judge, Judgement, Settled
from conformance.files import cache_folder, keep_in_cache
from conformance.observation import Outcome
from conformance.values import ABSENT, JSON, Absent, packed

MOST_KEPT = 4_000  # of an operation; when there is more, what was kept first goes


class Memory:
    """What is kept of one operation, by digests of what it is about. `write` hands it to later runs."""

    def __init__(self, operation: str, digest: str) -> None:
        self._path = os.path.join(cache_folder(), f"judged-{basis(operation, digest)}.json")
        self._kept = _read(self._path)
        self._changed = False

    def recall(self, key: str | None) -> JSON | Absent:
        """Return what is kept under a key; ABSENT where nothing is."""
        return ABSENT if key is None else self._kept.get(key, ABSENT)

    def keep(self, key: str | None, value: JSON) -> None:
        """Keep a value under a key; under None nothing is kept."""
        if key is not None:
            self._kept[key] = value
            self._changed = True

    def write(self) -> None:
        """Write what was added. Where the cache cannot be written, later runs judge again."""
        if self._changed:
            for key in list(self._kept)[:-MOST_KEPT]:
                del self._kept[key]
            keep_in_cache(self._path, json.dumps(self._kept).encode())
            self._changed = False


def judged(judge: Judge, memory: Memory | None, trial: Trial, case: Case | None, settled: Settled | None) -> Judgement:
    """Return what a judge says of a trial, or said of its like in an earlier run."""
    at_once = judge.at_once(trial, settled)
    if at_once is not None:
        return at_once
    if memory is None or case is None:
        return judge.judge(trial, case, settled)
    key = _key_of_trial(judge, trial, case)
    known = memory.recall(key)
    if known is not ABSENT:
        try:
            return _unfold(known)
        except (ValueError, TypeError, AttributeError):
            pass  # damaged
    judgement = judge.judge(trial, case, settled)
    if all(judge.is_advice(failure) for _rule, failure in judgement.failures):
        memory.keep(key, _fold(judgement))
    return judgement


def key_of(*parts: object) -> str | None:
    """Return the key of something; None where it holds what is no JSON value.

    parts: JSON values, and tuples of such.
    """
    data = packed(parts)
    return str(sha256(data).hexdigest())[:32] if data is not None else None


def told(outcome: Outcome) -> tuple[object, ...] | None:
    """Return all that a verdict can rest on of an outcome; None where that is more than the outcome holds."""
    if outcome.fault is not None or outcome.requests is not None:
        return None
    output, after, refusal = outcome.output, outcome.input_after, outcome.refusal
    return (
        () if output is ABSENT else (output,),
        outcome.proven,
        None if refusal is None else (refusal.message, refusal.type),
        outcome.not_json,
        () if after is ABSENT else (after,),
        outcome.shares,
        outcome.kept,
        outcome.diagnostics,
    )


def _key_of_trial(judge: Judge, trial: Trial, case: Case) -> str | None:
    if trial.tenth is not None or trial.joined is not None or trial.requests is not None:
        return None
    parts: list[object] = [judge.stance, trial.exact_numbers, case.id, trial.input]
    for outcomes in ((trial.outcome,), trial.again and (trial.again,), trial.singles, trial.single_form):
        of_outcomes = [told(outcome) for outcome in outcomes] if outcomes is not None else None
        if of_outcomes is not None and None in of_outcomes:
            return None
        parts.append(of_outcomes)
    return key_of(*parts)


# A list of rules is one text, which takes a fraction of the time to read.


def _fold(judgement: Judgement) -> JSON:
    reached, unseen, failures = judgement
    return [" ".join(sorted(reached)), " ".join(sorted(unseen)), [[rule, *failure] for rule, failure in failures]]


def _unfold(kept: JSON) -> Judgement:
    reached, unseen, failures = kept
    told = tuple((rule, Failure(*failure)) for rule, *failure in failures)
    return Judgement(frozenset(reached.split()), frozenset(unseen.split()), told)


def _read(path: str) -> dict[str, JSON]:
    try:
        with open(path, encoding="utf-8") as file:
            kept = json.load(file)
    except (OSError, ValueError, RecursionError):
        return {}  # nothing kept yet, or damaged
    return kept if isinstance(kept, dict) else {}
