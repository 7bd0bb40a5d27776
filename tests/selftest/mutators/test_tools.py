"""Defects of lists of tools: each changes what it names, in the nested form and in the flat one."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from conformance.rules.contracts import load_specifications
from tests.suite.selftest.banks.of_tools import BANKS, RULES
from tests.suite.selftest.mutators.tools import ABOUT, TOOLS, body_of

NAMED = {tool.name: tool for tool in TOOLS}
SCHEMA = {
    "type": "object",
    "properties": {"b": {"$ref": "#/$defs/B"}, "a": {"const": 2**53 + 1, "description": "\ufb01ne"}},
    "$defs": {"B": {}},
}
FUNCTIONS: list[dict[str, Any]] = [
    {"name": "Search", "description": " Searches all of it. ", "parameters": SCHEMA},
    {"name": "read", "description": "Reads.", "parameters": {"type": "object", "properties": {}}},
    {"name": "read", "description": "Reads once more.", "parameters": {}},
]
OTHER = {"type": "custom", "name": "patch", "custom": {"name": "patch"}}
FORMS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "nested": lambda function: {"type": "function", "function": function},
    "flat": lambda function: {"type": "function", **function},
}


@pytest.fixture(params=FORMS)
def changed(request: pytest.FixtureRequest) -> Callable[[str], Any]:
    """Return what gives the functions of a list after a defect, in one of the forms."""

    def of(name: str) -> Any:
        tools = [*map(FORMS[request.param], FUNCTIONS), OTHER]
        return [body for tool in NAMED[name].change(copy.deepcopy(tools)) if (body := body_of(tool)) is not None]

    return of


@pytest.mark.parametrize(
    ("name", "key", "wanted"),
    [
        ("loses_the_second", "description", [" Searches all of it. ", "Reads once more."]),
        ("each_twice", "name", ["Search", "Search", "read", "read", "read", "read"]),
        ("reversed", "name", ["read", "read", "Search"]),
        ("sorted_by_name", "name", ["Search", "read", "read"]),
        ("one_of_each_name", "description", [" Searches all of it. ", "Reads."]),
        ("names_swapped", "name", ["read", "read", "Search"]),
        ("name_lower_cased", "name", ["search", "read", "read"]),
        ("name_with_a_prefix", "name", ["functions.Search", "functions.read", "functions.read"]),
        ("descriptions_swapped", "description", ["Reads.", "Reads once more.", " Searches all of it. "]),
        ("description_cut", "description", [" Searches al", "Reads.", "Reads once m"]),
        ("description_trimmed", "description", ["Searches all of it.", "Reads.", "Reads once more."]),
        ("a_key_of_its_own", "server", ["files"] * 3),
        ("schema_of_the_neighbour", "parameters", [FUNCTIONS[1]["parameters"], {}, SCHEMA]),
    ],
)
def test_a_defect_changes_what_it_names(changed: Callable[[str], Any], name: str, key: str, wanted: list[Any]) -> None:
    assert [body[key] for body in changed(name)] == wanted


def test_schemas_lose_their_definitions_letters_digits_and_order(changed: Callable[[str], Any]) -> None:
    assert "$defs" not in changed("drops_definitions")[0]["parameters"]
    assert changed("texts_normalised")[0]["parameters"]["properties"]["a"]["description"] == "fine"
    assert type(changed("large_numbers_as_float")[0]["parameters"]["properties"]["a"]["const"]) is float
    assert type(changed("numbers_as_float")[0]["parameters"]["properties"]["a"]["const"]) is float
    assert changed("root_type_in_a_list")[0]["parameters"]["type"] == ["object"]
    assert list(changed("keys_sorted")[0]["parameters"]) == ["$defs", "properties", "type"]
    assert list(changed("properties_sorted")[0]["parameters"]["properties"]) == ["a", "b"]


def test_lists_are_cut_emptied_and_written_as_text() -> None:
    assert len(NAMED["cut_at_128_tools"].change([OTHER] * 200)) == 128
    assert NAMED["loses_the_last"].change([1, 2]) == [1]
    assert NAMED["empty_list_is_null"].change([]) is None
    assert NAMED["empty_list_is_null"].change([OTHER]) == [OTHER]
    assert NAMED["tools_as_json_text"].change([OTHER]) == [json.dumps(OTHER)]


def test_a_tool_that_is_no_function_stays() -> None:
    kept = {"loses_the_last", "tools_as_json_text", "each_twice"}
    for tool in TOOLS:
        if tool.name not in kept:
            assert tool.change([copy.deepcopy(OTHER)]) == [OTHER], tool.name


def test_each_operation_has_all_defects_with_rules_of_its_contract() -> None:
    for bank in BANKS:
        rules = {rule.id for rule in load_specifications().contracts[bank.operation].rules}
        shown = [tool.name for tool in TOOLS if not tool.about or RULES[bank.operation][ABOUT.index(tool.about)]]
        assert [mutant.name for mutant in bank] == shown
        assert {rule for mutant in bank for rule in (*mutant.rules, *mutant.innocent)} <= rules
    assert {bank.operation for bank in BANKS} == set(RULES)
