from dataclasses import replace

import pytest

from conformance.apis.input_validity import DOCUMENTED, REAL
from conformance.base.errors import UsageError
from conformance.base.values import JSON
from conformance.inputs.shapes import wrong_shapes
from conformance.rules.contracts import Case, load_specifications
from conformance.rules.contracts.model import Declared
from conformance.running.engine.entries import with_only
from conformance.running.engine.judge import Judge
from conformance.running.engine.options import Options
from conformance.running.engine.plan import LIFTED_SHOWN, Planned, example_count, plan_cases, plan_examples
from tests.containers import containers

SPECIFICATIONS = load_specifications()
SINGLE, LIST = "mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools"


def planned_cases(operation: str, *offered: str) -> list[Planned]:
    contract = SPECIFICATIONS.contracts[operation]
    judge = Judge(contract, contract.rules, contract.defaults())
    return plan_cases(contract, judge, Options(), offered)


def test_lifted_inputs_share_nothing_with_the_single_forms() -> None:
    singles, lists = planned_cases(SINGLE, SINGLE), planned_cases(LIST, LIST)
    held = set().union(*(containers(single.input) for single in singles))
    assert all(held.isdisjoint(containers(list_.input)) for list_ in lists)


def test_entries_asked_alone_share_nothing_with_their_list() -> None:
    with_entries = [planned_case for planned_case in planned_cases(LIST, LIST) if planned_case.entries]
    assert with_entries
    for entry in with_entries:
        assert list(entry.entries) == entry.input
        assert containers(list(entry.entries)).isdisjoint(containers(entry.input))


def test_every_case_is_lifted_for_a_subject_without_the_single_form() -> None:
    assert len(planned_cases(LIST, LIST)) == len(SPECIFICATIONS.contracts[LIST].cases)


def test_beside_the_single_form_each_rule_keeps_some_lifted_cases_and_all_of_the_lists_own() -> None:
    planned = planned_cases(LIST, LIST, SINGLE)
    cases = [case.case for case in planned if case.case is not None]
    assert {case.id for case in SPECIFICATIONS.contracts[LIST].cases if not case.lifted} <= {case.id for case in cases}
    tagged = {rule for case in SPECIFICATIONS.contracts[LIST].cases for rule in case.rules}
    for rule in tagged:
        available = sum(rule in case.rules for case in SPECIFICATIONS.contracts[LIST].cases)
        assert sum(rule in case.rules for case in cases) >= min(LIFTED_SHOWN, available)


def test_examples_are_repeatable_and_end_with_the_large_shapes() -> None:
    contract = SPECIFICATIONS.contracts[LIST]
    first, second = (list(plan_examples(contract, Options(max_examples=5, seed=3), True)) for _ in range(2))
    assert [element.input for element in first] == [element.input for element in second]
    shapes = [element.shape for element in first]
    assert sorted(shapes) == shapes
    assert shapes.count(False) == 5 + len(wrong_shapes(LIST))
    large = first[-1]
    assert large.smaller is not None
    assert len(large.input) == 10 * len(large.smaller.input)


@pytest.mark.parametrize(
    ("given", "declared", "words"),
    [
        ({"name": "", "inputSchema": {"type": "object"}}, None, "is malformed (/name: "),
        (
            {"name": "a", "inputSchema": {"type": "object"}},
            Declared("documented", "S2"),
            "is real, and the case declares",
        ),
        (
            {"name": "a", "inputSchema": {"type": "object"}},
            Declared("malformed", "it"),
            "is real, and the case declares",
        ),
        (
            {"name": "a", "inputSchema": {"type": "object", "properties": {"x": True}}},
            Declared("malformed", "it"),
            "is documented, and the case declares malformed",
        ),
    ],
)
def test_a_case_whose_standing_differs_is_the_mistake_of_its_author(
    given: JSON, declared: Declared | None, words: str
) -> None:
    case = Case(id="a-case", rules=("MCP-1",), note="", input=given, expectations=(), standing=declared)
    contract = replace(SPECIFICATIONS.contracts[SINGLE], cases=(case,))
    judge = Judge(contract, contract.rules, contract.defaults())
    with pytest.raises(UsageError) as raised:
        plan_cases(contract, judge, Options(), ())
    assert "a-case" in raised.value.message
    assert words in raised.value.message


def test_a_planned_case_has_the_standing_that_it_declares() -> None:
    planned = {
        planned_case.case.id: planned_case.standing
        for planned_case in planned_cases(SINGLE, SINGLE)
        if planned_case.case is not None
    }
    assert planned["default-in-items"].kind == REAL
    assert (planned["name-absent"].kind, len(planned["name-absent"].reasons)) == (DOCUMENTED, 1)


def test_the_inputs_of_each_seed_come_after_those_that_are_drawn() -> None:
    contract = replace(SPECIFICATIONS.contracts[SINGLE], inputs=('{"name": 12345678901234567890}',))
    first, other = (list(plan_examples(contract, Options(max_examples=5, seed=seed), True)) for seed in (3, 4))
    assert first[0].input != other[0].input
    for planned in (first, other):
        assert [str(each.item.name) for each in planned if each.item][4:6] == ["generated 4", "fixed 0"]
        assert planned[5].input == {"name": 12345678901234567890}


def test_the_inputs_of_each_seed_hold_what_their_way_to_the_subject_holds() -> None:
    contract = replace(SPECIFICATIONS.contracts[SINGLE], inputs=('{"name": 12345678901234567890}',))

    def fixed(options: Options, *, exact_numbers: bool = True) -> list[JSON]:
        planned = plan_examples(contract, options, exact_numbers)
        return [case.input for case in planned if case.item is not None and case.item.name.startswith("fixed")]

    assert fixed(Options(max_examples=5), exact_numbers=False) == [{"name": 2**53}]
    assert fixed(Options(max_examples=5, fits=lambda _operation, _input: True)) == []
    assert example_count(contract, Options(max_examples=5)) == 6
    assert example_count(contract, Options(max_examples=5, fits=lambda _operation, _input: True)) == 5
    assert example_count(contract, Options(cases=("a",))) == 0


def test_no_examples_are_planned_for_a_run_of_cases() -> None:
    contract = SPECIFICATIONS.contracts[SINGLE]
    assert list(plan_examples(contract, Options(max_examples=0), True)) == []
    assert list(plan_examples(contract, Options(cases=("a",)), True)) == []


def test_an_entry_of_a_request_is_asked_alone_in_a_request_of_its_own() -> None:
    request = "registry-request-to-chat-request"
    with_entries = [planned_case for planned_case in planned_cases(request, request) if planned_case.entries]
    assert with_entries
    for entry in with_entries:
        given = entry.input
        assert isinstance(given, dict)
        assert list(entry.entries) == given["tools"]
        single = with_only(entry.operation, entry.input, entry.entries[0])
        assert single == {**given, "tools": [entry.entries[0]]}
        assert containers(single).isdisjoint(containers(given))


@pytest.mark.parametrize("counts", [True, False])
def test_the_standing_of_mutations_is_computed_where_it_is_counted(counts: bool) -> None:
    """What the generators make without a mutation is real, as their own tests show."""
    contract = SPECIFICATIONS.contracts[SINGLE]
    planned = list(plan_examples(contract, Options(max_examples=20, counts=counts), True))
    for case in planned:
        if case.item is not None and case.item.name.startswith("generated") and not case.mutation:
            assert case.counted_as == case.standing.kind == REAL
        else:
            assert case.counted_as == (case.standing.kind if counts and not case.shape else "")
