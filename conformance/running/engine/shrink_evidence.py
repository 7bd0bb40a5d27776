"""Makes the input of a failure small: asks the subject smaller inputs, and keeps those that fail in the same way."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from conformance.apis.input_validity import Standing
from conformance.base.values import ABSENT, JSON, copy_of
from conformance.inputs.contrasts import explained
from conformance.rules.checks.registry import family
from conformance.rules.contracts import Rule
from conformance.running.engine.ask_once import ask_for_rule
from conformance.running.engine.evidence import FailedTrial, copied
from conformance.running.engine.failure_identity import defect_of, is_failed_call, words
from conformance.running.engine.judge import Judge
from conformance.running.engine.losses_by_contrast import keeps_all, kinds_of_loss
from conformance.running.engine.plan import Planned, plan_inputs, size
from conformance.running.engine.port import Port
from conformance.running.engine.shrink import BATCH, shrink

# A subject that crashes on smaller inputs too would be restarted for each of hundreds.
MAX_FAULTS = 3
MOST_ASKED = 200  # inputs for one defect


def shrunk(
    found: FailedTrial,
    rule: str,
    port: Port,
    judge: Judge,
    *,
    known: Sequence[JSON] = (),
    fits: Callable[[str, JSON], bool] | None = None,
    may_be_charged: Callable[[FailedTrial], bool] = lambda _failed: True,
    max_asked: int = MOST_ASKED,
    enough: int = 0,
) -> tuple[FailedTrial, int]:
    """Return the same defect on the smallest input that was found, and how many inputs were asked.

    The smaller inputs have the standing of the first, for the same reasons. known: smaller inputs of other failures of
    the same trial, which are tried first. fits: which inputs can reach a subject that shows a part of what it does, and
    that is asked no entries alone; None for any other. may_be_charged: whether a failure may be reported. enough:
    bytes of an input that is small enough.
    """
    operation = found.planned.operation
    as_sound = family(operation).as_sound
    best, faults, count = found, 0, 0
    own = next(other_rule for other_rule in judge.contract.rules if other_rule.id == rule)
    fails, loses = is_failed_call(found.failure), found.failure.kind in kinds_of_loss(own)
    contrast = judge.contrast(own) if fails or loses else None
    defect, standing = defect_of(found.failure, found.trial.outcome), _reasons(found.planned.standing)

    def is_worth(candidate: JSON) -> bool:
        """Whether a candidate is an input as good as the first: what is worse need not be asked."""
        if not as_sound(candidate, found.planned.input) or not (fits is None or fits(operation, candidate)):
            return False
        if contrast is not None and judge.without(own, candidate) is ABSENT:
            return False
        (planned,) = plan_inputs(judge.contract, [candidate])
        return _reasons(planned.standing) == standing

    def still_fails(candidates: Sequence[JSON]) -> int | None:
        nonlocal best, faults, count
        if faults >= MAX_FAULTS:
            return None
        position: dict[int, int] = {}
        planned: list[Planned] = []
        for index, candidate in enumerate(candidates):
            if is_worth(candidate):
                planned += plan_inputs(judge.contract, [copy_of(candidate)])
                planned[-1].entries = planned[-1].entries if fits is None else ()
                planned[-1].given = found.planned.given
                planned[-1].mutation = found.planned.mutation
                position[id(planned[-1])] = index
        count += len(planned)
        hits: dict[int, FailedTrial] = {}
        asked = ask_for_rule(rule, planned, port, judge, chained=found.trial.chained is not None)
        for other_planned, trial in asked:
            faults += trial.outcome.fault is not None
            for failure in judge.failures_of(rule, trial):
                if contrast is not None and fails:
                    failure = failure._replace(message=explained(failure.message, contrast))
                if (
                    position[id(other_planned)] not in hits
                    and defect_of(failure, trial.outcome) == defect
                    and failure.yields_to == found.failure.yields_to
                    and failure.advice in (None, found.failure.advice)
                ):
                    hits[position[id(other_planned)]] = found._replace(
                        planned=other_planned,
                        trial=copied(trial)[1],
                        failure=failure._replace(advice=found.failure.advice),
                    )
        for first in sorted(hits):
            if is_confirmed(hits[first]):
                best = hits[first]
                return first
        return None

    def is_confirmed(smaller: FailedTrial) -> bool:
        """Whether a smaller input may be shown: it can have left the domain, or fail for another reason."""
        nonlocal count
        if not may_be_charged(smaller):
            return False
        if contrast is None:
            return True
        count += 1
        return (_succeeds if fails else keeps_all)(port, judge, own, smaller.planned.input)

    still_fails(sorted(known, key=size))
    # Behind a pipe many requests at once are fast; in this process few are, and so are few conversations.
    one_by_one = port.watches or fits is not None
    batch_size = 1 if one_by_one else BATCH
    shrink(
        best.planned.input,
        still_fails,
        is_worth=is_worth,
        max_asked=max_asked,
        batch_size=batch_size,
        enough=enough,
    )
    return best, count


def _reasons(standing: Standing) -> tuple[str, frozenset[tuple[str, str]]]:
    """Return a standing without the places of its reasons and the values in them."""
    return standing.kind, frozenset((reason.rule, words(reason.message)) for reason in standing.reasons)


def _succeeds(port: Port, judge: Judge, rule: Rule, value: JSON) -> bool:
    (outcome,) = port.outcomes(judge.contract.operation, [judge.without(rule, value)])
    return outcome.output is not ABSENT
