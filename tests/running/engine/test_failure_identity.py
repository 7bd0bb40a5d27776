"""Which failures of a rule are one defect."""

from __future__ import annotations

import pytest

from conformance.base.observation import Fault, Outcome, Refusal
from conformance.rules.checks.findings import Failure
from conformance.running.engine.failure_identity import cause_of, defect_of, error_class, holders_of, words

LOST = Failure("lost", "/output/function/parameters/properties/city/default", 'the default "Paris" is lost')


@pytest.mark.parametrize(
    "other",
    [
        LOST._replace(message='the default "Rome" is lost'),
        LOST._replace(message="the default 'Rome' is lost"),
        LOST._replace(message='the default "Ro... is lost'),
        LOST._replace(at="/output/function/parameters/properties/street/default"),
        LOST._replace(at="/output/function/parameters/items/3/default"),
    ],
)
def test_values_names_and_positions_make_no_other_defect(other: Failure) -> None:
    assert defect_of(other, Outcome()) == defect_of(LOST, Outcome())


@pytest.mark.parametrize(
    "other",
    [
        LOST._replace(kind="changed"),
        LOST._replace(at="/output/function/parameters/properties/city/title"),
        LOST._replace(message='the default "Paris" is changed'),
    ],
)
def test_another_kind_keyword_or_message_is_another_defect(other: Failure) -> None:
    assert defect_of(other, Outcome()) != defect_of(LOST, Outcome())


def test_the_example_in_a_message_makes_no_other_defect() -> None:
    other = Failure("meaning", "/output", 'it takes other arguments, for example {"title": true}')
    assert defect_of(other, Outcome()) == defect_of(other._replace(message="it takes other arguments"), Outcome())


def test_a_quoted_keyword_is_a_word_of_the_message() -> None:
    assert words('the keyword "pattern" of "city" is lost') == "the keyword pattern of is lost"


def test_errors_are_alike_without_their_values() -> None:
    def error(message: str, kind: str = "ValueError") -> str:
        return error_class(Outcome(refusal=Refusal(message, kind)))

    assert error("no tool 'a' at 3") == error("no tool 'b' at 17")
    assert error("no tool 'a' at 3") != error("no tool 'a' at 3", "KeyError")
    assert error_class(Outcome(fault=Fault("exit", "the process ended"))) == "exit"
    assert error_class(Outcome(output={})) == ""


def test_an_object_that_is_closed_has_the_cause_of_one_in_which_something_else_is_closed() -> None:
    at = "/output/function/parameters/additionalProperties"
    closed = Failure("closed", at, '"additionalProperties" was added: false')
    assert cause_of(closed, Outcome()) == cause_of(closed._replace(kind="keyword-added"), Outcome())
    other = Failure("closed", "/output/function/parameters", "it takes other arguments than its source")
    assert cause_of(other, Outcome()) == cause_of(other._replace(kind="meaning"), Outcome())
    assert cause_of(other, Outcome()) != cause_of(closed, Outcome())


@pytest.mark.parametrize(
    ("at", "holders"),
    [
        ("/output/function/parameters/properties/a/default", ("properties",)),
        ("/output/function/parameters/then/properties/a/default", ("then", "properties")),
        ("/output/function/parameters/$defs/then/default", ("$defs",)),
        (
            "/output/function/parameters/anyOf/0/properties/items/prefixItems/1/type",
            ("anyOf", "properties", "prefixItems"),
        ),
        ("/output/0/content", ()),
    ],
)
def test_no_keyword_that_holds_a_schema_is_a_name_that_its_author_chose(at: str, holders: tuple[str, ...]) -> None:
    assert holders_of(at) == holders
