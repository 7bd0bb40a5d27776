"""The bank of operations that laws judge: it comes from the mutators, for any such operation."""

from __future__ import annotations

from conformance.formats.operations import operations_with
from conformance.rules.contracts import load_specifications
from tests.suite.selftest.banks import lawful


def test_each_operation_that_laws_judge_has_sixty_defects_and_its_sound_variants() -> None:
    wanted = operations_with(lambda value: value.checks == "by_laws.answers")
    assert tuple(bank.operation for bank in lawful.BANKS) == wanted
    for bank in lawful.BANKS:
        assert len(bank) > 60
        sounds = {element.name for element in lawful.SOUND if element.operation == bank.operation}
        free = {
            variant
            for variation in load_specifications().contracts[bank.operation].free
            for variant in variation.variants
        }
        assert free <= sounds


def test_a_defect_is_charged_with_the_rule_of_its_check() -> None:
    for bank in lawful.BANKS:
        known = {rule.id for rule in load_specifications().contracts[bank.operation].rules}
        assert {rule for mutant in bank for rule in mutant.rules} <= known


def test_an_answer_of_one_text_has_no_defect_of_several() -> None:
    names = {bank.operation: {mutant.name for mutant in bank} for bank in lawful.BANKS}
    assert "keeps_the_first_text" not in names["chat-response-to-responses-response"]
    assert "keeps_the_first_text" in names["chat-stream-to-responses-stream"]
