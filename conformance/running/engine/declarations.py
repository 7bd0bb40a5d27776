"""What a subject says that it does not have: inputs with it are not offered, but for a few that show whether it is so.

Nothing that is not offered is asked, wherever in a run it comes up. Of each feature of inputs that is not offered, the
worked cases are asked nevertheless, until one fails, breaks a rule, or loses the feature. If none does, the subject has
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from conformance.apis.input_validity import REAL, standing_of
from conformance.base.errors import UsageError
from conformance.base.observation import NOT_COVERED, OUT_OF_SCOPE, ConversionRequest, Fault, Outcome
from conformance.base.values import ABSENT, copy_of
from conformance.inputs.pool import pooled_examples
from conformance.rules.checks.declared import converted
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Contract, Rule
from conformance.rules.scope.declared import Scope
from conformance.rules.scope.features import FEATURES
from conformance.running.engine.ask import ask_all
from conformance.running.engine.collect import not_asked
from conformance.running.engine.context import Context
from conformance.running.engine.judge import Judge, Judgement
from conformance.running.engine.ledger import LedgerItem
from conformance.running.engine.options import Options
from conformance.running.engine.plan import Planned, example_item
from conformance.running.engine.port import Port
from conformance.running.subjects.base import Subject, SubjectWrapper

# Where no worked case shows a feature, so many generated examples are asked, found among so many.
EXAMPLES, LOOKED_AT = 3, 100


def check_scope(contracts: Iterable[Contract], scope: Scope) -> None:
    """Raise UsageError for an operation of which the scope leaves nothing that a client or a server could send."""
    for contract in contracts:
        real = [case for case in contract.cases if case.standing is None]
        if scope.of(contract.operation) and all(scope.why_not(contract.operation, case.input) for case in real):
            raise UsageError(
                f"Without {', '.join(scope.of(contract.operation))} nothing of {contract.operation} is left.",
                "Do not offer the operation, or keep one of them.",
            )


class Offered(SubjectWrapper):
    """A subject that is asked only what it offers: any other input has a fault of the kind OUT_OF_SCOPE."""

    def __init__(self, subject: Subject, scope: Scope) -> None:
        super().__init__(subject)
        self._scope = scope

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Ask the subject; what is not offered comes after what it answered meanwhile."""
        left_out: list[tuple[ConversionRequest, Outcome]] = []
        for answered in self._subject.ask(self._offered(requests, left_out)):
            yield answered
            while left_out:
                yield left_out.pop(0)
        yield from left_out

    def _offered(
        self, requests: Iterable[ConversionRequest], left_out: list[tuple[ConversionRequest, Outcome]]
    ) -> Iterator[ConversionRequest]:
        for request in requests:
            why_not = self._scope.why_not(request.operation, request.input)
            if why_not is None:
                yield request
            else:
                left_out.append((request, Outcome(fault=Fault(OUT_OF_SCOPE, why_not))))


def in_scope(contract: Contract, scope: Scope) -> Contract:
    """Return what of a contract is judged: the cases that are offered, and no choice about what the subject lacks."""
    if not scope.of(contract.operation):
        return contract
    lacking = scope.rules(contract.operation)
    return replace(
        contract,
        cases=tuple(case for case in contract.cases if scope.why_not(contract.operation, case.input) is None),
        choices=tuple(choice for choice in contract.choices if choice.rule not in lacking),
    )


def rules_left_out(contract: Contract, rules: Iterable[Rule], scope: Scope) -> Iterator[tuple[Rule, str]]:
    """Yield the rules that only cases show which are not offered, each with the reason."""
    reasons = {case.id: scope.why_not(contract.operation, case.input) for case in contract.cases}
    for rule in rules:
        own = [reasons[case.id] for case in contract.cases if rule.id in case.rules]
        if own and own[0] is not None and all(own):
            yield rule, own[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Declared:
    """A feature that an operation says it lacks. inputs: with it, and with no other that it lacks."""

    feature: str
    contract: Contract
    item: LedgerItem
    inputs: tuple[Planned, ...]


class Declarations:
    """What the subject of a run says that it does not have, until everything else was asked."""

    def __init__(self, context: Context, options: Options) -> None:
        self._context = context
        self._options = options
        self._declared: list[_Declared] = []

    def plan(self, contract: Contract, judge: Judge) -> None:
        """Find inputs with each feature that an operation lacks. contract: with the cases that are not offered."""
        operation = contract.operation
        if contract.scope_rule not in judge.rules:
            return
        for feature in judge.lacking:
            inputs = tuple(self._inputs(contract, judge, feature))
            if inputs:
                item = example_item(operation, f"without {feature}", 0)
                self._context.ledger.plan([item])
                self._declared.append(_Declared(feature=feature, contract=contract, item=item, inputs=inputs))

    def judge(self, port: Port) -> None:
        """Ask the inputs. port: asks whatever the subject offers."""
        for declared in self._declared:
            self._judge(port, declared)

    def _judge(self, port: Port, declared: _Declared) -> None:
        operation = declared.contract.operation
        own = self._context.judges[operation]
        judge = _judge_of_all(declared.contract, own, self._options.scope)
        first: tuple[Planned, Trial] | None = None
        for planned in declared.inputs:
            ((_planned, trial),) = ask_all(port, [planned], {operation: judge}, port.offered, repeat=False)
            first = first or (planned, trial)
            if not_asked(trial) is not None or not self._converts(declared.feature, planned, trial, judge):
                self._take(declared, planned, trial)
                return
        assert first is not None
        found = f"{declared.feature} converts in each of {len(declared.inputs)} inputs"
        port.note(first[0], (declared.contract.scope_rule or "",), found)
        self._take(declared, *first, len(declared.inputs))

    def _take(self, declared: _Declared, planned: Planned, trial: Trial, converting: int = 0) -> None:
        """Count an input. converting: how many inputs convert, all of them; 0 if this one does not."""
        rule = declared.contract.scope_rule
        assert rule is not None
        failures = ((rule, converted(declared.feature, converting)),) if converting else ()
        planned.item = declared.item
        if trial.outcome.fault is not None and trial.outcome.fault.kind == NOT_COVERED:  # it does not, as it says
            trial = replace(trial, outcome=replace(trial.outcome, fault=None))
        self._context.take(planned, trial, Judgement(frozenset({rule}), frozenset(), failures))

    def _converts(self, feature: str, planned: Planned, trial: Trial, judge: Judge) -> bool:
        """Whether a result has the feature of its input, and breaks no rule that decides."""
        output = trial.outcome.output
        if output is ABSENT or not FEATURES[feature].converted(planned.input, output):
            return False
        judgement = judge.judge(trial, planned.case)
        return not any(
            self._decides(judge, rule) for rule, failure in judgement.failures if not judge.is_advice(failure)
        )

    def _decides(self, judge: Judge, rule: str) -> bool:
        if self._options.required is not None:
            return self._options.required.get((judge.contract.operation, rule)) == "MUST"
        return any(other_rule.id == rule and other_rule.level == "MUST" for other_rule in judge.contract.rules)

    def _inputs(self, contract: Contract, judge: Judge, feature: str) -> Iterator[Planned]:
        """Yield the inputs that are asked: the worked cases; without one, the given inputs, or a few examples."""
        options, operation = self._options, contract.operation
        cases = [
            Planned(operation, copy_of(case.input), case)
            for case in contract.cases
            if case.standing is None and (options.cases is None or case.id in options.cases)
        ]
        given = options.inputs.get(operation, ()) if options.only_inputs else ()
        if not options.only_inputs:
            shown = [case for case in cases if self._shows(case, judge, feature)]
            yield from shown
            if shown or options.cases is not None or FEATURES[feature].in_input is None:
                return
            given = tuple(
                pooled_example.value
                for pooled_example in pooled_examples(operation, LOOKED_AT, options.seed, judge.exact_numbers)
            )
        planned = (Planned(operation, value) for value in given)
        yield from islice((planned for planned in planned if self._shows(planned, judge, feature)), EXAMPLES)

    def _shows(self, planned: Planned, judge: Judge, feature: str) -> bool:
        """Whether a correct result of an input has its one feature that the subject lacks."""
        operation = planned.operation
        if self._options.scope.features(operation, planned.input) != (feature,):
            return False
        if self._options.fits is not None and not self._options.fits(operation, planned.input):
            return False
        if planned.case is None and standing_of(operation, planned.input).kind != REAL:
            return False
        trial = judge.trial(planned.input, Outcome())
        expected = judge.expected(trial, planned.case)
        if expected is ABSENT:  # no output can be named: whether one that must come has the feature shows when it came
            return not judge.may_fail(trial)
        return FEATURES[feature].converted(planned.input, expected)


def _judge_of_all(contract: Contract, own: Judge, scope: Scope) -> Judge:
    """Return a judge by every rule but those about what the subject says that it does not have."""
    left_out = {contract.scope_rule, *scope.rules(contract.operation)}
    rules = [rule for rule in contract.rules if rule.id not in left_out]
    return Judge(contract, rules, own.choices, own.exact_numbers, own.in_force, own.profile, own.report, own.deciding)
