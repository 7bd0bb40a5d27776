"""Every rule needs a check, a case and a mutant, and every sound variant a freedom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.rules.contracts import Contract, Specifications, load_specifications
from tests.suite.selftest.banks import Banks, all_banks
from tests.suite.selftest.gaps import gaps

LOOP = "tool-loop"


def changed(contract: Contract) -> Specifications:
    specifications = load_specifications()
    return replace(specifications, contracts={**specifications.contracts, contract.operation: contract})


def contract_with(rule_id: str, **fields: object) -> Contract:
    contract = load_specifications().contracts[LOOP]
    rules = (replace(rule, **fields) if rule.id == rule_id else rule for rule in contract.rules)
    return replace(contract, rules=tuple(rules))


def only_gap(specifications: Specifications, banks: Banks | None = None) -> str:
    (gap,) = gaps(specifications, banks or all_banks(), [LOOP])
    return gap


def test_every_rule_has_a_check_a_case_and_a_mutant_and_every_sound_variant_a_freedom() -> None:
    assert gaps(load_specifications(), all_banks()) == []


def test_a_rule_without_a_case_is_a_gap() -> None:
    contract = load_specifications().contracts[LOOP]
    cases = tuple(case for case in contract.cases if "LOOP-5" not in case.rules)
    gap = only_gap(changed(replace(contract, cases=cases)))
    assert "specs/tool-loop/contract.yaml:" in gap
    assert (
        ": LOOP-5 has no case. Add one with `rules: [LOOP-5]` under specs/tool-loop/cases, or to its `examples`." in gap
    )


def test_a_rule_that_every_operation_shares_needs_no_case() -> None:
    contract = load_specifications().contracts[LOOP]
    cases = tuple(
        replace(case, rules=tuple(rule for rule in case.rules if rule not in contract.shared))
        for case in contract.cases
    )
    assert gaps(changed(replace(contract, cases=cases)), all_banks(), [LOOP]) == []


def test_a_rule_without_a_check_is_a_gap() -> None:
    gap = only_gap(changed(contract_with("LOOP-5", check="parallel-result")))
    assert "LOOP-5 names the check 'parallel-result', which does not exist. Did you mean parallel-results?" in gap


def test_a_rule_without_a_mutant_is_a_gap() -> None:
    mutants = tuple(
        mutant for mutant in all_banks().mutants if mutant.operation != LOOP or "LOOP-5" not in mutant.rules
    )
    gap = only_gap(load_specifications(), replace(all_banks(), mutants=mutants))
    assert "LOOP-5 has no mutant for tool-loop. Add one that breaks it to tests/suite/selftest/banks, or a `wro" in gap


@pytest.mark.parametrize(
    ("fields", "gap"),
    [
        ({"rules": ("LOOP-99",)}, "names LOOP-99, which tool-loop does not have. Did you mean LOOP-"),
        ({"rules": ()}, "names neither a rule that must convict it nor a set that it must fail."),
        ({"innocent": ("LOOP-5",), "rules": ("LOOP-5",)}, "names LOOP-5 both as broken and as innocent."),
    ],
)
def test_a_mutant_with_wrong_rules_is_a_gap(fields: dict[str, tuple[str, ...]], gap: str) -> None:
    first = next(mutant for mutant in all_banks().mutants if mutant.operation == LOOP and "tool_loop" in mutant.place)
    wrong = replace(first, name="wrong", **fields)
    found = only_gap(load_specifications(), replace(all_banks(), mutants=(*all_banks().mutants, wrong)))
    assert found.startswith(first.place)
    assert "tool_loop.py:" in first.place
    assert gap in found


def test_two_mutants_of_one_name_are_a_gap() -> None:
    first = next(mutant for mutant in all_banks().mutants if mutant.operation == LOOP and "tool_loop" in mutant.place)
    found = only_gap(load_specifications(), replace(all_banks(), mutants=(*all_banks().mutants, first)))
    assert "has the name of another mutant of tool-loop" in found


def test_a_sound_variant_that_uses_no_freedom_is_a_gap() -> None:
    contract = load_specifications().contracts[LOOP]
    free = tuple(variation for variation in contract.free if "by response id" not in variation.variants)
    gap = only_gap(changed(replace(contract, free=free)))
    assert "no freedom names the sound variant 'by response id'. List what it does under `free`." in gap


def test_a_freedom_of_an_unknown_variant_is_a_gap() -> None:
    contract = load_specifications().contracts[LOOP]
    free = tuple(
        replace(variation, variants=("interleavd", *variation.variants)) if variation.id == "retries" else variation
        for variation in contract.free
    )
    gap = only_gap(changed(replace(contract, free=free)))
    assert "the freedom retries names the sound variant 'interleavd', which is in no bank. " in gap
    assert gap.endswith("Did you mean interleaved?")


def test_a_freedom_that_a_rule_ends_is_used_by_no_variant() -> None:
    gap = only_gap(changed(contract_with("LOOP-3", ends=("tools-not-last",))))
    assert "tools-not-last is ended by LOOP-3, but sound variants use it: interleaved." in gap


def test_a_freedom_that_no_rule_ends_is_used() -> None:
    contract = load_specifications().contracts[LOOP]
    free = tuple(
        replace(variation, variants=()) if variation.id == "retries" else variation for variation in contract.free
    )
    gap = [gap for gap in gaps(changed(replace(contract, free=free)), all_banks(), [LOOP]) if "retries" in gap]
    assert [element.partition(": ")[2] for element in gap] == [
        "the freedom retries is used by no sound variant. Name one that uses it."
    ]
