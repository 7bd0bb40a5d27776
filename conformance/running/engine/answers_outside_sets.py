"""Answers to choices that not every requirement set accepts: which there are, and which decide against a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from conformance.rules.contracts import Contract
from conformance.running.engine.evidence import refused_answer
from conformance.running.engine.options import Options
from conformance.running.engine.result import FAIL, OutsideAnswer, RunResult
from conformance.running.engine.sets import refused_by


def outside_answers(
    contracts: Iterable[Contract], choices: Mapping[str, Mapping[str, tuple[str, str]]]
) -> tuple[OutsideAnswer, ...]:
    """Return the answers of a subject that not every set accepts. choices: as in RunResult."""
    return tuple(
        OutsideAnswer(contract.operation, choice.rule, choice.name, answer, choice.sets[answer])
        for contract in contracts
        for choice in contract.choices
        for answer, _how in [choices.get(contract.operation, {}).get(choice.name, ("", ""))]
        if answer in choice.sets
    )


def fail_outside(result: RunResult, options: Options) -> None:
    """Fail the rules of choices whose answers a set does not accept that decides this run.

    The rule need not be in the set, and its text may hold. That a set refuses an answer is no objection of the rule, so
    other sets do not count it.
    """
    answers = {(answer.operation, answer.rule): answer for answer in refused_by(options.deciding, result.outside)}
    for entry in result.rules:
        answer = answers.get((entry.operation, entry.rule.id))
        if answer is not None:
            if entry.verdict != FAIL:
                entry.objections = frozenset()
            entry.level, entry.verdict, entry.reason = "MUST", FAIL, None
            entry.evidence.insert(0, refused_answer(answer, options))
