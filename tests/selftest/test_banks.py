"""The banks: modules that are discovered, and the helpers that build them."""

from __future__ import annotations

import logging
import re

import pytest

from conformance.base.errors import UsageError
from conformance.rules.contracts import load_specifications
from tests.suite.selftest.banks import all_banks, load_banks
from tests.suite.selftest.banks.bank import Bank, number, quietly, references, remembering, selections
from tests.suite.selftest.banks.tool_loop_steps import LOOP


def test_banks_are_narrowed_to_operations_in_their_order() -> None:
    wanted = ("tool-loop", "mcp-tool-to-chat-tool")
    banks = load_banks(wanted)
    assert tuple(dict.fromkeys(mutant.operation for mutant in banks.mutants)) == wanted
    assert {sound.operation for sound in banks.sounds} == set(wanted)
    assert load_banks() == all_banks()


def test_an_operation_without_subjects_is_a_mistake() -> None:
    with pytest.raises(UsageError, match="has no subject for one-to-one"):
        load_banks(["one-to-one"])


def test_a_mutant_knows_where_it_was_added() -> None:
    bank = Bank("tool-loop")
    bank.add("first", len, "LOOP-1")

    @bank.mutant("LOOP-2", innocent=("LOOP-1",))
    def second(given: object) -> object:
        return given

    assert [(mutant.name, mutant.rules, mutant.innocent) for mutant in bank] == [
        ("first", ("LOOP-1",), ()),
        ("second", ("LOOP-2",), ("LOOP-1",)),
    ]
    places = [mutant.place for mutant in all_banks().mutants]
    # A module, or the contract of a rule with an example.
    assert all(re.fullmatch(r".+\.(py|yaml):\d+", place) for place in places)


def test_the_rules_about_loops_are_those_of_the_contract() -> None:
    rules = load_specifications().contracts["tool-loop"].rules
    assert tuple(rule.id for rule in rules if rule.id.startswith("LOOP-")) == LOOP


def test_selections_are_the_defaults_each_other_answer_the_last_ones_and_some_more() -> None:
    choices = {"a": ("1", "2"), "b": ("x", "y", "z")}
    found = ["".join(selected.values()) for selected in selections(choices, 3)]
    assert found == ["1x", "2x", "1y", "1z", "2z", "2y"]


def test_references_take_the_answers_as_arguments_and_say_which_ones_show() -> None:
    def convert(given: object, first_choice: str) -> tuple[object, str]:
        return given, first_choice

    found = list(references("tool-loop", convert, {"first_choice": ("yes", "no")}, 1, shows=lambda answers: {}))
    assert [(sound.name, sound.function(1), sound.answers) for sound in found] == [
        ("reference yes", (1, "yes"), ()),
        ("reference no", (1, "no"), ()),
    ]


def test_a_quiet_converter_logs_nothing_below_a_level(caplog: pytest.LogCaptureFixture) -> None:
    def convert(given: object) -> object:
        logging.getLogger("conformance.reference").warning("left out")
        return given

    assert quietly(convert)(1) == 1
    assert caplog.messages == []
    quietly(convert, logging.WARNING)(1)
    assert caplog.messages == ["left out"]


def test_a_remembering_converter_gives_what_the_first_input_of_a_key_became() -> None:
    made = remembering(lambda given: given * 10, lambda given: given % 2)
    first, second = made(), made()
    assert [first(1), first(3), first(2), second(3)] == [10, 10, 20, 30]


def test_a_number_that_json_lacks_is_refused() -> None:
    assert number("1.5") == 1.5
    with pytest.raises(ValueError, match="NaN"):
        number("NaN")
