"""Counts judged trials, collects the evidence, and draws the verdict of each rule."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from conformance.apis.input_validity import REAL
from conformance.base.errors import OUR_FAULT
from conformance.base.observation import NOT_ASKED
from conformance.base.values import JSON
from conformance.rules.checks.findings import Failure
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Choice, Contract, Rule
from conformance.running.engine.arrivals import content_at, facts_of_cases
from conformance.running.engine.case_results import CaseResults
from conformance.running.engine.choices import NoAnswer
from conformance.running.engine.confirmation import Confirm, Confirmation
from conformance.running.engine.events import Listener
from conformance.running.engine.evidence import (
    ALL_OUTPUTS,
    FailedTrial,
    copied,
    evidence_of,
    illegal_answer,
    no_answer,
    with_choices,
)
from conformance.running.engine.failure_identity import Cause, FailureIdentity, cause_of, defect_of
from conformance.running.engine.fates import grid_line, together
from conformance.running.engine.given import GivenAccount
from conformance.running.engine.judge import Judge, Judgement
from conformance.running.engine.kept_failures import MOST_CAUSES, KeptFailures
from conformance.running.engine.ledger import Ledger, LedgerItem
from conformance.running.engine.left_out_by import cases_of_features
from conformance.running.engine.options import Options
from conformance.running.engine.own_fault import OwnFault
from conformance.running.engine.passed_on import is_passed_on
from conformance.running.engine.plan import Planned, size
from conformance.running.engine.port import Port
from conformance.running.engine.result import (
    FAIL,
    NOT_APPLICABLE,
    NOT_OBSERVABLE,
    NOT_RUN,
    PASS,
    Evidence,
    GivenFailure,
    Objection,
    Reduced,
    RuleResult,
    RunResult,
    SeenFault,
)
from conformance.running.engine.set_aside import InputsSetAside, number_of
from conformance.running.engine.sets import ALL, decides, deciding_standing
from conformance.running.engine.shown_first import ordered
from conformance.running.engine.shrink_shown import READABLE, shrunk_inputs

LOCATED = 500  # failing trials of an operation of which every objection is kept; of others those of a new cause
PLACES = 20  # objections of a rule to one trial that are kept, but for new causes
FAULTS_KEPT = 20  # of an operation, with their inputs
LARGEST_SHOWN = 20_000  # bytes of the input of a fault in a report
MOST_ASKED = 300  # smaller inputs of all defects of an operation
MOST_LED = 40  # of a subject that conversations are led with, which take up to seconds


_Known = tuple[str | None, str, Cause | None]

NO_RESULT = "no conversion that should have reached it returned a result"  # how the reason begins


class Collector:
    """The tally of one run. confirm: raises OwnFault for a failure that must not be charged."""

    def __init__(self, result: RunResult, options: Options, confirm: Confirm | None = None) -> None:
        self._result = result
        self._options = options
        self._confirmation = Confirmation(confirm)
        self._rules: dict[tuple[str, str], RuleResult] = {}
        self._expected: dict[tuple[str, str], set[str]] = {}  # by operation and rule, the cases still to reach it
        self._cases = CaseResults()
        # How many cases and examples reached each set of rules: there are few different sets.
        self._reached: dict[tuple[str, bool, frozenset[str]], int] = {}
        self._kept = KeptFailures(self._is_real)
        self._objections: dict[tuple[str, str], set[Objection]] = {}
        # Of those of trials: what decides whether they count, and the cause, without where they are.
        self._known: defaultdict[tuple[str, str], set[_Known]] = defaultdict(set)
        self._located: Counter[str] = Counter()  # by operation
        self._faulty: Counter[str] = Counter()  # by operation, the calls that brought no usable answer
        self._held = 0  # bytes of outputs
        self._counts_as: dict[str, Mapping[str, str]] = {}  # by operation, as in Contract
        self._unasked: dict[str, str] = {}  # by operation, why some of its inputs were not asked
        self._rejected: dict[tuple[str, str], str] = {}  # by operation and case, the first rule that its result breaks
        self._failed_calls: dict[str, str] = {}  # by operation, the message of the first call that had to succeed
        self._unanswered: dict[tuple[str, str], Evidence] = {}  # of the rules of choices without an answer
        self._decided: dict[tuple[str, str], tuple[str, str]] = {}  # verdict and reason of a rule that did not fail
        self._left_out: dict[tuple[str, str], str] = {}  # why no input of a rule was offered to the subject
        self._set_aside = InputsSetAside()
        # By operation and rule, the numbers of the inputs that it objects to, advice left out.
        self._failing_inputs: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
        self._given = GivenAccount(options)

    def add_rules(self, contract: Contract, rules: Sequence[Rule]) -> None:
        """Begin to count the chosen rules of an operation."""
        self._counts_as[contract.operation] = contract.counts_as
        required = self._options.required
        for rule in rules:
            entry = RuleResult(contract.operation, rule)
            if required is not None:
                entry.level = required.get((contract.operation, rule.id), "SHOULD")
                if entry.level != rule.level:
                    standing = f"{entry.level} in" if (contract.operation, rule.id) in required else "not demanded by"
                    entry.reason = f"{standing} {self._options.requirements}"
            self._rules[contract.operation, rule.id] = entry
            self._result.rules.append(entry)

    def decide(self, operation: str, rule: str, verdict: str, reason: str) -> None:
        """Set the verdict of a rule, unless it fails."""
        self._decided[operation, rule] = verdict, reason

    def left_out(self, operation: str, rule: str, reason: str) -> None:
        """Note why no input that shows a rule was offered to the subject: another one may reach it."""
        self._left_out[operation, rule] = reason

    def expect(self, operation: str, case: str, rules: Iterable[str]) -> None:
        """Note rules that a planned case should reach."""
        for rule in rules:
            self._expected.setdefault((operation, rule), set()).add(case)

    def not_owed(self, operation: str, case: str, rules: Iterable[str]) -> None:
        """Note that a case is not covered, and owes nothing: its rules may be about what the subject does not use."""
        for rule in rules:
            self._expected.get((operation, rule), set()).discard(case)

    def illegal_answer(self, contract: Contract, choice: Choice, answer: str) -> None:
        """Fail the rule of a choice whose stated answer is not legal."""
        entry = self._rules.get((contract.operation, choice.rule))
        if entry is not None:
            self._objections.setdefault((contract.operation, choice.rule), set()).add(Objection(None, REAL, None, ""))
            entry.evidence.append(illegal_answer(choice.name, answer, ", ".join(choice.answers), self._options))

    def no_answer(self, operation: str, found: NoAnswer) -> None:
        """Fail the rule of a choice of which no listed answer fits what a probe shows, unless it fails anyway."""
        self._unanswered.setdefault((operation, found.choice.rule), no_answer(operation, found, self._options))

    def unanswered(self, operation: str) -> frozenset[str]:
        """Return the rules of the choices without an answer."""
        return frozenset(rule for name, rule in self._unanswered if name == operation)

    def drop_unanswered(self, operation: str, rule: str) -> None:
        """Forget that a choice of a rule has no answer: something else is the cause."""
        self._unanswered.pop((operation, rule))

    def has_failed(self, operation: str, rule: str) -> bool:
        """Whether a rule failed, advice left out."""
        return bool(self._kept.of(operation, rule))

    def failures(self, operation: str, rule: str) -> list[FailedTrial]:
        """Return the failures of a rule that may be shown, advice left out."""
        return self._kept.of(operation, rule)

    def drop(self, operation: str, rule: str) -> None:
        """Forget the failures of a rule: something else is their cause."""
        self._kept.drop(operation, rule)
        self._objections.pop((operation, rule), None)
        self._known.pop((operation, rule), None)
        self._failing_inputs.pop((operation, rule), None)
        self._cases.drop(operation, rule)

    def replace(self, operation: str, rule: str, failed: FailedTrial, found: FailedTrial) -> None:
        """Put what is known of a failure now in the place of what was."""
        self._kept.replace(operation, rule, failed, found)

    def own_fault(self, fault: OwnFault) -> None:
        """Note a fault of the suite. Where the specifications contradict themselves, the rule is undecided."""
        self._set_aside.note(fault)
        if fault.in_specification:
            self._undecided(fault)

    def _undecided(self, fault: OwnFault) -> tuple[str, str]:
        """Leave a MUST rule without a verdict, unless it fails, and the run incomplete. Return verdict and reason."""
        key = fault.operation, fault.rule
        self._decided[key] = NOT_RUN, f"{fault} {OUR_FAULT}"
        if key not in self._rules or self._rules[key].counts:
            if str(fault) not in self._result.inconsistencies:
                self._result.inconsistencies.append(str(fault))
        return self._decided[key]

    def _put_aside(self, key: tuple[str, str], failed: FailedTrial, fault: OwnFault) -> None:
        """Set an input aside for a rule that objected to it: it does not count for or against the subject."""
        self._set_aside.take(fault, reached=True)
        if failed.planned.item is not None:
            self._result.ledger.set_aside(failed.planned.item, fault.kind)
        number = number_of(failed.planned.input)
        objections = self._objections.get(key, set())
        objections -= {objection for objection in objections if objection.input == number and objection.case is None}

    def take(self, planned: Planned, trial: Trial, judgement: Judgement, judge: Judge | None) -> None:
        """Count one judged trial. judge: None where no failure can be advice."""
        operation, case = planned.operation, planned.case
        why_not = not_asked(trial)
        if why_not is not None:
            self._unasked[operation] = why_not
            if planned.item is not None:
                self._result.ledger.explain(planned.item, why_not)
            if trial.outcome.fault is not None:
                return
        elif planned.item is not None:
            close(self._result.ledger, planned.item, judgement, planned.counted_as)
        self._see_faults(planned, trial)
        for fault in judgement.own_faults:
            self._set_aside.take(fault, reached=fault.rule in judgement.reached)
        if judgement.failed_call is not None:
            self._failed_calls.setdefault(operation, judgement.failed_call.message)
        reached = (operation, case is not None, judgement.reached)
        self._reached[reached] = self._reached.get(reached, 0) + 1
        if case is not None and judgement.failed_call is None:
            if self._is_allowed(operation, trial, judgement, judge):
                self._settle(operation, case.id, planned.reach)
            elif judgement.failures:
                self._rejected[operation, case.id] = judgement.failures[0][0]
        for rule in judgement.unseen:
            self._rules[operation, rule].unseen += 1
        failed = self._take_failures(planned, trial, judgement, judge) if judgement.failures else {}
        if not judgement.failures:
            self._given.take(planned, trial, ())
        if case is not None:
            self._cases.take(operation, case.id, judgement.reached, judgement.unseen, failed)
            kinds = ((rule, (failure.kind, content_at(case.input, failure.at))) for rule, failure in judgement.failures)
            charged = (rule for rule in judgement.charged_with_the_call(trial) if not failed.get(rule, False))
            self._cases.note(operation, case.id, planned.reach, kinds, charged)

    def _see_faults(self, planned: Planned, trial: Trial) -> None:
        """Note each call of a trial that brought no usable answer."""
        for outcome in (trial.outcome, trial.again, *(trial.alone or ()), *(trial.single_form or ())):
            fault = outcome.fault if outcome is not None else None
            if fault is None or fault.kind in NOT_ASKED:
                continue
            self._faulty[planned.operation] += 1
            if self._faulty[planned.operation] <= FAULTS_KEPT:
                case = planned.case.id if planned.case is not None else None
                given = None if case is not None else _of_readable_size(planned.input)
                self._result.seen_faults.append(SeenFault(planned.operation, fault.kind, fault.message, case, given))

    def _why_not_run(self, operation: str, owed: set[str]) -> str:
        """Return why no result shows whether a rule holds. owed: the cases that should have reached it."""
        rejected = min((case for case in owed if (operation, case) in self._rejected), default=None)
        if rejected is not None:
            rule = self._rejected[operation, rejected]
            return f"the result of the case {rejected}, which should have reached it, breaks {rule}"
        why, failed_call = NO_RESULT, self._failed_calls.get(operation)
        return f"{why}: {failed_call}" if failed_call else why

    def _is_allowed(self, operation: str, trial: Trial, judgement: Judgement, judge: Judge | None) -> bool:
        """Whether a call ended, and no rule forbids its result: of a wrong answer it is not known what it is about."""
        if trial.outcome.fault is not None or trial.outcome.not_json is not None or judgement.own_faults:
            return False
        return all(
            self._rules[operation, rule].rule.level == "SHOULD" or (judge is not None and judge.is_advice(failure))
            for rule, failure in judgement.failures
        )

    def _settle(self, operation: str, case: str, rules: Iterable[str]) -> None:
        """Note that a case was answered as it may be: a rule that does not apply to the answer is not owed by it.

        A rule that needs further calls of the case is owed until it is reached.
        """
        for rule in rules:
            entry = self._rules.get((operation, rule))
            if entry is not None and not entry.rule.chain and not entry.rule.asks:
                self._expected.get((operation, rule), set()).discard(case)

    def _take_failures(
        self, planned: Planned, trial: Trial, judgement: Judgement, judge: Judge | None
    ) -> dict[str, bool]:
        """Keep the failures of a trial; return the rules that object, and whether all they say is advice."""
        operation = planned.operation
        size_held, held = copied(trial, ALL_OUTPUTS - self._held)
        self._held += size_held
        seen: set[tuple[str, FailureIdentity, bool]] = set()
        objections: list[tuple[str, Objection]] = []
        given: list[GivenFailure] = []
        only_advice: dict[str, bool] = {}
        number, case_id = number_of(planned.input), planned.case.id if planned.case is not None else None
        for rule, found in judgement.failures:
            standing = deciding_standing(planned.standing.kind, found.kind, self._counts_as.get(operation, {}))
            failure = self._if_decided(operation, rule, standing, found)
            advice = judge is not None and judge.is_advice(failure)
            only_advice[rule] = advice and only_advice.get(rule, True)
            cause = cause_of(failure, trial.outcome)
            objection = Objection(
                failure.yields_to, standing, number, failure.at, failure.kind, cause, case_id,
                is_passed_on(failure, trial.input, trial.outcome.output),
            )  # fmt: skip
            given.append(GivenFailure(rule, failure.at, failure.message, failure.advice is not None, objection))
            if failure.advice is None:
                objections.append((rule, objection))
            if not advice:
                self._failing_inputs[operation, rule].add(number)
            defect = defect_of(failure, trial.outcome)
            if (rule, defect, advice) not in seen:
                seen.add((rule, defect, advice))
                self._kept.keep(rule, defect, FailedTrial(planned, held, failure, objection=objection), advice=advice)
        self._locate(operation, objections)
        self._given.take(planned, trial, given)
        return only_advice

    def _locate(self, operation: str, objections: Sequence[tuple[str, Objection]]) -> None:
        """Keep the objections to one trial: all of them or none, so that they can be compared."""
        new = [self._is_new(operation, rule, objection) for rule, objection in objections]
        if self._located[operation] >= LOCATED and not any(new):
            return
        self._located[operation] += 1
        of_rule = Counter[str]()
        for (rule, objection), is_new in zip(objections, new, strict=True):
            of_rule[rule] += 1
            if is_new or of_rule[rule] <= PLACES:
                self._objections.setdefault((operation, rule), set()).add(objection)
                self._known[operation, rule].add((objection.yields_to, objection.standing, objection.cause))

    def _is_new(self, operation: str, rule: str, objection: Objection) -> bool:
        """Whether nothing that a rule objected to yet counts like an objection and has its cause."""
        known = self._known[operation, rule]
        if len(known) < MOST_CAUSES:
            return (objection.yields_to, objection.standing, objection.cause) not in known
        return all((objection.yields_to, objection.standing) != other[:2] for other in known)

    def _if_decided(self, operation: str, rule: str, standing: str, failure: Failure) -> Failure:
        """Return a failure, as advice if inputs of this standing decide no set that the rule belongs to."""
        sets = self._rules[operation, rule].rule.sets
        if failure.advice is not None or decides(standing, ALL, sets):
            return failure
        said = f"no client or server sends such input ({standing}), and this rule does not decide on it"
        return failure._replace(advice=said)

    def shrink(self, port: Port, judges: Mapping[str, Judge], listeners: Sequence[Listener]) -> None:
        """Make the inputs of the examples in the evidence small, those that count most first."""
        most = MOST_ASKED if self._options.fits is None else MOST_LED
        left = dict.fromkeys(judges, most)
        if not self._options.only_inputs:  # what the user gave is to be made small, however little it is
            judged = Counter(item.operation for item in self._result.ledger.judged())
            left = {operation: min(most, judged[operation] // 2) for operation in judges}
        self._replace_set_aside(judges)
        examples = self._kept.shrinkable(self._counts)
        for (key, defect), (trial, small) in self._smaller(examples, port, judges, left, listeners).items():
            self._kept.put(key, defect, small if trial.planned.given is None else _beside(trial, small))
        # A case is shown as it was written; beside a long one is what can be read.
        cases, none_left = self._kept.long_cases(READABLE), dict.fromkeys(judges, 0)
        for (key, _defect), (trial, small) in self._smaller(cases, port, judges, none_left, listeners).items():
            self._kept.replace(*key[:2], trial, _beside(trial, small))

    def _smaller(
        self,
        found: Iterable[tuple[tuple[str, str, bool], FailureIdentity, FailedTrial]],
        port: Port,
        judges: Mapping[str, Judge],
        left: Mapping[str, int],
        listeners: Sequence[Listener],
    ) -> dict[tuple[tuple[str, str, bool], FailureIdentity], tuple[FailedTrial, FailedTrial]]:
        """Return the failures for which a smaller input was found, each with the failure on that."""
        by_key = {(key, defect): failed for key, defect, failed in found}
        smaller = shrunk_inputs(
            by_key,
            port,
            judges,
            left=left,
            fits=self._options.fits,
            fault=self._confirmation.fault,
            listeners=listeners,
        )
        return {key: (by_key[key], trial) for key, trial in smaller.items()}

    def _replace_set_aside(self, judges: Mapping[str, Judge]) -> None:
        """Show another example of each defect on whose example the suite contradicts itself; drop it if all are so."""
        for key in self._kept.keys_of_examples():
            if key[0] in judges:
                shown, most = self._kept.examples_shown(key)
                confirmed = (defect for defect, _failed in shown if self._may_be_charged(key, defect, judges[key[0]]))
                deque(islice(confirmed, most), maxlen=0)

    def _may_be_charged(self, key: tuple[str, str, bool], defect: FailureIdentity, judge: Judge) -> bool:
        """Show the first example of a defect that may be charged, and set those before it aside; drop it if none is."""
        operation, rule, _advice = key
        for example in self._kept.examples_of(key, defect):
            fault = self._confirmation.fault(rule, example, judge)
            if fault is None:
                self._kept.put(key, defect, example)
                return True
            self._put_aside((operation, rule), example, fault)
        self._kept.remove(key, defect)
        return False

    def failing_examples(self) -> Iterator[tuple[str, JSON]]:
        """Yield the operation and the input of each example that later runs try first."""
        for failed in self._kept.for_later_runs(self._counts):
            yield failed.planned.operation, failed.planned.input

    def _counts(self, key: tuple[str, str]) -> bool:
        return self._rules[key].counts

    def conclude(self, judges: Mapping[str, Judge]) -> None:
        """Write counts, evidence and verdict of every rule. judges: by operation."""
        self._replace_set_aside(judges)
        for (operation, of_case, rules), count in self._reached.items():
            for rule in rules:
                entry = self._rules[operation, rule]
                if of_case:
                    entry.cases_run += count
                else:
                    entry.examples_run += count
        for key, entry in self._rules.items():
            judge = judges.get(key[0])
            cases, examples = self._shown(key, judge)
            entry.cases = self._cases.of(*key)
            entry.seconds = judge.seconds[key[1]] if judge is not None else None
            answers = self._result.choices.get(key[0], {})
            numbered = [*((0, case) for case in cases), *enumerate(examples)]
            pieces = [(trial, evidence_of(trial, key[1], judge, self._options, number)) for number, trial in numbered]
            explained: set[str] = set()  # kinds: to find the choices that decide a failure, it is judged many times
            for trial, evidence in ordered(pieces, self._is_real):
                is_first = trial.failure.kind not in explained
                explained.add(trial.failure.kind)
                entry.evidence.append(with_choices(evidence, trial, key[1], judge, answers) if is_first else evidence)
            unanswered = self._unanswered.get(key)
            if unanswered is not None and all(shown.advice is not None for shown in entry.evidence):
                entry.evidence.insert(0, unanswered)
                standing = REAL if unanswered.standing is None else unanswered.standing.kind
                self._objections.setdefault(key, set()).add(
                    Objection(None, standing, number_of(unanswered.input), unanswered.at)
                )
            entry.objections = frozenset(self._objections.get(key, ()))
            entry.verdict, reason = self._verdict(key, entry)
            entry.reason = reason or entry.reason
        self._result.set_aside += self._set_aside.results(self._options)
        self._result.inputs_set_aside = {**self._result.inputs_set_aside, **self._set_aside.inputs()}
        failing = {key for key, entry in self._rules.items() if entry.verdict == FAIL}
        self._result.given += self._given.results(judges, self._result.ledger, failing)

        options = self._options
        narrowed = options.rules or options.origins or options.cases is not None or options.only_inputs
        for operation, judge in () if narrowed else judges.items():
            facts = facts_of_cases(judge.contract, self._cases.of_cases(operation))
            self._result.arrivals[operation] = together(facts.values())
            self._result.fates[operation] = {case: grid_line(own) for case, own in facts.items()}
        for operation, judge in judges.items():
            asked = self._cases.of_cases(operation)
            self._result.of_feature[operation] = cases_of_features(judge.contract, asked)

    def _shown(self, key: tuple[str, str], judge: Judge | None) -> tuple[list[FailedTrial], list[FailedTrial]]:
        """Return the failures of cases and of examples that a report shows of a rule."""
        cases: list[FailedTrial] = []
        examples: list[FailedTrial] = []
        for advice in (False, True):
            failing = self._kept.cases_shown((*key, advice))
            cases += (trial for trial in failing if self._is_confirmed(key, trial, judge))
            if advice and (self._kept.has_cases((*key, True)) or cases or examples):
                continue  # one case is enough evidence of advice, and none is needed beside what counts
            generated, most = self._kept.examples_shown((*key, advice))
            confirmed = (trial for _defect, trial in generated if self._is_confirmed(key, trial, judge))
            examples += islice(confirmed, most)
        return cases, examples

    def _is_real(self, failed: FailedTrial) -> bool:
        """Whether a failure counts in every set."""
        counts_as = self._counts_as.get(failed.planned.operation, {})
        return deciding_standing(failed.planned.standing.kind, failed.failure.kind, counts_as) == REAL

    def _is_confirmed(self, key: tuple[str, str], failed: FailedTrial, judge: Judge | None) -> bool:
        """Whether nothing speaks against charging a failure; set its input aside where something does."""
        fault = self._confirmation.fault(key[1], failed, judge) if judge is not None else None
        if fault is None:
            return True
        self._put_aside(key, failed, fault)
        return False

    def _verdict(self, key: tuple[str, str], entry: RuleResult) -> tuple[str, str | None]:
        if entry.evidence:
            first = entry.evidence[0]
            before = first.yields_to
            if first.advice is not None:
                entry.level = "SHOULD"
                advice = f"advice: {first.advice}"
                if before is None:
                    return FAIL, advice
                stronger = self._rules[key[0], before].rule.sets if (key[0], before) in self._rules else ()
                own = next((name for name in entry.rule.sets if name not in stronger), None)
                return FAIL, f"{advice}; it counts under --requirements {own}" if own else advice
            failed = self._kept.failing_cases(key)
            shown = len({shown.case for shown in entry.evidence if shown.case is not None})
            return FAIL, f"{failed} cases fail; the evidence of {shown} is kept" if failed > shown else None
        if key in self._decided:
            return self._decided[key]
        if entry.unseen:
            return (
                NOT_OBSERVABLE,
                "this subject does not show what the rule is about (input_after, shares, diagnostics, exact numbers)",
            )
        aside, fault = self._set_aside.reached(*key), self._set_aside.first(*key)
        # Where not every failing input was looked at, those that were set aside do not speak for the others.
        unseen = self._failing_inputs[key] - aside
        if fault is not None and (unseen or entry.cases_run + entry.examples_run <= len(aside)):
            return self._undecided(fault)
        if entry.cases_run + entry.examples_run:
            return PASS, None
        if owed := self._expected.get(key):
            return NOT_RUN, self._unasked.get(key[0]) or self._why_not_run(key[0], owed)
        if key in self._expected:
            return NOT_APPLICABLE, "nothing that this subject returns is what the rule is about"
        return NOT_APPLICABLE, self._left_out.get(key, "no case and no example of this run reached it")


def _of_readable_size(input: JSON) -> JSON:
    """Return an input, or words for one that is too large for a report."""
    bytes_held = size(input)
    return input if bytes_held <= LARGEST_SHOWN else f"(an input of {bytes_held:,} bytes)"


def _beside(failed: FailedTrial, smaller: FailedTrial) -> FailedTrial:
    """Return a failure on an input that stays as it was given or written, with the smaller one beside it."""
    return failed._replace(reduced=Reduced(smaller.planned.input, smaller.failure.at))


def close(ledger: Ledger, item: LedgerItem, judgement: Judgement, standing: str = "") -> None:
    """Close the item of a judged trial; it is set aside where the suite could not judge it by a rule.

    It stays open where the specifications contradict themselves, and is excused where no rule could judge it.
    standing: as in Ledger.judge.
    """
    for fault in judgement.own_faults:
        if fault.in_specification:
            ledger.explain(item, fault.kind)
            return
    if judgement.own_faults and not judgement.reached:
        ledger.excuse(item, judgement.own_faults[0].kind)
        return
    ledger.judge(item, standing)
    if judgement.own_faults:
        ledger.set_aside(item, judgement.own_faults[0].kind)


def not_asked(trial: Trial) -> str | None:
    """Return why one of the calls of a trial was not made; None where all were."""
    outcomes = (trial.outcome, trial.again, *(trial.alone or ()), *(trial.single_form or ()))
    faults = [outcome.fault for outcome in outcomes if outcome is not None and outcome.fault is not None]
    return next((fault.message for fault in faults if fault.kind in NOT_ASKED), None)
