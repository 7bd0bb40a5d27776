"""Which failures the evidence shows first: what counts and decides most, what a reader knows, what is small."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from conformance.apis.input_validity import DOCUMENTED, MALFORMED, REAL
from conformance.running.engine.evidence import FailedTrial
from conformance.running.engine.failure_identity import Cause, FailureIdentity, defect_of
from conformance.running.engine.plan import Planned, size
from conformance.running.engine.result import Evidence

STANDINGS = (REAL, DOCUMENTED, MALFORMED)  # what decides most first


def shared_cause(failed: FailedTrial) -> Cause | FailureIdentity:
    """Return what a failure has in common with others of its cause."""
    known = failed.objection.cause if failed.objection is not None else None
    return known or defect_of(failed.failure, failed.trial.outcome)


def one_a_cause(
    examples: Iterable[tuple[FailureIdentity, FailedTrial]],
) -> Iterator[tuple[FailureIdentity, FailedTrial]]:
    """Yield the first example of each cause, and those that the user gave."""
    seen: set[Cause | FailureIdentity] = set()
    for defect, failed in examples:
        if shared_cause(failed) not in seen or failed.planned.given is not None:
            seen.add(shared_cause(failed))
            yield defect, failed


def weight(planned: Planned) -> tuple[int, bool, int]:
    """Return what makes an example the better evidence the less it is: a standing that decides less, made up, large."""
    return STANDINGS.index(planned.standing.kind), planned.given is None, size(planned.input)


def ordered(
    pieces: Iterable[tuple[FailedTrial, Evidence]], is_real: Callable[[FailedTrial], bool]
) -> list[tuple[FailedTrial, Evidence]]:
    """Return one piece of evidence for each defect, then the others.

    First come failures that count, sequences, given and real inputs, cases, and small inputs.
    is_real: whether a failure counts in every set.
    """
    seen: set[tuple[bool, FailureIdentity]] = set()
    ranked = []
    for failed, evidence in sorted(pieces, key=lambda piece: _rank(*piece, is_real=is_real(piece[0]))):
        defect = evidence.advice is not None, defect_of(failed.failure, failed.trial.outcome)
        ranked.append((evidence.advice is not None, defect in seen, (failed, evidence)))
        seen.add(defect)
    return [piece for _is_advice, _is_further, piece in sorted(ranked, key=lambda entry: entry[:2])]


def _rank(failed: FailedTrial, evidence: Evidence, *, is_real: bool) -> tuple[bool, bool, bool, bool, bool, int]:
    made_up, is_given = evidence.case is None, evidence.source is not None
    is_advice = evidence.advice is not None
    return is_advice, not evidence.earlier, not is_given, not is_real, made_up, size(evidence.input)


def in_turn(by_defect: Mapping[FailureIdentity, Sequence[FailedTrial]]) -> list[FailedTrial]:
    """Return the failures of each defect in turn: the smallest of each, then another of each."""
    sorted_each = (sorted(failed, key=lambda trial: weight(trial.planned)) for failed in by_defect.values())
    return [value for turn in zip_longest(*sorted_each) for value in turn if value is not None]
