"""Counts what was judged, keeps the evidence, makes it small, and draws each rule's verdict."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from conformance.checks.conduct import DEPENDS_ON_EARLIER
from conformance.checks.findings import Failure
from conformance.checks.registry import family
from conformance.checks.trial import Trial
from conformance.contracts import AGAIN, Case, Choice, Contract, Rule, Specifications
from conformance.contracts.requirements import set_of_origin
from conformance.engine.ask import ask_all
from conformance.engine.chains import ask_chains, offered_chains
from conformance.engine.events import Listener, Shrinking
from conformance.engine.judge import Judge, Judgement
from conformance.engine.options import Options
from conformance.engine.plan import Planned, plan_inputs, size
from conformance.engine.result import (
    FAIL,
    NOT_APPLICABLE,
    NOT_OBSERVABLE,
    NOT_RUN,
    PASS,
    Evidence,
    RuleResult,
    RunResult,
)
from conformance.observation import NOT_ASKED, Outcome
from conformance.values import ABSENT, JSON, ordered_like, packed, unpacked

if TYPE_CHECKING:
    from conformance.subjects.base import Subject

# Failing cases kept for each rule; their number is told all the same. Of advice the smallest one is enough.
CASES_SHOWN = 25
KINDS_SHOWN = 2  # kinds of generated failures kept for each rule
LARGEST_SHRUNK = 20_000  # bytes; what is larger is shown as it is
# Bytes of an output that evidence holds whole, and of all such outputs together: a subject that floods its answers must
# not flood the report. Of what is larger, and from then on of what is larger than a beginning, the beginning is held.
LARGEST_OUTPUT, ALL_OUTPUTS, BEGINNING = 200_000, 32_000_000, 2_000
# A subject that dies on smaller inputs too would be started again for each of hundreds.
FAULTS_WHILE_SHRINKING = 3


class _Found(NamedTuple):
    planned: Planned
    trial: Trial
    failure: Failure


class Collector:
    """The tally of one run."""

    def __init__(self, result: RunResult, options: Options) -> None:
        self._result = result
        self._options = options
        self._rules: dict[tuple[str, str], RuleResult] = {}
        self._expected: set[tuple[str, str]] = set()
        # How many cases and examples reached each set of rules: there are few different sets.
        self._reached: dict[tuple[str, bool, frozenset[str]], int] = {}
        # By operation, rule, and whether the failures are advice.
        self._by_case: dict[tuple[str, str, bool], list[_Found]] = {}
        self._by_example: dict[tuple[str, str, bool], dict[str, _Found]] = {}
        self._failed_cases: dict[tuple[str, str], int] = {}
        self._held = 0  # bytes of outputs
        self._unasked: dict[str, str] = {}
        self._left_out: dict[tuple[str, str], str] = {}

    def add_rules(self, contract: Contract, rules: Sequence[Rule]) -> None:
        """Open the count of an operation's rules."""
        required = self._options.required
        for rule in rules:
            entry = RuleResult(contract.operation, rule)
            if required is not None:
                entry.level = required.get((contract.operation, rule.id), "SHOULD")
                if entry.level != rule.level:
                    told = f"{entry.level} in" if (contract.operation, rule.id) in required else "not demanded by"
                    entry.reason = f"{told} {self._options.requirements}"
            self._rules[contract.operation, rule.id] = entry
            self._result.rules.append(entry)

    def leave_out(self, operation: str, rule: str, reason: str) -> None:
        """Note that a rule is not judged, because of how the subject is reached."""
        self._left_out[operation, rule] = reason

    def expect(self, contract: Contract, cases: Sequence[Planned]) -> None:
        """Note which rules the planned cases should reach under the subject's choices."""
        self._expected.update((contract.operation, rule) for rules in {one.reach for one in cases} for rule in rules)

    def illegal_answer(self, contract: Contract, choice: Choice, answer: str) -> None:
        """Fail the rule of a choice whose stated answer is none of the legal ones."""
        entry = self._rules.get((contract.operation, choice.rule))
        if entry is not None:
            legal = ", ".join(choice.answers)
            message = f"the subject states {choice.name}: {answer}; legal answers: {legal}"
            entry.evidence.append(
                Evidence(
                    kind="illegal-answer",
                    case=None,
                    input=None,
                    outcome=Outcome(),
                    expected=None,
                    at="",
                    message=message,
                    reproduce=self._options.reproduce,
                )
            )

    def has_failed(self, operation: str, rule: str) -> bool:
        """Whether anything that counts was found against a rule."""
        key = (operation, rule, False)
        return bool(self._by_case.get(key) or self._by_example.get(key))

    def take(self, planned: Planned, trial: Trial, judgement: Judgement, judge: Judge) -> None:
        """Count one judged trial."""
        operation, case = planned.operation, planned.case
        why_not = not_asked(trial)
        if why_not is not None:
            self._unasked[operation] = why_not
            if planned.item is not None:
                self._result.ledger.explain(planned.item, why_not)
            if trial.outcome.fault is not None:
                return
        elif planned.item is not None:
            self._result.ledger.judge(planned.item)
        reached = (operation, case is not None, judgement.reached)
        self._reached[reached] = self._reached.get(reached, 0) + 1
        for rule in judgement.unseen:
            self._rules[operation, rule].unseen += 1
        if not judgement.failures:
            return
        told: set[tuple[str, str, bool]] = set()
        kept_trial = self._kept(trial)
        for rule, failure in judgement.failures:
            advice = judge.is_advice(failure)
            if (rule, failure.kind, advice) in told:
                continue
            told.add((rule, failure.kind, advice))
            key = (operation, rule, advice)
            found = _Found(planned, kept_trial, failure)
            if case is not None:
                if not advice:
                    self._failed_cases[operation, rule] = self._failed_cases.get((operation, rule), 0) + 1
                kept = self._by_case.setdefault(key, [])
                if advice and kept:
                    kept[:] = [min(kept[0], found, key=lambda one: size(one.planned.input))]
                elif len(kept) < CASES_SHOWN:
                    kept.append(found)
            else:
                kinds = self._by_example.setdefault(key, {})
                known = kinds.get(failure.kind)
                if known is None or size(planned.input) < size(known.planned.input):
                    kinds[failure.kind] = found

    def _kept(self, trial: Trial) -> Trial:
        """What evidence holds of a trial: a copy, for a subject in this process may change it; of a flood the start."""
        size, kept = _copied(trial, ALL_OUTPUTS - self._held)
        self._held += size
        return kept

    def shrink(self, subject: "Subject", judges: Mapping[str, Judge], listeners: Sequence[Listener]) -> None:
        """Make the generated evidence small."""
        for (operation, rule, advice), kinds in self._by_example.items():
            if advice and (operation, rule, True) in self._by_case:
                continue  # its worked example is what will be shown
            for kind in list(kinds)[:KINDS_SHOWN]:
                found = kinds[kind]
                if kind.startswith("fault-") or size(found.planned.input) > LARGEST_SHRUNK:
                    continue
                for listener in listeners:
                    listener(Shrinking(operation, rule))
                kinds[kind] = _shrunk(found, rule, subject, judges, self._result.subject.operations)

    def failing_examples(self) -> Iterator[tuple[str, JSON]]:
        """Yield the operation and the input of the evidence that no worked example gave, and that is no advice.

        What decides comes first, and of each rule the first kind. The deep and wide inputs are asked anyway, and so are
        none on which the subject was silent: each would cost the whole patience again.
        """
        found = [
            (not self._rules[operation, rule].counts, number, operation, one.planned)
            for (operation, rule, advice), kinds in self._by_example.items()
            for number, (kind, one) in enumerate(list(kinds.items())[:KINDS_SHOWN])
            if not advice and not one.planned.shape and kind != "fault-hang"
        ]
        for _counts, _number, operation, planned in sorted(found, key=lambda one: one[:2]):
            yield operation, planned.input

    def conclude(self, specifications: Specifications, judges: Mapping[str, Judge]) -> None:
        """Write counts, evidence and verdict of every rule."""
        for (operation, of_case, rules), count in self._reached.items():
            for rule in rules:
                entry = self._rules[operation, rule]
                if of_case:
                    entry.cases_run += count
                else:
                    entry.examples_run += count
        for key, entry in self._rules.items():
            judge = judges.get(key[0])
            found = [one for advice in (False, True) for one in self._by_case.get((*key, advice), ())]
            # A worked example is advice enough.
            kinds = (False,) if (*key, True) in self._by_case else (False, True)
            examples = [
                one for advice in kinds for one in list(self._by_example.get((*key, advice), {}).values())[:KINDS_SHOWN]
            ]
            entry.evidence += [self._evidence(one, key, judge) for one in found]
            entry.evidence += [self._evidence(one, key, judge, number) for number, one in enumerate(examples)]
            # What counts comes before advice. The smallest input says most; equal sizes keep the order of the run.
            entry.evidence.sort(key=lambda evidence: (evidence.yields_to is not None, size(evidence.input)))
            entry.verdict, reason = self._verdict(key, entry)
            entry.reason = reason or entry.reason

    def _verdict(self, key: tuple[str, str], entry: RuleResult) -> tuple[str, str | None]:
        if entry.evidence:
            before = entry.evidence[0].yields_to
            if before is not None:
                entry.level = "SHOULD"
                advice = f"advice: {before} stands before this rule and asks for something else on these inputs"
                own = set_of_origin(entry.rule.origin)
                return FAIL, f"{advice}; it counts under --requirements {own}" if own else advice
            failed = self._failed_cases.get(key, 0)
            more = f"{failed} cases fail; {CASES_SHOWN} are shown" if failed > CASES_SHOWN else None
            return FAIL, more
        if key in self._left_out:
            return NOT_OBSERVABLE, self._left_out[key]
        if entry.unseen:
            return (
                NOT_OBSERVABLE,
                "this subject does not show what the rule is about (input_after, shares, diagnostics, exact numbers)",
            )
        if entry.cases_run + entry.examples_run:
            return PASS, None
        if key in self._expected:
            why = self._unasked.get(key[0]) or "no conversion that should have reached it came to a result"
            return NOT_RUN, why
        return NOT_APPLICABLE, "no case and no example of this run reached it"

    def _evidence(self, found: _Found, key: tuple[str, str], judge: Judge | None, number: int = 0) -> Evidence:
        operation, rule = key
        case = found.planned.case
        options = self._options
        if found.failure.kind == DEPENDS_ON_EARLIER:
            # Alone the input would have nothing to depend on.
            input_file = None
            extra = f" --contract {operation} --rule {rule} {options.again}"
        elif case is not None:
            input_file = None
            extra = f" --contract {operation} --rule {rule} --case {case.id}"
        elif options.evidence_folder is None:
            input_file = None
            extra = f" --contract {operation} --rule {rule} {options.again}"
        else:
            input_file = f"{operation}.{rule}{f'.{number + 1}' if number else ''}.json"
            extra = f" --contract {operation} --rule {rule} --input {options.evidence_folder}/{input_file}"
        return Evidence(
            kind=found.failure.kind,
            case=case.id if case is not None else None,
            input=found.trial.input,
            outcome=found.trial.outcome,
            # What the documents owe is no help where a rule asks for the opposite.
            expected=_expected(found, judge, case) if found.failure.yields_to is None else ABSENT,
            at=found.failure.at,
            message=found.failure.message,
            reproduce=options.reproduce + extra,
            input_file=input_file,
            yields_to=found.failure.yields_to if judge is not None and judge.is_advice(found.failure) else None,
            recording=found.planned.recording,
        )


def not_asked(trial: Trial) -> str | None:
    """Return why one of the calls of a trial was not made; None where all were."""
    outcomes = (trial.outcome, trial.again, *(trial.alone or ()), *(trial.single_form or ()))
    faults = [outcome.fault for outcome in outcomes if outcome is not None and outcome.fault is not None]
    return next((fault.message for fault in faults if fault.kind in NOT_ASKED), None)


def _expected(found: _Found, judge: Judge | None, case: Case | None) -> JSON:
    """Return what would have been right, its keys in the actual order: what differs then stands out."""
    expected = judge.expected(found.trial, case) if judge is not None else ABSENT
    actual = found.trial.outcome.output
    return expected if found.failure.kind == "order-changed" else ordered_like(expected, actual)


def _copied(trial: Trial, left: int = ALL_OUTPUTS) -> tuple[int, Trial]:
    """How many bytes of output are held, and the trial with a copy of it. left: bytes that may still be held."""
    data = packed(trial.outcome.output)
    if data is None:
        return 0, trial
    if len(data) > min(LARGEST_OUTPUT, max(left, 2 * BEGINNING)):
        beginning = json.dumps(trial.outcome.output)[:BEGINNING]
        output: JSON = f"({len(data):,} bytes of output, too many to be kept; it begins {beginning}..."
        return BEGINNING, replace(trial, outcome=replace(trial.outcome, output=output, input_after=ABSENT))
    return len(data), replace(trial, outcome=replace(trial.outcome, output=unpacked(data)))


def _shrunk(
    found: _Found,
    rule: str,
    subject: "Subject",
    judges: Mapping[str, Judge],
    offered: Sequence[str],
) -> _Found:
    # Imported here: a subject without fault never pays for it.
    from conformance.engine.shrink import BATCH, shrink

    operation = found.planned.operation
    judge, as_sound = judges[operation], family(operation).as_sound
    best = found

    faults = 0

    def still_fails(candidates: Sequence[JSON]) -> int | None:
        nonlocal best, faults
        if faults >= FAULTS_WHILE_SHRINKING:
            return None
        sound = [
            (index, candidate) for index, candidate in enumerate(candidates) if as_sound(candidate, found.planned.input)
        ]
        planned = list(plan_inputs(judge.contract, [_copy(candidate) for _index, candidate in sound]))
        for one in planned:
            one.recording = found.planned.recording
        position = {id(one): index for one, (index, _candidate) in zip(planned, sound, strict=True)}
        hits: dict[int, _Found] = {}
        asked = ask_all(subject, planned, judges, offered, repeat=rule in judge.contract.asking(AGAIN))
        if found.trial.chained is not None:
            chained = ask_chains(subject, asked, offered_chains([judge.contract], offered))
            asked = (
                (one.planned, replace(one.trial, chained=one.outcome)) for one in chained if one.outcome is not None
            )
        for one, trial in asked:
            faults += trial.outcome.fault is not None
            for failure in judge.failures_of(rule, trial):
                same = failure.kind == found.failure.kind
                if same and judge.is_advice(failure) == judge.is_advice(found.failure):
                    hits.setdefault(position[id(one)], _Found(one, _copied(trial)[1], failure))
        if not hits:
            return None
        first = min(hits)
        best = hits[first]
        return first

    # Behind a pipe asking many at once is what is quick, in this process asking few.
    shrink(found.planned.input, still_fails, batch_size=1 if subject.watches else BATCH)
    return best


def _copy(value: JSON) -> JSON:
    """A copy that shares nothing: candidates share what they did not change."""
    data = packed(value)
    return unpacked(data) if data is not None else value
