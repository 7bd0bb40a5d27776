"""Judges trials of one operation by all its rules."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from time import perf_counter
from typing import NamedTuple, TypeVar

from conformance.apis.input_validity import MALFORMED, REAL, Standing, standing_of
from conformance.apis.oracles import OPENAI
from conformance.base.errors import UsageError, did_you_mean
from conformance.base.observation import NOT_ASKED, NOT_COVERED, Outcome, Refusal
from conformance.base.values import ABSENT, JSON, Absent, equal, loose_numbers
from conformance.formats.operations import is_scripted
from conformance.inputs.contrasts import CONTRASTS, Contrast
from conformance.rules.checks.conduct import TOO_LARGE
from conformance.rules.checks.family import Check
from conformance.rules.checks.findings import NOT_OBSERVABLE, Failure
from conformance.rules.checks.names import named_output, trial_with_names
from conformance.rules.checks.registry import family
from conformance.rules.checks.trial import Trial, no_answer
from conformance.rules.checks.view import View
from conformance.rules.contracts import RESTART, Case, Contract, Expectation, Rule
from conformance.rules.contracts.files import attributed
from conformance.rules.contracts.locate import contract_location
from conformance.running.engine.entries import entries_of, with_only
from conformance.running.engine.own_fault import OwnFault, Report, contradiction, fault_of, guarded, refuse
from conformance.running.engine.sets import ALL

# The kind of a failure that no rule names: the result is not the one that a worked example states.
DIFFERS_FROM_CASE = "differs-from-case"

_Found = TypeVar("_Found")


class Judgement(NamedTuple):
    """The findings of all rules about one trial.

    reached: ids of the rules that apply to it. unseen: those of them that this subject does not let the suite observe.
    failed_call: the failure of a call that had to succeed, also if the rule about failed calls was not chosen: its
    cause may be the feature that another rule is about, which `causes` finds out.
    own_faults: of the suite; each leaves its rule undecided.
    """

    reached: frozenset[str]
    unseen: frozenset[str]
    failures: tuple[tuple[str, Failure], ...]
    failed_call: Failure | None = None
    own_faults: tuple[OwnFault, ...] = ()

    def charged_with_the_call(self, trial: Trial) -> frozenset[str]:
        """Return the rules that are charged with the call of a trial, which had to succeed; none where it did."""
        failed = self.failed_call or (no_answer(trial) if trial.outcome.fault else None)
        if failed is None:
            return frozenset()
        return frozenset(rule for rule, failure in self.failures if failure.kind == failed.kind)


class Prechecked(NamedTuple):
    """What a case says when a subject does what it should.

    reached: ids of the rules that apply. own_faults: rules that the case contradicts, or whose check raises.
    """

    reached: frozenset[str]
    own_faults: tuple[OwnFault, ...] = ()


_NOTHING = Judgement(frozenset(), frozenset(), ())


class _Checks:
    """The checks of one operation's chosen rules, each with its rule; and of its other rules (`not_chosen`).

    A run may be narrowed to some rules. What another rule objects to is not charged to one of these.
    Raises UsageError, or SpecificationError in an installed suite, for a rule without a check.
    """

    def __init__(self, contract: Contract, chosen: Sequence[Rule]) -> None:
        own = family(contract.operation)
        checks = own.checks
        try:
            self.all: list[tuple[Rule, Check]] = [(rule, checks[rule.check]) for rule in chosen]
        except KeyError as missing:
            rule = next(rule for rule in chosen if rule.check == missing.args[0])
            raise attributed(
                UsageError(
                    f"{contract_location(contract.operation, rule.id)}: {rule.id} names the check {rule.check!r}, "
                    f"which does not exist for {contract.operation}.",
                    did_you_mean(rule.check, checks),
                )
            ) from None
        self.view: Callable[[Trial], View] = own.view
        self.of_restarted = [(rule, checks[rule.check]) for rule in chosen if RESTART in rule.asks]
        self.of_chained = [(rule, checks[rule.check]) for rule in chosen if rule.chain]
        ids = {rule.id for rule in chosen}
        others = [rule for rule in contract.rules if rule.id not in ids and rule.check in checks]
        self.not_chosen = [(rule, checks[rule.check]) for rule in others]


class Judge:
    """All chosen rules of one operation, under one subject's choices.

    in_force: ids of the rules of the requirement set; None for all. A failure that yields to one of them is advice, to
    one outside the set it is a failure like any other. deciding: the sets that decide the run: a failure that yields to
    a rule of another set counts in its own; None where it counts in none. profile: of the host that results are for.
    report: called with each fault of the suite itself. lacking: the features that the subject says it does not have.
    seconds: by rule, what its check took for the trials of the run. The first check that needs a fact of a trial takes
    the time of reading it.
    """

    def __init__(
        self,
        contract: Contract,
        rules: Sequence[Rule],
        choices: Mapping[str, str],
        exact_numbers: bool = True,
        in_force: Collection[str] | None = None,
        profile: str = OPENAI,
        report: Report = refuse,
        deciding: tuple[str, ...] | None = None,
        lacking: tuple[str, ...] = (),
    ) -> None:
        self.contract = contract
        self.choices = choices
        self.exact_numbers = exact_numbers
        self.profile = profile
        self.report = report
        self.lacking = lacking
        # By case, the faults that its precheck found.
        self.contradicted: dict[str, tuple[OwnFault, ...]] = {}
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._chosen = tuple(rules)
        self.rules = frozenset(rule.id for rule in rules)
        self._by_member = frozenset(choice.name for choice in contract.choices if choice.by_member)
        self._with_contrast = frozenset(rule.id for rule in contract.rules if rule.contrast is not None)
        self.in_force = frozenset(rule.id for rule in contract.rules) if in_force is None else frozenset(in_force)
        self.deciding = deciding

    def under(self, choices: Mapping[str, str]) -> "Judge":
        """Return a judge by all rules of the operation, under other choices."""
        return Judge(
            self.contract,
            self.contract.rules,
            choices,
            self.exact_numbers,
            self.in_force,
            self.profile,
            self.report,
            self.deciding,
            self.lacking,
        )

    @cached_property
    def _checks(self) -> _Checks:
        """The checks, loaded when something is judged in full. Raises as _Checks for a rule without one."""
        return _Checks(self.contract, self._chosen)

    @cached_property
    def stance(self) -> tuple[object, ...]:
        """Everything besides the contract that verdicts depend on: rules, which are in force, choices, and the host."""
        answers = tuple(sorted(self.choices.items()))
        return self.rules, self.in_force, self.deciding, answers, self.exact_numbers, self.profile

    def contrast(self, rule: Rule) -> Contrast | None:
        """Return the transformation that removes the feature which a rule is about; None for a rule without one.

        Raises UsageError, or SpecificationError in an installed suite, for a name that is no contrast.
        """
        if rule.contrast is None:
            return None
        if rule.contrast not in CONTRASTS:
            where = contract_location(self.contract.operation, rule.id)
            raise attributed(
                UsageError(
                    f"{where}: {rule.id} names the contrast {rule.contrast!r}, which does not exist.",
                    did_you_mean(rule.contrast, CONTRASTS),
                )
            )
        return CONTRASTS[rule.contrast]

    def view(self, trial: Trial) -> View:
        """Return the operation's view of a trial."""
        return self._checks.view(trial_with_names(trial))

    def trial(self, input: JSON, outcome: Outcome) -> Trial:
        """Return a trial without relatives."""
        return Trial(
            operation=self.contract.operation,
            input=input,
            outcome=outcome,
            choices=self.choices,
            exact_numbers=self.exact_numbers,
            profile=self.profile,
            lacking=self.lacking,
        )

    def expectation(self, case: Case, outcome: Outcome | None = None) -> Expectation | None:
        """Return what the case expects of a subject with these choices; None where it says nothing about them.

        outcome: of the case; it shows the answer to a choice that is made for each member.
        """
        for expectation in case.expectations:
            is_shown = outcome is None or (outcome.refusal is not None) == (expectation.error is not None)
            open_ = self._by_member if is_shown else ()
            if all(self.choices.get(name, answer if name in open_ else None) == answer
                   for name, answer in expectation.given.items()):  # fmt: skip
                output = family(self.contract.operation).under_choices(expectation.output, self.choices)
                output = named_output(self.contract.operation, case.input, output, self.choices)
                return expectation._replace(output=output) if output is not ABSENT else None
        return None

    def precheck(self, case: Case) -> Prechecked:
        """Judge a case's own expectation: that it contradicts a rule is reported as the suite's own fault."""
        return self._guarded(
            lambda: self._precheck(case), case.input, lambda fault: Prechecked(frozenset(), (fault,)), case.rules[0]
        )

    def _precheck(self, case: Case) -> Prechecked:
        expectation = self.expectation(case)
        if expectation is None:
            return Prechecked(frozenset())
        if expectation.error is not None:
            # A rule about what is left out says nothing where the call fails.
            failed = Outcome(refusal=Refusal(" ".join(expectation.error)), input_after=case.input, diagnostics=())
            judgement = self._run(self._checks.all, self.view(self._owed_trial(case, failed)))
            return Prechecked(self.rules.intersection(case.rules) & judgement.reached, judgement.own_faults)
        reported = ({"level": "error", "message": ""},)
        best = Outcome(
            output=expectation.output, input_after=case.input, shares=False, kept=False, diagnostics=reported
        )
        judgement = self._run(self._checks.all, self.view(self._owed_trial(case, best)))
        contradicted = [
            contradiction(self.contract, case, rule, f"{failure.message} ({failure.at})")
            for rule, failure in judgement.failures
            if failure.yields_to is None  # whether the others count depends on the requirement set
        ]
        for fault in contradicted:
            self.report(fault)
        # What an API saw shows in no output.
        shown = self.rules.intersection(case.rules) if is_scripted(self.contract.operation) else frozenset()
        return Prechecked(judgement.reached | shown, (*judgement.own_faults, *contradicted))

    def _owed_trial(self, case: Case, outcome: Outcome) -> Trial:
        """Return a trial in which a subject that lacks nothing does what a case expects."""
        return replace(self.trial(case.input, outcome), lacking=())

    def judge(self, trial: Trial, case: Case | None = None) -> Judgement:
        """Judge a trial by all rules. A failed call that had to succeed is charged once."""
        return self._guarded(lambda: self._judge(trial, case), trial.input, _undecided)

    def _judge(self, trial: Trial, case: Case | None) -> Judgement:
        failed_call = self._failed_call(trial, case)
        if trial.outcome.fault:
            return self._charge(failed_call, _NOTHING) if failed_call else self._judge_fault(trial, case)
        judgement = self._judge_outcome(trial, case)
        if trial.outcome.refusal:
            judgement = self._judge_refusal(trial, judgement, failed_call)
        faults = tuple(self._faults_of_relatives(trial))
        if not faults:
            return judgement
        reached = judgement.reached.union(rule for rule, _failure in faults)
        return judgement._replace(reached=reached, failures=(*judgement.failures, *faults))

    def _judge_refusal(self, trial: Trial, judgement: Judgement, failed_call: Failure | None) -> Judgement:
        """Charge a failed call, unless a rule says what failed together with what, or instead of what.

        failed_call: None for a call that may fail.
        """
        rule = self.contract.failed_call_rule
        others = tuple(failure for failure in judgement.failures if failure[0] != rule)
        judgement = judgement._replace(reached=judgement.reached - {rule or ""}, failures=others)
        if failed_call is None:
            return judgement
        judgement = judgement._replace(failures=tuple(other for other in others if other[1].kind != TOO_LARGE))
        elsewhere = self._run(self._checks.not_chosen, self.view(trial)).failures
        elsewhere = tuple(pair for pair in elsewhere if pair[0] != rule and pair[1].kind != TOO_LARGE)
        if any(map(self._is_firm, (*judgement.failures, *elsewhere))):
            return judgement
        return self._charge(failed_call, judgement)

    def _failed_call(self, trial: Trial, case: Case | None) -> Failure | None:
        """Return the failure of a call that had to succeed: what a case expects decides, else the view.

        A call may fail on an input that nobody can send, but not by accident where a choice says what becomes of it.
        """
        outcome = trial.outcome
        if not (outcome.refusal or outcome.fault) or is_scripted(trial.operation) or _is_not_asked(outcome):
            return None
        view = self.view(trial)
        if outcome.refusal and view.is_refused_by_right:
            return None
        expectation = self.expectation(case, outcome) if case is not None else None
        if expectation is not None:
            had_to_succeed = expectation.error is None or view.is_accident
        elif outcome.fault is None and not view.must_convert:
            had_to_succeed = False
        else:
            is_sent = case is not None or standing_of(trial.operation, trial.input).is_sent
            had_to_succeed = is_sent or view.is_accident
        failure = no_answer(trial) if had_to_succeed else None
        return failure and failure._replace(at=view.failed_at)

    def _charge(self, failed_call: Failure, judgement: Judgement) -> Judgement:
        """Add a failed call to the failures of a judgement."""
        rule = self.contract.failed_call_rule
        own = ((rule, failed_call),) if rule is not None and rule in self.rules else ()
        return judgement._replace(
            reached=judgement.reached.union(charged for charged, _failure in own),
            failures=(*own, *judgement.failures),
            failed_call=failed_call,
        )

    def _judge_outcome(self, trial: Trial, case: Case | None) -> Judgement:
        view = self.view(trial)
        judgement = self._run(self._checks.all, view, self.seconds)
        if case is None:
            return judgement
        known = self.contradicted.get(case.id, ())
        if known:
            rules = frozenset(fault.rule for fault in known)
            failures = tuple(failure for failure in judgement.failures if failure[0] not in rules)
            judgement = judgement._replace(failures=failures, own_faults=(*judgement.own_faults, *known))
        # A rule that could not be judged may have explained the difference.
        if not judgement.own_faults and not any(map(self._is_firm, judgement.failures)):
            failure = self._differs_from_case(trial, case)
            others = self._run(self._checks.not_chosen, view) if failure is not None else _NOTHING
            if failure is not None and not others.own_faults and not any(map(self._is_firm, others.failures)):
                rule = next((rule for rule in case.rules if rule in self.rules), None)
                if rule:
                    return judgement._replace(
                        reached=judgement.reached | {rule}, failures=((rule, failure), *judgement.failures)
                    )
        return judgement

    def failures_of(self, rule: str, trial: Trial) -> tuple[Failure, ...]:
        """Return what one rule objects to in a trial. A failed call counts for each rule that it may be charged to."""
        return self._guarded(lambda: self._failures_of(rule, trial), trial.input, lambda _fault: (), rule)

    def _failures_of(self, rule: str, trial: Trial) -> tuple[Failure, ...]:
        may_be_cause = rule == self.contract.failed_call_rule or rule in self._with_contrast
        if may_be_cause and (trial.outcome.refusal or trial.outcome.fault):
            failed_call = self.judge(trial).failed_call
            if failed_call is not None:
                return (failed_call,)
        if trial.outcome.fault:
            return tuple(failure for charged, failure in self._judge_fault(trial, None).failures if charged == rule)
        own = [(other_rule, check) for other_rule, check in self._checks.all if other_rule.id == rule]
        return tuple(failure for _rule, failure in self._run(own, self.view(trial)).failures)

    def judge_chained(self, trial: Trial) -> Judgement:
        """Judge what a law's chain of operations made of a trial's input, by the rules about that alone."""
        return self._guarded(
            lambda: self._run(self._checks.of_chained, self.view(trial), self.seconds), trial.input, _undecided
        )

    def judge_restarted(self, trial: Trial) -> Judgement:
        """Judge what another copy of the subject made of a trial's input, by the rules about that alone."""
        return self._guarded(lambda: self._judge_restarted(trial), trial.input, _undecided)

    def _judge_restarted(self, trial: Trial) -> Judgement:
        judgement = self._run(self._checks.of_restarted, self.view(trial), self.seconds)
        faults = tuple(self._faults_of_relatives(replace(trial, alone=None, single_form=None)))
        return judgement._replace(failures=(*judgement.failures, *faults))

    def read(
        self, trial: Trial, reader: Callable[[View], _Found], otherwise: _Found, rule: str | None = None
    ) -> _Found:
        """Return what is read of a trial; `otherwise` where the suite fails at that. rule: which needs it."""
        return self._guarded(lambda: reader(self.view(trial)), trial.input, lambda _fault: otherwise, rule)

    def is_advice(self, failure: Failure) -> bool:
        """Whether a failure only advises: no rule forbids it, or rules in force require the opposite."""
        return failure.advice is not None or failure.overruled

    @cached_property
    def _sets(self) -> Mapping[str, Collection[str]]:
        return {rule.id: rule.sets for rule in self.contract.rules}

    def _in_contract(self, rule: Rule, failure: Failure) -> Failure:
        """Return a failure with the rule that requires the opposite, and whether it does in each set that decides."""
        stronger = rule.yields_to.get(failure.kind)
        return failure._replace(yields_to=stronger, overruled=stronger is not None and self._overrules(stronger, rule))

    def _overrules(self, stronger: str, rule: Rule) -> bool:
        """Whether a rule comes before another one in each set that decides and that has the other one."""
        if stronger not in self.in_force or self.deciding is None:
            return stronger in self.in_force
        if ALL not in self.deciding and len(self.deciding) == 1:
            return True  # the rules in force are those of the set
        own = rule.sets if ALL in self.deciding else set(self.deciding).intersection(rule.sets)
        return set(own) <= set(self._sets[stronger])

    def _is_firm(self, charged: tuple[str, Failure]) -> bool:
        return not self.is_advice(charged[1])

    def _judge_fault(self, trial: Trial, case: Case | None) -> Judgement:
        assert trial.outcome.fault is not None
        failure = Failure(f"fault-{trial.outcome.fault.kind}", "/input", trial.outcome.fault.message)
        # A rule about what is converted says nothing of an input that nobody can send; a crash is one nevertheless.
        malformed = _standing(trial, case) == MALFORMED
        rules = [self.contract.wrong_shape_rule] if malformed else []
        rules += [case.rules[0]] if case is not None and not malformed else []
        rules += [self.contract.failed_call_rule, self.contract.conversion_rule]
        rule = next((rule for rule in rules if rule in self.rules), None)
        # A run of a few rules has none that a fault is charged to.
        return _NOTHING if rule is None else Judgement(frozenset({rule}), frozenset(), ((rule, failure),))

    def _faults_of_relatives(self, trial: Trial) -> Iterator[tuple[str, Failure]]:
        """Yield the faults of the further calls of a trial: the repetition, and each entry of the list alone."""
        operation, given = trial.operation, trial.input
        calls = [] if trial.again is None else [("asked again", given, trial.again)]
        for way, outcomes in (("alone", trial.alone), ("by the single form", trial.single_form)):
            entries = entries_of(operation, given) if outcomes else None
            for number, (entry, outcome) in enumerate(zip(entries or (), outcomes or (), strict=True)):
                calls.append((f"asked for entry {number} {way}", with_only(operation, given, entry), outcome))
        for when, asked, outcome in calls:
            if outcome.fault is not None and outcome.fault.kind not in NOT_ASKED:
                for rule, failure in self._judge_fault(self.trial(asked, outcome), None).failures:
                    yield rule, failure._replace(message=f"{when}: {failure.message}")

    def _differs_from_case(self, trial: Trial, case: Case) -> Failure | None:
        """Hold an outcome that no check objects to against the worked example: a case needs no check of its own."""
        expectation = self.expectation(case, trial.outcome)
        if expectation is None:
            return None
        outcome = trial.outcome
        if expectation.error is not None:
            if outcome.refusal is None:
                return Failure("should-fail", "/output", f"the call must fail here ({case.note})")
            message = outcome.refusal.message.lower()
            if expectation.error and not any(word.lower() in message for word in expectation.error):
                wanted = " or ".join(expectation.error)
                return Failure(
                    "says-not-what", "/output", f"the error must name {wanted}, got: {outcome.refusal.message}"
                )
            return None
        if outcome.refusal is not None:
            return None
        output, expected = outcome.output, expectation.output
        if not self.exact_numbers:
            output, expected = loose_numbers(output), loose_numbers(expected)
        if equal(output, expected):
            return None
        # A sound result may differ where the rules leave it free.
        view, owed = self.view(trial), self.view(replace(trial, outcome=Outcome(output=expectation.output)))
        if view.is_open or equal(view.essence(), owed.essence()):
            return None
        # An example's author shows one correct output; only a source document can require it to the letter.
        return Failure(
            DIFFERS_FROM_CASE,
            "/output",
            f"not the worked example's result ({case.note})",
            advice=None if case.is_of_document else "no rule forbids the difference from the worked example",
        )

    def without(self, rule: Rule, value: JSON) -> JSON | Absent:
        """Return an input without the feature that a rule is about; ABSENT where it has none, or the suite fails."""
        contrast = self.contrast(rule)
        if contrast is None:
            return ABSENT
        return self._guarded(lambda: contrast.of(value), value, lambda _fault: ABSENT, rule.id)

    def control(self, rule: Rule, value: JSON) -> JSON | Absent:
        """Return an input with the feature, else as the contrast writes it; ABSENT where that is the input itself."""
        contrast = self.contrast(rule)
        if contrast is None:
            return ABSENT
        return self._guarded(lambda: contrast.control(value), value, lambda _fault: ABSENT, rule.id)

    def standing(self, value: JSON) -> Standing:
        """Return the standing of an input that a subject made; malformed where the suite fails to tell."""
        return self._guarded(
            lambda: standing_of(self.contract.operation, value), value, lambda _fault: Standing(kind=MALFORMED)
        )

    def expected(self, trial: Trial, case: Case | None) -> JSON | Absent:
        """Return an output that would have been right; ABSENT where the call should have failed."""
        if case is not None:
            expectation = self.expectation(case, trial.outcome)
            if expectation is not None:
                return expectation.output if expectation.error is None else ABSENT
        return self.read(trial, lambda view: view.expected(), ABSENT)

    def may_fail(self, trial: Trial) -> bool:
        """Whether a sound converter may refuse the input of a trial."""
        return self.read(trial, lambda view: view.may_fail, True)

    def _guarded(
        self, call: Callable[[], _Found], value: JSON, undecided: Callable[[OwnFault], _Found], rule: str | None = None
    ) -> _Found:
        """Return what a call returns; where it raises, report that, and return what it leaves undecided.

        value: the input that is judged. rule: which one; None where it is that about conversions.
        """
        rule = rule or self.contract.failed_call_rule or self.contract.conversion_rule

        def raised(error: Exception) -> _Found:
            fault = fault_of(error, self.contract, rule, value)
            self.report(fault)
            return undecided(fault)

        return guarded(call, raised)

    def _run(
        self, checks: Sequence[tuple[Rule, Check]], view: View, seconds: defaultdict[str, float] | None = None
    ) -> Judgement:
        """Run checks on a view. One that raises leaves its rule undecided."""
        seconds = defaultdict(float) if seconds is None else seconds
        reached: list[str] = []
        unseen: list[str] = []
        failures: list[tuple[str, Failure]] = []
        faults: list[OwnFault] = []

        def raised(rule: str, error: Exception) -> None:
            faults.append(fault_of(error, self.contract, rule, view.trial.input))
            self.report(faults[-1])

        for rule, check in checks:
            begun = perf_counter()
            findings = guarded(partial(check, view), partial(raised, rule.id))
            seconds[rule.id] += perf_counter() - begun
            if findings is None:
                continue
            reached.append(rule.id)
            if findings is NOT_OBSERVABLE:
                unseen.append(rule.id)
            elif findings:
                failures.extend((rule.id, self._in_contract(rule, finding)) for finding in findings)
        return Judgement(frozenset(reached), frozenset(unseen), tuple(failures), own_faults=tuple(faults))


def _standing(trial: Trial, case: Case | None) -> str:
    if case is not None:
        return case.standing.kind if case.standing is not None else REAL
    return standing_of(trial.operation, trial.input).kind


def _is_not_asked(outcome: Outcome) -> bool:
    return outcome.fault is not None and outcome.fault.kind in (*NOT_ASKED, NOT_COVERED)


def _undecided(fault: OwnFault) -> Judgement:
    return _NOTHING._replace(own_faults=(fault,))
