"""Values of another type than the format has are judged: a check looks up nothing that cannot be looked up."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import JSON, holders, packed, unpacked
from conformance.formats.json_schema import is_valid_schema
from conformance.running.engine.judge import Judge
from conformance.running.subjects.reference import ReferenceFunctions
from tests.running.engine.building import contract_of

SHOWN = 6  # cases


def in_every_object(change: Callable[[dict[str, Any]], None]) -> Callable[[JSON], None]:
    def change_all(output: JSON) -> None:
        for holder in list(holders(output)):
            if isinstance(holder, dict):
                change(holder)

    return change_all


def wrapped(name: str) -> Callable[[JSON], None]:
    """Put every value of a name into an object."""
    return in_every_object(lambda value: value.update({name: {"is": value[name]}}) if name in value else None)


def as_custom(tool: dict[str, Any]) -> None:
    if tool.get("type") == "function":
        tool |= {"type": "custom", "custom": tool.pop("function")}


def with_objects_required(schema: dict[str, Any]) -> None:
    if isinstance(schema.get("required"), list):
        schema["required"] = [{"name": name} for name in schema["required"]]


def with_half_a_character(tool: dict[str, Any]) -> None:
    if isinstance(tool.get("input_schema"), dict):
        tool["input_schema"]["\ud800"] = "\ud800"


@pytest.mark.parametrize(
    ("operation", "change"),
    [
        ("responses-tools-to-chat-tools", in_every_object(as_custom)),
        ("chat-messages-to-responses-input", wrapped("role")),
        ("chat-request-to-responses-request", wrapped("name")),
        ("responses-input-to-chat-messages", wrapped("detail")),
        ("tool-definition-to-provider-tool", in_every_object(with_objects_required)),
        ("tool-definition-to-provider-tool", in_every_object(with_half_a_character)),
        ("responses-input-to-chat-messages", wrapped("id")),
        ("responses-output-to-chat-message", wrapped("id")),
        ("responses-stream-to-chat-stream", wrapped("id")),
    ],
)
def test_a_value_of_another_type_is_judged(operation: str, change: Callable[[JSON], None]) -> None:
    contract = contract_of(operation)
    judge = Judge(contract, contract.rules, contract.defaults())
    reference = ReferenceFunctions((operation,))[operation]
    found = []
    for case, output in islice(_changed(contract.cases, reference, change), SHOWN):
        found += judge.judge(judge.trial(case.input, Outcome(output=output)), case).failures
    assert found


def _changed(cases: Any, convert: Callable[[JSON], JSON], change: Callable[[JSON], None]) -> Any:
    """Yield the cases of which a change of the reference's result shows, each with what it became."""
    for case in cases:
        try:
            output = convert(unpacked(packed(case.input) or b"N"))
        except ValueError:
            continue
        before = packed(output)
        change(output)
        if packed(output) != before:
            yield case, output


def test_a_lone_surrogate_in_a_schema_is_a_text() -> None:
    assert is_valid_schema({"type": "object", "\ud800": "\ud800"})
    assert not is_valid_schema({"type": "\ud800"})
