"""Answers that not every set accepts, and that a run of a set has the verdict of the set."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

from conformance.apis.input_validity import DOCUMENTED
from conformance.reference import responses_output_to_chat_message
from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.requirements import load_requirements
from conformance.running.engine import ExpectedEntry, Options
from conformance.running.engine.answers_outside_sets import fail_outside, outside_answers
from conformance.running.engine.result import EXPECTED_FAILURE, FAIL, Objection, RuleResult, RunResult
from conformance.running.engine.sets import CONFORMS, NOT_JUDGED, charge_run, set_verdicts
from tests.running.engine.certifying import certified, run, specifications
from tests.suite.selftest.banks import load_banks
from tests.suite.selftest.model import Mutant

MESSAGE = "responses-output-to-chat-message"
CHOICE = "empty-output"
SETS = ("safe", "documents", "robust")


def with_placeholder(**more: Any) -> RunResult:
    """Certify a converter whose answer to the choice `safe` does not accept."""
    convert = partial(responses_output_to_chat_message, empty_output="placeholder")
    return certified({MESSAGE: convert}, MESSAGE, max_examples=5, shrink=False, **more)


def choices_rule(result: RunResult) -> RuleResult:
    """Return the rule of the choice."""
    return next(entry for entry in result.rules if entry.rule.id == "OUT-6")


def of_set(name: str) -> dict[str, Any]:
    """Return the options of `--requirements name`."""
    chosen = load_requirements(name, specifications())
    return {"requirements": name, "required": chosen.levels, "deciding": chosen.sets}


def test_only_answers_that_a_set_refuses_are_outside() -> None:
    contract = load_specifications([MESSAGE]).contracts[MESSAGE]
    assert outside_answers([contract], {MESSAGE: {CHOICE: ("placeholder", "probed")}})
    assert not outside_answers([contract], {MESSAGE: {CHOICE: ("null", "probed")}})


def test_a_run_of_a_set_fails_where_the_set_does_not_accept_an_answer() -> None:
    result = with_placeholder(**of_set("safe"))
    entry = choices_rule(result)
    assert (entry.verdict, entry.level, result.conforms) == ("fail", "MUST", False)
    assert entry.evidence[0].message == "safe does not accept the answer placeholder to empty-output"
    assert {verdict.name: verdict.verdict for verdict in set_verdicts(result)}["documents"] == CONFORMS


def test_the_answer_decides_where_the_rule_fails_otherwise_on_inputs_that_do_not() -> None:
    result = with_placeholder(**of_set("documents"))
    entry = choices_rule(result)
    entry.verdict, entry.objections = FAIL, frozenset({Objection(None, DOCUMENTED, 1, "/output")})
    result.deciding = ("safe",)
    fail_outside(result, Options(deciding=("safe",)))
    charge_run(result)
    assert (entry.level, result.conforms) == ("MUST", False)


def test_a_set_that_accepts_the_answer_conforms() -> None:
    result = with_placeholder(**of_set("documents"))
    assert (choices_rule(result).verdict, result.conforms) == ("pass", True)


@pytest.mark.parametrize("name", ["safe,documents", "all"])
def test_each_set_that_decides_must_accept_the_answer(name: str) -> None:
    result = with_placeholder(**of_set(name))
    assert (choices_rule(result).verdict, result.conforms) == ("fail", False)
    assert choices_rule(result).evidence[0].message == "safe does not accept the answer placeholder to empty-output"


def test_an_answer_outside_the_set_can_be_expected() -> None:
    expected = (ExpectedEntry(operations=(MESSAGE,), rules=("OUT-6",), reason="the program reads the placeholder"),)
    result = with_placeholder(expected_failures=expected, **of_set("safe"))
    assert (choices_rule(result).verdict, result.conforms) == (EXPECTED_FAILURE, True)
    assert {verdict.name: verdict.verdict for verdict in set_verdicts(result)}["safe"] == CONFORMS


MUTANTS = [
    mutant
    for operation in (MESSAGE, "chat-messages-to-responses-input", "chat-tools-to-responses-tools")
    for mutant in random.Random(operation).sample([*load_banks([operation]).mutants], 2)
]


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
@pytest.mark.expensive("certifies converters with defects")
def test_a_run_of_a_set_has_the_verdict_of_the_set(mutant: Mutant) -> None:
    for name in SETS:
        result = run(mutant, max_examples=5, shrink=False, shapes=False, **of_set(name))
        verdicts = {verdict.name: verdict.verdict for verdict in set_verdicts(result)}
        assert result.conforms == (verdicts[name] == CONFORMS), (name, verdicts)
    result = run(mutant, max_examples=5, shrink=False, shapes=False)
    verdicts = {verdict.name: verdict.verdict for verdict in set_verdicts(result)}
    assert result.conforms == all(verdicts[name] in (CONFORMS, NOT_JUDGED) for name in SETS), verdicts
