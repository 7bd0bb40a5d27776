"""Members and variants of the APIs that the conversions have no place for."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from conformance.rules.contracts import load_specifications
from conformance.running.drift.model import State, Unplaced
from conformance.running.drift.states import pinned_state
from conformance.running.drift.without_counterpart import Twins, twins, unplaced

PINNED = pinned_state()
CHANGE = Callable[[dict[str, Any]], None]


def changed(kind: str, change: CHANGE) -> State:
    """The pinned state with a change to the definitions of a kind."""
    schema = copy.deepcopy(PINNED.schemas[kind])
    change(schema["$defs"])
    return PINNED._replace(schemas={**PINNED.schemas, kind: schema})


def new_in(state: State) -> list[tuple[str, str]]:
    return [(element.definition, element.member) for element in unplaced(state, PINNED) if element.is_new]


def test_nothing_is_new_in_the_same_state() -> None:
    assert unplaced(PINNED, PINNED)
    assert new_in(PINNED) == []


def test_a_new_member_of_a_source_that_the_target_lacks_is_listed() -> None:
    state = changed("chat-request", lambda all_: all_["FunctionDefinition"]["properties"].update(flavour={}))
    assert new_in(state) == [("FunctionDefinition", "flavour")]


def test_a_new_member_that_the_target_has_too_has_a_place() -> None:
    state = changed("chat-request", lambda all_: all_["FunctionDefinition"]["properties"].update(defer_loading={}))
    assert new_in(state) == []


def test_a_place_that_is_gone_is_none() -> None:
    state = changed("responses-request", lambda all_: all_["FunctionToolParam"]["properties"].pop("output_schema"))
    assert new_in(state) == [("Tool", "outputSchema")]


def test_a_new_variant_of_a_union_is_listed() -> None:
    def change(definitions: dict[str, Any]) -> None:
        definitions["Video"] = {"type": "object", "properties": {"type": {"const": "video"}}}
        content = definitions["ChatCompletionUserMessageParam"]["properties"]["content"]
        parts = next(element for element in content["anyOf"] if element.get("type") == "array")
        parts["items"]["anyOf"].append({"$ref": "#/$defs/Video"})

    expected = ("ChatCompletionUserMessageParam.content", 'Video (type: "video")')
    assert new_in(changed("chat-request", change)) == [expected]


def test_a_definition_of_another_name_makes_nothing_new() -> None:
    def change(definitions: dict[str, Any]) -> None:
        definitions["FunctionObject"] = definitions.pop("FunctionDefinition")
        definitions["FunctionObject"]["properties"]["flavour"] = {}

    before = changed("chat-request", lambda all_: all_["FunctionDefinition"]["properties"].update(flavour={}))
    assert not [element for element in unplaced(changed("chat-request", change), before) if element.is_new]


def test_a_state_without_the_target_says_nothing() -> None:
    alone = PINNED._replace(schemas={"chat-request": PINNED.schemas["chat-request"]})
    assert unplaced(alone, PINNED) == ()


@pytest.mark.parametrize("entry", twins(), ids=lambda entry: f"{entry.operations[0]} {entry.source.definitions}")
def test_the_table_names_what_is_pinned(entry: Twins) -> None:
    assert set(entry.operations) <= load_specifications().contracts.keys()
    assert dict(entry.target.of(PINNED))
    sources = dict(entry.source.of(PINNED))
    members = {name for schema in sources.values() for name in schema.get("properties", {})}
    assert entry.places.keys() <= members
    assert entry.source.at is None or entry.source.at in members
    lacking = {element.member for element in _own(entry)}
    assert lacking.isdisjoint(entry.places)
    # Each variant is one of the union: a wrong name would list the right one as lacking.
    tags = [variant.replace(": ", ': "') + '"' for variant in entry.variants]
    assert not any(f"({tag}" in member for tag in tags for member in lacking)


def _own(entry: Twins) -> list[Unplaced]:
    names = set(dict(entry.source.of(PINNED)))
    called = names if entry.source.at is None else {f"{name}.{entry.source.at}" for name in names}
    return [
        element
        for element in unplaced(PINNED, PINNED)
        if element.operations == entry.operations and element.definition in called
    ]
