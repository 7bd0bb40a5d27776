"""No answer of a subject makes the suite fail: whatever it returns is judged."""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random

import pytest

from conformance.base.observation import ConversionRequest, Outcome, as_json
from conformance.base.values import ABSENT, packed, unpacked
from conformance.formats.operations import is_scripted
from conformance.rules.checks.registry import family
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Case
from conformance.running.engine.entries import entries_of
from conformance.running.engine.failure_identity import cause_of, defect_of
from conformance.running.engine.judge import Judge
from conformance.running.engine.own_fault import OwnFault
from conformance.running.engine.scripted import scripted
from conformance.running.subjects.reference import ReferenceConfig
from tests.running.engine.building import contract_of
from tests.running.engine.certifying import specifications
from tests.running.engine.wrong_answers import wrong

# The property holds for any: more are asked with CONFORMANCE_WRONG_ANSWERS=SEED,NUMBER, the number for each operation.
SEED, ANSWERS = map(int, os.environ.get("CONFORMANCE_WRONG_ANSWERS", "1,14").split(","))


def asked(operation: str, cases: list[Case]) -> list[tuple[Case, Outcome]]:
    """What the reference makes of some cases, without those that it refuses."""
    subject = ReferenceConfig(operations=(operation,)).open()
    if is_scripted(operation):
        subject = scripted(subject, (operation,))
    inputs = enumerate(unpacked(packed(case.input) or b"N") for case in cases)
    requests = [ConversionRequest(key=number, operation=operation, input=value) for number, value in inputs]
    try:
        outcomes = [(cases[request.key], as_json(outcome)) for request, outcome in subject.ask(requests)]
    finally:
        subject.close()
    return [(case, outcome) for case, outcome in outcomes if outcome.output is not ABSENT]


def wrong_trial(judge: Judge, case: Case, outcome: Outcome, draw: Random) -> Trial:
    """A trial of a case in which every answer is wrong, those to the further calls too."""

    def answer() -> Outcome:
        return Outcome(output=wrong(outcome.output, draw), diagnostics=(wrong({}, draw),))

    requests = [{**request, "body": wrong(request["body"], draw)} for request in outcome.requests or ()]
    entries = entries_of(judge.contract.operation, case.input) or ()
    return replace(
        judge.trial(case.input, replace(answer(), input_after=wrong(case.input, draw), requests=tuple(requests))),
        again=answer(),
        alone=tuple(answer() for _entry in entries) or None,
        single_form=tuple(answer() for _entry in entries) or None,
        chained=Outcome(output=wrong(case.input, draw)),
        requests=tuple(requests),
    )


def judge_in_all_ways(judge: Judge, trial: Trial, case: Case) -> None:
    """Call all that the engine calls of a trial."""
    for judgement in (judge.judge(trial, case), judge.judge_chained(trial)):
        for _rule, failure in judgement.failures:
            cause_of(failure, trial.outcome)
            defect_of(failure, trial.outcome)
    judge.judge_restarted(replace(trial, restarted=True))
    judge.expected(trial, None)
    judge.standing(trial.outcome.output)
    judge.read(trial, lambda view: (view.essence(), view.incomplete, view.must_convert, view.failed_at), ((), 0, 0, ""))
    for reader in family(trial.operation).readers.values():
        judge.read(trial, reader, None)


@pytest.mark.parametrize("operation", specifications().contracts)
def test_wrong_answers_are_judged(operation: str) -> None:
    draw = Random(f"{SEED} {operation}")
    contract = contract_of(operation)
    cases = asked(operation, draw.sample(contract.cases, min(ANSWERS, len(contract.cases))))
    faults: list[OwnFault] = []
    judges = [
        Judge(contract, contract.rules, choices, exact, report=faults.append)
        for choices in ({}, contract.defaults())
        for exact in (True, False)
    ]
    for _number in range(ANSWERS):
        case, outcome = draw.choice(cases)
        judge = draw.choice(judges)
        judge_in_all_ways(judge, wrong_trial(judge, case, outcome, draw), case)
    assert list(map(str, faults)) == []
