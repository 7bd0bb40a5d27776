from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.tool_samples import NO_FUNCTION, SHELL, UNKNOWN, failed, flat, nested, of_flat
from tests.suite.selftest.banks.bank import CHAT_TOOLS


def test_of_two_bad_entries_the_error_is_about_one() -> None:
    given = [None, NO_FUNCTION]
    assert of_flat(given, failed("tools[0] is null"), on_invalid="raise") == set()
    assert of_flat(given, failed("tools[1]: no function"), on_invalid="raise") == set()


def test_under_filter_only_the_entry_that_fails_alone_is_charged() -> None:
    given, alone = [None, UNKNOWN, nested()], (failed("NoneType"), Outcome(output=[]), Outcome(output=[flat()]))
    assert of_flat(given, failed("NoneType"), alone, on_invalid="filter") == {"ERR-3"}
    assert of_flat(given, failed("NoneType"), on_invalid="filter") == set()  # nobody can tell


def test_a_list_that_fails_although_each_entry_converts_is_about_neighbours() -> None:
    given, alone = [nested("a"), nested("a")], (Outcome(output=[flat()]), Outcome(output=[flat()]))
    assert of_flat(given, failed("duplicate"), alone, on_invalid="filter") == {"ISO-1"}


@pytest.mark.parametrize("entry", [nested(strict="true"), flat(), flat(parameters=ABSENT), {"type": "mcp"}])
def test_what_may_go_may_go_and_may_stay(entry: dict[str, Any]) -> None:
    must = {rule for rule in of_flat([entry], []) if rule != "LAW-3"}
    assert must == set()
    result = flat() if "function" in entry else entry
    assert of_flat([entry], [result], strict_when_absent="false") == set()
    assert of_flat([entry], failed("tools[0]: strict, function, type"), on_invalid="raise") == set()


def test_what_may_go_must_not_end_the_call_under_filter() -> None:
    assert of_flat([nested(strict="true")], failed("x"), on_invalid="filter", alone=(failed("x"),)) == {"TR-4"}
    assert of_flat([flat()], failed("x"), on_invalid="filter", alone=(failed("x"),)) == {"ERR-2"}


def test_a_function_under_a_known_type_may_be_flattened() -> None:
    entry = nested() | {"type": "web_search"}
    assert of_flat([entry], [flat()], on_invalid="filter") == set()
    assert of_flat([entry], []) == set()
    assert {"TR-7", "INV-1"} <= of_flat([entry], [entry])


def test_a_function_under_an_unknown_type_is_not_converted() -> None:
    assert of_flat([nested() | UNKNOWN], [flat()], on_invalid="filter") == {"ERR-1"}


def test_a_tool_left_nested_has_not_moved_its_fields() -> None:
    assert {"TR-1", "INV-1", "INV-2"} <= of_flat([nested()], [nested()])


def test_a_tool_lost_to_one_of_its_name_is_not_lost_beside_null() -> None:
    given, alone = (
        [None, nested(), nested(strict=True)],
        (Outcome(output=[]), Outcome(output=[flat()]), Outcome(output=[flat(strict=True)])),
    )
    assert of_flat(given, [flat()], alone) == {"ISO-1"}
    given[1] = nested("b")
    alone = (Outcome(output=[]), Outcome(output=[flat("b")]), Outcome(output=[flat(strict=True)]))
    assert "ERR-3" in of_flat(given, [flat("b")], alone)


def test_the_wrong_order_is_not_a_change_of_tools() -> None:
    given = [nested("a"), nested("a", description="B."), SHELL]
    assert of_flat(given, [SHELL, flat("a", description="B."), flat("a")]) == {"ORD-1"}


def test_lifted_fields_are_never_type_or_function() -> None:
    entry = nested(type="x", function={"name": "b"}, extra=1)
    assert of_flat([entry], [flat(extra=1)], extra_function_fields="lift") == set()
    assert of_flat([entry], [flat()], extra_function_fields="lift") == {"TR-1"}


def test_properties_that_are_null_count_as_absent() -> None:
    source, added = {"type": "object", "properties": None}, {"type": "object", "properties": {}}
    assert of_flat([nested(parameters=source)], [flat(parameters=added)], missing_properties="add") == set()
    assert of_flat([nested(parameters=source)], [flat(parameters=source)], missing_properties="keep") == set()
    assert "TR-3" in of_flat([nested(parameters=source)], [flat(parameters=added)], missing_properties="keep")


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (NO_FUNCTION, "Tool must have function.name"),
        (nested("lookup", description=""), "Tool must have function.description"),
        (UNKNOWN, 'Tool type must be "function"'),
        (None, "Cannot read properties of null (reading 'type')"),
    ],
)
def test_the_documents_own_words_say_what_is_lacking(entry: Any, message: str) -> None:
    assert of_flat([entry], failed(message), on_invalid="raise") == {"ERR-5"}


def test_an_error_that_says_nothing_of_what_is_lacking() -> None:
    assert of_flat([nested(description="")], failed("function 0 is bad"), on_invalid="raise") == {"ERR-2"}


def test_a_transport_of_doubles_changes_no_tool_that_passes() -> None:
    given = [{"type": "web_search", "limit": 1.0, "big": 2**60 + 1}]
    view = view_of(
        Trial(
            operation=CHAT_TOOLS,
            input=given,
            outcome=Outcome(output=[{"type": "web_search", "limit": 1, "big": 2**60}]),
            choices={},
            exact_numbers=False,
        )
    )
    assert family(CHAT_TOOLS).checks["flat-other-types"](view) == ()


def test_an_extra_field_that_has_another_value_beside_the_function_came_from_inside() -> None:
    entry = nested(extra=2) | {"extra": 1}
    assert "TR-1" in of_flat([entry], [flat(extra=2)], extra_function_fields="drop")
    assert "TR-1" not in of_flat([entry | {"extra": 2}], [flat(extra=2)], extra_function_fields="drop")
