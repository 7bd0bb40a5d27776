"""Which inputs count as deep or wide, when a second call gave the same, and what may be shared."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import JSON, packed
from conformance.reference import mcp_tools_to_chat_tools
from conformance.rules.checks.conduct import (
    DEEP,
    LARGE,
    WIDE,
    change_of,
    deep_and_wide,
    deep_copy,
    results_apart,
    same_again,
)
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Findings
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.tool_samples import failed, mcp
from tests.suite.selftest.banks.bank import MCP_TOOL

OPERATION = "mcp-tools-to-chat-tools"
TEXT = "x" * LARGE


def judged(schema: JSON) -> Findings:
    tool = {"name": "look", "description": TEXT, "inputSchema": schema}
    made = {"type": "function", "function": {"name": "look", "description": TEXT, "parameters": schema}}
    return deep_and_wide(
        family(OPERATION).view(Trial(operation=OPERATION, input=[tool], outcome=Outcome(output=[made])))
    )


def nested(levels: int, innermost: JSON) -> JSON:
    value = innermost
    for _level in range(levels):
        value = {"not": value}
    return value


# The list and the tool are two levels themselves.
@pytest.mark.parametrize(
    ("schema", "large"),
    [
        (nested(DEEP - 2, 1), True),
        (nested(DEEP - 2, {}), True),
        (nested(DEEP - 3, 1), False),
        (nested(DEEP - 3, {}), False),
        ({"enum": list(range(WIDE))}, True),
        ({"enum": list(range(WIDE - 1))}, False),
        ({"properties": {f"p{number}": {} for number in range(WIDE)}}, True),
        ({"properties": {f"p{number}": {} for number in range(WIDE - 1)}}, False),
        # As much at one level, and nothing of it wide.
        ({"enum": list(range(WIDE - 1)), "required": list(range(WIDE - 1))}, False),
        (nested(DEEP - 3, list(range(WIDE))), True),
    ],
)
def test_deep_and_wide_inputs_are_distinguished_from_others(schema: JSON, large: bool) -> None:
    assert judged(schema) == (OK if large else None)


def test_what_is_small_is_neither() -> None:
    tool = {"name": "a", "inputSchema": {"enum": [None] * WIDE}}
    assert len(packed([tool]) or b"") < LARGE
    assert (
        deep_and_wide(family(OPERATION).view(Trial(operation=OPERATION, input=[tool], outcome=Outcome(output=[]))))
        is None
    )


def again(first: JSON, second: JSON) -> Findings:
    return same_again(
        family(OPERATION).view(
            Trial(operation=OPERATION, input=[], outcome=Outcome(output=first), again=Outcome(output=second))
        )
    )


def test_a_second_call_gives_the_same_where_only_key_order_differs() -> None:
    assert again([{"a": 1, "b": 2}], [{"b": 2, "a": 1}]) == OK
    assert again([], []) == OK


@pytest.mark.parametrize(("first", "second"), [([1], [1.0]), ([1], [True]), ([{"a": 1}], [{"a": 1, "b": 1}]), ([], {})])
def test_a_second_call_that_gives_another_value_is_reported(first: JSON, second: JSON) -> None:
    findings = again(first, second)
    assert isinstance(findings, tuple)
    assert [failure.kind for failure in findings] == ["again-differs"]


SOUND = {"name": "look", "inputSchema": {"type": "object"}}


def shared(*entries: JSON) -> Findings:
    """Judge a list whose tools hold objects of the input."""
    given = list(entries)
    made = [
        {"type": "function", "function": {"name": element["name"], "description": element.get("description", ""),
                                          "parameters": element["inputSchema"]}}
        for element in given
    ]  # fmt: skip
    outcome = Outcome(output=made, input_after=given, shares=True, kept=False)
    return deep_copy(family(OPERATION).view(Trial(operation=OPERATION, input=given, outcome=outcome)))


@pytest.mark.parametrize("entry", [SOUND, {**SOUND, "name": "a b"}, {**SOUND, "description": None}])
def test_what_usable_tools_share_with_the_input_is_reported(entry: JSON) -> None:
    findings = shared(SOUND, entry)
    assert isinstance(findings, tuple)
    assert [failure.kind for failure in findings] == ["shares"]


@pytest.mark.parametrize(
    "entry", [{**SOUND, "name": ["look"]}, {**SOUND, "name": {}, "inputSchema": 0}, {**SOUND, "description": []}]
)
def test_what_an_unusable_tool_brings_along_is_no_shared_copy(entry: JSON) -> None:
    assert shared(SOUND, entry) == OK


def test_an_unusable_tool_excuses_no_changed_input() -> None:
    given = [{**SOUND, "name": ["look"]}]
    outcome = Outcome(output=[], input_after=[], shares=False, kept=False)
    findings = deep_copy(family(OPERATION).view(Trial(operation=OPERATION, input=given, outcome=outcome)))
    assert isinstance(findings, tuple)
    assert [failure.kind for failure in findings] == ["input-changed"]


def test_a_message_that_differs_is_not_another_result() -> None:
    trial = Trial(operation=MCP_TOOL, input=None, outcome=failed("request 1"), choices={}, again=failed("request 2"))
    assert family(MCP_TOOL).checks["same-again"](view_of(trial)) == ()
    trial = Trial(
        operation=MCP_TOOL, input=mcp(), outcome=Outcome(not_json="a tuple"), choices={}, again=Outcome(output=(1,))
    )
    assert family(MCP_TOOL).checks["same-again"](view_of(trial)) is None


@pytest.mark.parametrize(
    ("kept", "again", "findings"),
    [(False, False, OK), (False, True, 1), (True, False, 1), (None, None, NOT_OBSERVABLE)],
)
def test_a_result_that_holds_objects_of_an_earlier_one_is_no_result_of_its_own(
    kept: bool | None, again: bool | None, findings: Any
) -> None:
    given = [mcp()]
    output = mcp_tools_to_chat_tools(given)
    first, second = (Outcome(output=output, kept=element) for element in (kept, again))
    found = results_apart(family(OPERATION).view(Trial(operation=OPERATION, input=given, outcome=first, again=second)))
    assert (len(found) or OK if isinstance(found, tuple) else found) == findings


def test_what_a_malformed_input_brings_along_may_be_in_two_results() -> None:
    outcome = Outcome(output=[], kept=True)
    assert results_apart(family(OPERATION).view(Trial(operation=OPERATION, input=[7], outcome=outcome))) is None


@pytest.mark.parametrize(
    ("changed", "kind"),
    [
        ({"type": "string", "enum": ["b", "a"]}, "again-reordered"),
        ({"type": "string", "enum": ["a"]}, "depends-on-earlier"),
    ],
)
def test_another_order_of_an_enum_is_another_result_with_the_same_meaning(changed: JSON, kind: str) -> None:
    given = [mcp(inputSchema={"type": "object", "properties": {"unit": {"type": "string", "enum": ["a", "b"]}}})]
    first, second = (Outcome(output=mcp_tools_to_chat_tools(given)) for _call in range(2))
    second.output[0]["function"]["parameters"]["properties"]["unit"] = changed
    trial = Trial(operation=OPERATION, input=given, outcome=first, again=second, restarted=True)
    found = same_again(family(OPERATION).view(trial))
    assert isinstance(found, tuple)
    assert [finding.kind for finding in found] == [kind]


@pytest.mark.parametrize(
    ("after", "at", "said"),
    [
        ({"b": [1, 2]}, "/input/a", "/a was {} and is gone"),
        ({"a": {}, "b": [1, 2], "c": 3}, "/input/c", "/c was absent and is now 3"),
        ({"a": {}, "b": [1]}, "/input/b/1", "/b/1 was 2 and is gone"),
        ({"a": {}, "b": {}}, "/input/b", "/b was [1, 2] and is now {}"),
        (1, "/input", "/ was {"),
    ],
)
def test_a_changed_input_is_named_by_place_and_values(after: JSON, at: str, said: str) -> None:
    place, words = change_of({"a": {}, "b": [1, 2]}, after)
    assert place == at
    assert words.startswith(said)


def test_what_is_probably_shared_is_named() -> None:
    findings = shared(SOUND)
    assert isinstance(findings, tuple)
    assert findings[0].at == "/output/0/function/parameters"
    assert "in /0/function/parameters, which equals /0/inputSchema of the input" in findings[0].message
