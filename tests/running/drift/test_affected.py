"""Whom a change touches, and which inputs show it."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles.pinned import judged, pin, relaxations, validator
from conformance.formats.operations import is_scripted, operations
from conformance.rules.contracts import load_specifications
from conformance.running.drift.affected import touched
from conformance.running.drift.changes import compare
from conformance.running.drift.conversions import converted, kinds_written, unlogged
from conformance.running.drift.model import READ, WRITTEN, Touched
from conformance.running.drift.pinned_values import pinned_values
from tests.running.drift.planted_changes import CHANGES
from tests.running.drift.planting import Plant, planted, removed, renamed, required, with_value

CONTRACTS = load_specifications().contracts


def of(kind: str, *plants: Plant) -> list[Touched]:
    """The changes of a kind, with whom they touch."""
    schema = pin(kind)["schema"]
    return list(touched(compare(kind, schema, planted(kind, *plants)), CONTRACTS, {kind: schema}))


def test_what_breaks_goes_by_what_an_operation_does_with_it_and_not_by_the_kind() -> None:
    """An operation that writes responses breaks where one that reads them does not, and the other way round."""
    (new,) = of("chat-response", required("CompletionUsage", "cached"))
    assert new.breaks == (WRITTEN,)
    writing = {"anthropic-response-to-chat-response", "responses-response-to-chat-response"}
    assert writing <= set(new.operations)
    assert "chat-response-to-tool-calls" not in new.operations
    (more,) = of("chat-response", with_value("Choice", "finish_reason", "paused"))
    assert more.breaks == (READ,)
    assert "chat-response-to-tool-calls" in more.operations
    assert "anthropic-response-to-chat-response" not in more.operations


def test_a_case_that_shows_the_change_is_the_witness() -> None:
    (gone,) = of("chat-response", removed("ChatCompletionMessage", "refusal"))
    found = {element.operation: element.broken for element in gone.affected}
    assert found["chat-response-to-tool-calls"] == {READ: "case refusal"}
    assert found["anthropic-response-to-chat-response"] == {WRITTEN: "case refusal"}


def test_a_new_member_touches_those_who_have_its_object_and_breaks_nothing() -> None:
    new, gone = of("chat-response", renamed("ChatCompletionMessage", "tool_calls", "calls"))
    assert (new.change.what, new.breaks, gone.change.what) == ("is new", (), "is gone")
    assert set(new.operations) == set(gone.operations)
    assert all(element.works for element in new.affected)


def another_variant(schema: dict[str, Any]) -> None:
    schema["$defs"]["Poem"] = {"type": "object", "properties": {"type": {"const": "poem"}}, "required": ["type"]}
    parts = schema["properties"]["content"]["items"]
    parts["anyOf"].append({"$ref": "#/$defs/Poem"})


def without_calls(schema: dict[str, Any]) -> None:
    parts = schema["properties"]["content"]["items"]
    parts["anyOf"].remove({"$ref": "#/$defs/ToolUseBlock"})


def test_a_reader_passes_over_variants_that_it_does_not_know() -> None:
    (new,) = of("anthropic-response", another_variant)
    assert (new.change.what, new.breaks) == ('takes Poem (type: "poem")', ())
    assert "anthropic-response-to-tool-calls" in new.operations


def test_a_variant_that_is_gone_breaks_those_who_read_it_and_those_who_write_it() -> None:
    (gone,) = of("anthropic-response", without_calls)
    assert gone.change.what == 'takes ToolUseBlock (type: "tool_use") no longer'
    broken = {element.operation: set(element.broken) for element in gone.affected}
    assert broken["anthropic-response-to-tool-calls"] == {READ}
    assert broken["chat-response-to-anthropic-response"] == {WRITTEN}


def test_rules_of_what_an_api_accepts_are_touched_where_a_result_no_longer_fits() -> None:
    (gone,) = of("chat-response", removed("ChatCompletionMessage", "refusal"))
    assert "anthropic-response-to-chat-response API-1" in gone.rules
    assert "chat-response-to-tool-calls API-1" not in gone.rules


CLOSED = ("chat-request", "responses-request", "anthropic-request", "anthropic-tool")


@pytest.mark.parametrize("kind", CLOSED)
@pytest.mark.expensive("it converts all cases of the operations that write the kind, once more")
def test_what_is_reported_as_written_is_what_a_validator_of_the_new_schema_refuses(kind: str) -> None:
    writing = [name for name in operations() if kind in kinds_written(name) and not is_scripted(name)]
    values = {name: list(_written(name, kind)) for name in writing}
    before = validator(judged(kind, pin(kind)["schema"], relaxations()))
    reported = {
        f"{found.change.definition}.{found.change.at}": {
            each.operation for each in found.affected if WRITTEN in each.broken
        }
        for found in of(kind, *(element.plant for element in CHANGES[kind]))
    }
    for element in CHANGES[kind]:
        after = validator(judged(kind, planted(kind, element.plant), relaxations()))
        refused = {
            name for name, found in values.items() if any(before.is_valid(v) and not after.is_valid(v) for v in found)
        }
        assert refused == reported[element.place] & set(writing), element.place
    assert all(any(map(before.is_valid, found)) for found in values.values())


def _written(name: str, kind: str) -> Any:
    target = operations()[name].target
    with unlogged():
        for case in CONTRACTS[name].cases:
            for expectation in case.expectations:
                result = converted(name, case.input, expectation.given, {}).result
                yield from (_whole(kind, value) for found, value in pinned_values(target, result) if found == kind)


def _whole(kind: str, value: Any) -> Any:
    """Add what a request must have and a part of one lacks."""
    needed = {
        "chat-request": {"model": "m", "messages": [{"role": "user", "content": "Hi."}]},
        "responses-request": {"model": "m", "input": "Hi."},
        "anthropic-request": {"model": "m", "max_tokens": 1, "messages": [{"role": "user", "content": "Hi."}]},
    }
    return {**needed.get(kind, {}), **value}
