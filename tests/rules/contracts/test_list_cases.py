"""Cases of a single form as lists of one."""

from __future__ import annotations

from conformance.rules.contracts import Case, Expectation
from conformance.rules.contracts.list_cases import lifted_cases


def case(*expectations: Expectation, rules: tuple[str, ...] = ("A-1", "A-2")) -> Case:
    return Case(id="one", rules=rules, note="A note.", input={"a": 1}, expectations=expectations)


def test_input_and_output_become_lists_and_only_rules_of_the_list_form_stay() -> None:
    (lifted,) = lifted_cases([case(Expectation({}, output=3))], {"A-2"})
    assert (lifted.input, lifted.expectations) == ([{"a": 1}], (Expectation({}, output=[3]),))
    assert (lifted.rules, lifted.lifted) == (("A-2",), True)


def test_a_case_of_other_rules_is_not_lifted() -> None:
    assert lifted_cases([case(Expectation({}, output=3))], {"A-9"}) == ()


def test_an_error_is_lifted_only_where_an_unusable_tool_raises() -> None:
    raises = Expectation({"unusable-tool": "raise"}, error=("two",))
    (lifted,) = lifted_cases([case(raises, Expectation({}, error=()))], {"A-1"})
    assert lifted.expectations == (raises,)
    assert lifted_cases([case(Expectation({}, error=()))], {"A-1"}) == ()
