from __future__ import annotations

from collections import OrderedDict
from typing import Any

import pytest

from conformance.base.observation import Outcome, Refusal
from conformance.rules.checks.trial import Trial
from conformance.rules.checks.view import View, repeats
from tests.rules.checks.tool_samples import chat, mcp, of_mcp


class Text(str):
    """A text of a class of its own, as an enum of texts has them."""


class Number(int):
    """A number of a class of its own."""


def test_instances_of_subclasses_are_what_they_extend() -> None:
    source = {"type": "object", "minProperties": 1, "title": "A"}
    result = OrderedDict(type=Text("object"), minProperties=Number(1), title="A")
    assert of_mcp([mcp(inputSchema=source)], [OrderedDict(chat(parameters=result))]) == set()
    result["minProperties"] = True
    assert of_mcp([mcp(inputSchema=source)], [OrderedDict(chat(parameters=result))]) >= {"MCP-3"}


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        ({"id": "call_17", "n": 1}, {"id": "call_18", "n": 1}, True),
        ([{"created": 100}, {"created": 100}], [{"created": 100}, {"created": 101}], True),
        ({"id": "call_17"}, {"id": 18}, False),
        ({"id": "call_17"}, {"id": ""}, False),
        ({"id": "call_17"}, {}, False),
        ({"id": "call_17"}, {"id": "src_1"}, False),  # the input has it
        ({"id": "src_1"}, {"id": "call_18"}, False),
        ({"id": "the weather of yesterday 1"}, {"id": "call_18"}, False),  # content of an earlier input
        ({"id": "search"}, {"id": "find"}, False),
        ({"created": 7}, {"created": 8}, False),
        ({"name": "tool_17"}, {"name": "tool_18"}, False),
        ({"arguments": {"id": {"a1": 1}}}, {"arguments": {"id": {"a2": 1}}}, False),
    ],
)
def test_a_second_call_may_make_ids_and_times_that_the_input_lacks(first: Any, second: Any, alike: bool) -> None:
    assert repeats(first, second, frozenset({"src_1", 7})) is alike


@pytest.mark.parametrize(
    ("message", "is_accident"),
    [
        ("'list' object has no attribute 'get'", True),
        ("call_a: 'list' object has no attribute 'get'", False),
        ("the call of look has no object", False),
        ("arguments: 'list' object has no attribute 'get'", False),
    ],
)
def test_a_crash_on_arguments_that_are_no_object_is_an_accident_unless_it_names_them(
    message: str, is_accident: bool
) -> None:
    call = {"id": "call_a", "type": "function", "function": {"name": "look", "arguments": "[1]"}}
    said = [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_a", "content": "r"},
    ]
    given = [{"role": "user", "content": "q"}, *said]
    outcome = Outcome(refusal=Refusal(message, "AttributeError"))
    trial = Trial(operation="chat-messages-to-responses-input", input=given, outcome=outcome)
    assert View(trial).is_accident is is_accident
