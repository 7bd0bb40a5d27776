"""Finds the cause of failed calls: asks the subject the same input without one feature after the other.

If the call succeeds without a feature, the rule about that feature is charged, otherwise the rule about failed calls.
Rules name the transformation that removes their feature (`contrast:` in the contracts).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from conformance.apis.input_validity import REAL, standing_of
from conformance.base.values import ABSENT, JSON
from conformance.inputs.contrasts import Contrast, explained
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Rule
from conformance.running.engine.context import Context
from conformance.running.engine.failure_identity import error_class
from conformance.running.engine.judge import Judgement
from conformance.running.engine.losses_by_contrast import keeps_all, kinds_of_loss
from conformance.running.engine.plan import Planned, size
from conformance.running.engine.port import Port

# So many failed calls with one message are examined; of further ones the cause is taken to be the same, if their input
# has its feature. After so many faults of a contrast no further one is asked: each may cost a restart or a timeout.
EXAMINED, MOST_FAULTS = 25, 3
# A feature may be the cause if removing it helps so many times as often as it is in vain, where nothing else helps.
HELPS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class _PendingTrial:
    """A trial whose cause is not known yet: of a failed call, or of a loss.

    rules: about features that may be the cause of a loss; none for a failed call.
    """

    planned: Planned
    trial: Trial
    judgement: Judgement
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Feature:
    """A feature that a rule is about, and what removes it."""

    rule: Rule
    contrast: Contrast


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tried:
    """What became of a failed call without its features.

    features: those that were removed, one after the other. helped: those without which the call succeeded, with the
    size of the input without each.
    """

    features: frozenset[_Feature] = frozenset()
    helped: Mapping[_Feature, int] = field(default_factory=dict)


class Causes:
    """The failed calls of a run, until everything else was asked."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._held: list[_PendingTrial] = []
        self._losses: list[_PendingTrial] = []
        self._faults = 0

    def hold(self, planned: Planned, trial: Trial, judgement: Judgement) -> bool:
        """Keep a trial if its call failed and a feature of its input may be the cause. Return whether it was kept."""
        if judgement.failed_call is None:
            return self._hold_loss(planned, trial, judgement)
        # A subject that dies may die of something else the next time: what a contrast shows of it proves nothing.
        if trial.outcome.fault is not None or not any(True for _one in self._removed(planned)):
            return False
        self._held.append(_PendingTrial(planned=planned, trial=trial, judgement=judgement))
        return True

    def _hold_loss(self, planned: Planned, trial: Trial, judgement: Judgement) -> bool:
        """Keep a trial that lost something with the feature of a rule: it may be lost without the feature too."""
        if not judgement.failures:
            return False
        failed = {(rule, failure.kind) for rule, failure in judgement.failures}
        contract = self._context.judges[planned.operation].contract
        rules = tuple(rule for rule in contract.rules if any((rule.id, kind) in failed for kind in kinds_of_loss(rule)))
        if rules:
            self._losses.append(_PendingTrial(planned=planned, trial=trial, judgement=judgement, rules=rules))
        return bool(rules)

    def settle(self, port: Port) -> None:
        """Ask the contrasts of everything that is held, and count each trial under its cause."""
        losses, self._losses = self._losses, []
        examined: defaultdict[tuple[str, str], list[bool]] = defaultdict(list)
        for loss in losses:
            self._settle_loss(port, loss, examined)
        held, self._held = self._held, []
        groups: dict[tuple[str, str], list[_PendingTrial]] = {}
        for trial in held:
            groups.setdefault((trial.planned.operation, error_class(trial.trial.outcome)), []).append(trial)
        for group in groups.values():
            self._settle_group(port, group)

    def _settle_loss(
        self, port: Port, trial: _PendingTrial, examined: defaultdict[tuple[str, str], list[bool]]
    ) -> None:
        """Charge a loss to each feature without which nothing is lost; other rules are charged with the loss itself.

        examined: by operation and rule, whether nothing was lost without the feature. Of further losses the feature is
        the cause if it was that of all examined ones.
        """
        judge, judgement = self._context.judges[trial.planned.operation], trial.judgement
        for rule in trial.rules:
            known = examined[trial.planned.operation, rule.id]
            if len(known) < EXAMINED:
                known.append(rule.contrast is not None and keeps_all(port, judge, rule, trial.planned.input))
                is_cause = known[-1]
            else:
                is_cause = all(known)
            found = "nothing is lost without its feature" if is_cause else "something is lost without its feature too"
            port.note(trial.planned, (rule.id,), found)
            if not is_cause:
                kinds = kinds_of_loss(rule)
                others = tuple(
                    failure for failure in judgement.failures if failure[0] != rule.id or failure[1].kind not in kinds
                )
                judgement = judgement._replace(failures=others)
        self._context.take(trial.planned, trial.trial, judgement)

    def _settle_group(self, port: Port, group: list[_PendingTrial]) -> None:
        """Charge calls that failed with one message.

        Of several possible causes the most frequent one is charged; of equally frequent ones that whose removal leaves
        most of the input, which is the most specific one.
        """
        possible = _consistent([self._try_without(port, trial) for trial in group[:EXAMINED]])
        counts = Counter(feature for causes in possible for feature in causes)
        left = sum((Counter(causes) for causes in possible), Counter[_Feature]())
        frequent = sorted(counts, key=lambda feature: (-counts[feature], -left[feature]))
        further = [{feature for feature, _input in self._removed(trial.planned)} for trial in group[EXAMINED:]]
        for trial, causes in zip(group, (*possible, *further), strict=True):
            cause = next((feature for feature in frequent if feature in causes), None)
            instead_of = self._context.judges[trial.planned.operation].contract.failed_call_rule or ""
            if cause is None:
                port.note(trial.planned, (instead_of,), "no feature of the input is the cause")
                self._context.take(trial.planned, trial.trial, trial.judgement)
                continue
            found = f"the call succeeds {cause.contrast.when}: {cause.rule.id} is charged instead of {instead_of}"
            port.note(trial.planned, (cause.rule.id, instead_of), found)
            self._context.take(trial.planned, trial.trial, self._charged(trial, cause))

    def release(self) -> None:
        """Count what is still held under the rule about failed calls: the run was interrupted."""
        held, self._held, self._losses = [*self._held, *self._losses], [], []
        for trial in held:
            self._context.take(trial.planned, trial.trial, trial.judgement)

    def _removed(self, planned: Planned) -> Iterator[tuple[_Feature, JSON]]:
        """Yield each feature of an input, with the input without it."""
        judge = self._context.judges[planned.operation]
        for rule in judge.contract.rules:
            contrast, removed = judge.contrast(rule), judge.without(rule, planned.input)
            if contrast is not None and removed is not ABSENT:
                yield _Feature(rule=rule, contrast=contrast), removed

    def _try_without(self, port: Port, held: _PendingTrial) -> _Tried:
        """Ask an input without each of its features.

        The input itself is asked again beside them: where it succeeds now, no feature was the cause. So it is with a
        feature where the input is written anew for its contrast, and succeeds so with the feature.
        """
        if self._faults >= MOST_FAULTS:
            return _Tried()
        operation, must_be_real = held.planned.operation, held.planned.standing.kind == REAL
        candidates = [
            (feature, value)
            for feature, value in self._removed(held.planned)
            if not must_be_real or standing_of(operation, value).kind == REAL
        ]
        if not candidates:
            return _Tried()
        again, *outcomes = port.outcomes(operation, [held.planned.input, *(value for _feature, value in candidates)])
        self._faults += sum(outcome.fault is not None for outcome in (again, *outcomes))
        helped = {
            feature: size(value)
            for (feature, value), outcome in zip(candidates, outcomes, strict=True)
            if outcome.output is not ABSENT
        }
        healed = self._healed(port, held, tuple(helped))
        helped = {feature: left for feature, left in helped.items() if feature not in healed}
        features = frozenset(feature for feature, _value in candidates)
        return _Tried(features=features, helped=helped if again.output is ABSENT else {})

    def _healed(self, port: Port, held: _PendingTrial, features: Sequence[_Feature]) -> set[_Feature]:
        """Return the features with which the call succeeds too, once its input is written as without them."""
        judge = self._context.judges[held.planned.operation]
        controls = [(feature, judge.control(feature.rule, held.planned.input)) for feature in features]
        asked = [(feature, value) for feature, value in controls if value is not ABSENT]
        outcomes = port.outcomes(held.planned.operation, [value for _feature, value in asked]) if asked else []
        return {
            feature for (feature, _value), outcome in zip(asked, outcomes, strict=True) if outcome.output is not ABSENT
        }

    def _charged(self, held: _PendingTrial, cause: _Feature) -> Judgement:
        """Return the judgement of a failed call that is charged to the feature without which it succeeds."""
        judgement, failed_call, rule = held.judgement, held.judgement.failed_call, cause.rule.id
        assert failed_call is not None
        others = tuple(failure for failure in judgement.failures if failure[1] is not failed_call)
        message = explained(failed_call.message, cause.contrast)
        is_chosen = rule in self._context.judges[held.planned.operation].rules
        own = ((rule, failed_call._replace(message=message, about=cause.contrast.when)),) if is_chosen else ()
        before = {charged for charged, failure in judgement.failures if failure is failed_call}
        reached = judgement.reached - before | {charged for charged, _failure in own}
        return judgement._replace(reached=frozenset(reached), failures=(*own, *others))


def _consistent(tried: Sequence[_Tried]) -> list[dict[_Feature, int]]:
    """Return the possible causes of each of some calls that failed with one message.

    To remove a cause helps wherever nothing else does, and most calls with its message have it. A call that succeeds
    by chance, because it became longer, shows no cause.
    """
    helped = Counter(feature for tried in tried for feature in tried.helped)
    in_vain = Counter(feature for tried in tried if not tried.helped for feature in tried.features)
    causes = {feature for feature, times in helped.items() if times >= HELPS * in_vain[feature]}
    possible = [{feature: left for feature, left in tried.helped.items() if feature in causes} for tried in tried]
    examined = sum(bool(tried.features) for tried in tried)
    return possible if 2 * sum(map(bool, possible)) >= examined else [{} for _one in tried]
