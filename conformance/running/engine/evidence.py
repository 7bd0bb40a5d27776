"""Evidence of failures: what is copied of a trial while the run goes on, and what a report shows of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from conformance.apis.input_validity import DOCUMENTED, REAL, has_standing, standing_of
from conformance.base.observation import Outcome
from conformance.base.values import ABSENT, JSON, ordered_like, packed, unpacked
from conformance.rules.checks.conduct import AGAIN_REORDERED, DEPENDS_ON_EARLIER, is_conduct
from conformance.rules.checks.declared import CONVERTED, WRITTEN
from conformance.rules.checks.findings import Failure
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import SETS
from conformance.running.engine.choices import NoAnswer
from conformance.running.engine.choices_behind_failures import judged_with
from conformance.running.engine.failure_identity import cause_of
from conformance.running.engine.judge import Judge
from conformance.running.engine.options import Options
from conformance.running.engine.plan import Planned
from conformance.running.engine.result import REFUSED_ANSWER, Evidence, Objection, OutsideAnswer, Reduced
from conformance.running.engine.sets import ALL

# Bytes of one output, and of all outputs together, that evidence holds: a subject that returns masses of output must
# not fill the report. Of a larger output the evidence holds the beginning.
LARGEST_OUTPUT, ALL_OUTPUTS, BEGINNING = 200_000, 32_000_000, 2_000
NOT_AS_DESCRIBED = "not-as-described"
# Kinds of failures that only the whole run shows again: the input alone does not.
NEED_THE_RUN = frozenset({DEPENDS_ON_EARLIER, AGAIN_REORDERED, NOT_AS_DESCRIBED})


class FailedTrial(NamedTuple):
    """A failure and the trial that shows it.

    earlier: what a fresh copy is asked first, for the failure to show. objection, reduced: as in Evidence.
    """

    planned: Planned
    trial: Trial
    failure: Failure
    earlier: tuple[JSON, ...] = ()
    objection: Objection | None = None
    reduced: Reduced | None = None


def copied(trial: Trial, left: int = ALL_OUTPUTS) -> tuple[int, Trial]:
    """Return how many bytes of output are held, and the trial with a copy of its output.

    A copy, because a subject in this process may change what it returned. left: bytes that may still be held.
    """
    data = packed(trial.outcome.output)
    if data is None:
        return 0, trial
    if len(data) > min(LARGEST_OUTPUT, max(left, 2 * BEGINNING)):
        beginning = json.dumps(trial.outcome.output)[:BEGINNING]
        output: JSON = f"({len(data):,} bytes of output, too many to be kept; it begins {beginning}..."
        return BEGINNING, replace(trial, outcome=replace(trial.outcome, output=output, input_after=ABSENT))
    return len(data), replace(trial, outcome=replace(trial.outcome, output=unpacked(data)))


def evidence_of(
    failed: FailedTrial,
    rule: str,
    judge: Judge | None,
    options: Options,
    number: int = 0,
) -> Evidence:
    """Return what a report shows of a failure.

    judge: the operation's; None where the expected output is unknown. number: of the examples that break the rule.
    """
    planned, trial, failure, earlier, objection, reduced = failed
    case, operation = planned.case, planned.operation
    input_file: str | None = None
    earlier_files: tuple[str, ...] = ()
    if earlier and options.evidence_folder is not None:
        input_file = f"{operation}.{rule}{f'.{number + 1}' if number else ''}.json"
        earlier_files = tuple(f"{operation}.{rule}.before-{place + 1}.json" for place in range(len(earlier)))
        narrowed = " ".join(f"--input {options.evidence_folder}/{name}" for name in (*earlier_files, input_file))
    elif failure.kind in NEED_THE_RUN or (case is None and options.evidence_folder is None):
        narrowed = options.again
    elif case is not None:
        narrowed = f"--case {case.id}"
    else:
        input_file = f"{operation}.{rule}{f'.{number + 1}' if number else ''}.json"
        narrowed = f"--input {options.evidence_folder}/{input_file}"
    return Evidence(
        kind=failure.kind,
        case=case.id if case is not None else None,
        input=trial.input,
        outcome=trial.outcome,
        expected=_correct_output(failed, judge),
        at=failure.at,
        message=failure.message,
        reproduce=f"{options.reproduce} --operation {operation} --rule {rule} {narrowed}".rstrip(),
        input_file=input_file,
        earlier=earlier,
        earlier_files=earlier_files,
        yields_to=failure.yields_to if failure.advice is None and judge and judge.is_advice(failure) else None,
        advice=_advice(failure, judge),
        source=None if planned.given is None else options.sources[operation][planned.given],
        reduced=reduced,
        mutation=planned.mutation,
        standing=planned.standing if has_standing(operation) else None,
        cause=cause_of(failure, trial.outcome),
        objection=objection,
        of_rule=failure.of_rule,
    )


def with_choices(
    evidence: Evidence, failed: FailedTrial, rule: str, judge: Judge | None, answers: Mapping[str, tuple[str, str]]
) -> Evidence:
    """Return evidence that names the choices which decide the failure.

    answers: the subject's to the operation's choices, with how each was found.
    """
    if judge is None or not answers or failed.planned.shape:
        return evidence
    deciding = judged_with(rule, failed.trial, failed.planned.case, judge, answers)
    if not deciding:
        return evidence
    return replace(evidence, judged_with=deciding)


def _advice(failure: Failure, judge: Judge | None) -> str | None:
    """Return why a failure is advice; None for one that counts."""
    if failure.advice is not None or judge is None or not judge.is_advice(failure):
        return failure.advice
    return f"{failure.yields_to} takes precedence and requires something else on these inputs"


def _correct_output(failed: FailedTrial, judge: Judge | None) -> JSON:
    """Return a correct output, its keys in the order of the actual one, so that only real differences show."""
    # A correct output for the other rules is misleading where this rule asks for the opposite.
    if judge is None or failed.failure.yields_to is not None:
        return ABSENT
    if is_conduct(failed.failure) or failed.failure.kind in (WRITTEN, CONVERTED):
        return ABSENT  # what is wrong is no part of the output
    expected = judge.expected(failed.trial, failed.planned.case)
    if packed(expected) == packed(failed.trial.outcome.output):
        return ABSENT  # the output is right; what is wrong, such as a changed input, shows elsewhere
    return expected if failed.failure.kind == "order-changed" else ordered_like(expected, failed.trial.outcome.output)


def no_answer(operation: str, found: NoAnswer, options: Options) -> Evidence:
    """Return the evidence against a subject of which no listed answer to a choice fits what a probe shows."""
    # A choice says what becomes of its probes: none of them is malformed.
    standing = standing_of(operation, found.probe.input) if has_standing(operation) else None
    if standing is not None and standing.kind != REAL:
        standing = replace(standing, kind=DOCUMENTED)
    return Evidence(
        kind="no-listed-answer",
        case=None,
        input=found.probe.input,
        outcome=found.probe.outcome,
        expected=ABSENT,
        at="/input" if found.probe.outcome.refusal else "/output",
        message=found.message,
        reproduce=f"{options.reproduce} --operation {operation} --rule {found.choice.rule}",
        standing=standing,
    )


def illegal_answer(choice: str, answer: str, legal: str, options: Options) -> Evidence:
    """Return the evidence against a subject that states an answer to a choice which is not legal."""
    return _about_an_answer(
        "illegal-answer", f"the subject states {choice}: {answer}; legal answers: {legal}", options.reproduce
    )


def refused_answer(answer: OutsideAnswer, options: Options) -> Evidence:
    """Return the evidence against a subject whose answer to a choice a set that decides the run does not accept."""
    refusing = [name for name in SETS if {name, ALL} & set(options.deciding) and name not in answer.sets]
    sets = f"{' and '.join(refusing)} {'do' if refusing[1:] else 'does'}"
    message = f"{sets} not accept the answer {answer.answer} to {answer.choice}"
    return _about_an_answer(REFUSED_ANSWER, message, options.reproduce)


def _about_an_answer(kind: str, message: str, reproduce: str) -> Evidence:
    return Evidence(
        kind=kind,
        case=None,
        input=None,
        outcome=Outcome(),
        expected=ABSENT,
        at="",
        message=message,
        reproduce=reproduce,
    )
