"""The combinations of answers under which the reference is certified."""

from __future__ import annotations

from conformance.rules.contracts import load_specifications
from tests import reference_choices
from tests.reference_choices import combinations, pairs, problems

REQUEST = "registry-request-to-chat-request"


def test_every_two_answers_to_two_choices_are_taken_together_once() -> None:
    contract = load_specifications().contracts["mcp-tool-to-chat-tool"]
    found = pairs(contract)
    assert len({tuple(finding.items()) for finding in found}) == len(found)
    for choice in contract.choices:
        for other in contract.choices:
            for answer in choice.answers:
                for second in other.answers if choice is not other else ():
                    assert any(taken[choice.name] == answer and taken[other.name] == second for taken in found)


def test_every_operation_with_a_choice_is_certified() -> None:
    contracts = load_specifications().contracts
    assert {operation for operation, _answers in combinations([])} == {
        operation for operation, contract in contracts.items() if contract.choices
    }


def test_the_reference_keeps_the_rules_under_two_other_answers() -> None:
    assert problems((REQUEST, {"strict-in-chat": "keep", "empty-tools": "keep"}), seed=1, max_examples=5) == []


def test_a_function_that_takes_another_answer_is_reported(monkeypatch) -> None:
    keeps = reference_choices.functions_of
    monkeypatch.setattr(
        reference_choices, "functions_of", lambda contract, answers: keeps(contract, answers | {"empty-tools": "keep"})
    )
    (line,) = problems((REQUEST, {"strict-in-chat": "drop", "empty-tools": "omit"}), seed=1, max_examples=0)
    assert line == "empty-tools is omit, found keep"


def test_a_function_that_breaks_a_rule_is_reported(monkeypatch) -> None:
    monkeypatch.setattr(
        reference_choices, "functions_of", lambda contract, _answers: {contract.operation: lambda _input: {}}
    )
    lines = problems((REQUEST, {"strict-in-chat": "drop", "empty-tools": "omit"}), seed=1, max_examples=0)
    assert any(line.startswith("REG-10: ") for line in lines)
