"""What contracts say of themselves."""

from __future__ import annotations

from dataclasses import replace

from conformance.rules.contracts import Choice, Contract, Rule, RuleSource

RULE = Rule(
    id="A-1",
    level="MUST",
    origin="document",
    title="A.",
    text="A.",
    why="A.",
    sources=(RuleSource("One", "S9"),),
    check="a",
)


def contract(*rules: Rule, choices: tuple[Choice, ...] = ()) -> Contract:
    return Contract(
        operation="one-to-one", title="A.", documents=("S9",), input="A.", output="A.", conversion_rule="A-1",
        rules=rules, choices=choices,
    )  # fmt: skip


def test_a_source_is_named_by_its_document_or_by_its_section() -> None:
    assert [str(RuleSource("One", "S9")), str(RuleSource("A report", link="https://example.com"))] == [
        "S9, One",
        "A report",
    ]


def test_the_defaults_are_the_answers_of_the_reference() -> None:
    choice = Choice(
        name="absent", rule="A-1", question="A?", answers={"keep": "A.", "drop": "B."}, default="drop", probes=()
    )
    assert contract(RULE, choices=(choice,)).defaults() == {"absent": "drop"}


def test_rules_are_found_by_the_further_requests_that_they_need() -> None:
    asks = contract(RULE, replace(RULE, id="A-2", asks=("again", "alone")), replace(RULE, id="A-3", asks=("again",)))
    assert asks.asking("again") == {"A-2", "A-3"}
    assert asks.asking("restart") == frozenset()


def test_the_chain_is_that_of_the_first_rule_with_one() -> None:
    assert contract(RULE).chain == ()
    assert contract(RULE, replace(RULE, id="A-2", chain=("one-to-one", "back"))).chain == ("one-to-one", "back")
