from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import TARGETS
from conformance.commands.tool_check import JudgedTools, judge, recognise
from conformance.commands.tool_check.judged import OWN_RULES, REFUSED

OBJECT = {"type": "object", "properties": {}}
SOUND = {"name": "look", "description": "Looks.", "inputSchema": OBJECT}


def judged(document: Any, target: str = "openai-chat") -> JudgedTools:
    return judge(recognise(document), target)


def reported(found: JudgedTools) -> list[tuple[str, str]]:
    return [(utterance.rule, utterance.at) for utterance in found.said if utterance.level == REFUSED]


@pytest.mark.parametrize("target", TARGETS)
def test_a_sound_mcp_tool_is_taken_by_every_target(target: str) -> None:
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    found = judged([{**SOUND, "inputSchema": schema}], target)
    assert found == JudgedTools((), 1, 0)


def test_what_is_wrong_is_shown_where_it_is_in_the_mcp_tool() -> None:
    tool = {**SOUND, "name": "a.b", "inputSchema": {"type": "object", "properties": {"x": {"type": "array"}}}}
    found = judged({"tools": [SOUND, tool]})
    assert reported(found) == [
        ("tool-name-pattern", "/tools/1/name"),
        ("items-missing", "/tools/1/inputSchema/properties/x"),
    ]
    assert [utterance.param for utterance in found.said] == ["tools[1].function.name", "tools[1].function.parameters"]
    assert (found.converted, found.refused) == (2, 1)


def test_a_tool_that_is_no_tool_of_mcp_is_not_converted() -> None:
    found = judged([{"name": "no schema", "inputSchema": None}, SOUND])
    assert reported(found) == [("schema", "/0/inputSchema")]
    assert found.said[0].message == "'tools[0].inputSchema' must be an object, got null."


def test_what_the_conversion_leaves_out_is_a_warning() -> None:
    schema = {"type": "object", "properties": {"x": {"type": "string"}}, "additionalProperties": False}
    found = judged([{**SOUND, "inputSchema": schema}], "google")
    assert [(utterance.level, utterance.rule, utterance.at) for utterance in found.said] == [
        ("warning", "left-out", "/0/inputSchema")
    ]
    assert found.said[0].message == (
        "additionalProperties false is left out for Google: Google's schemas have no such keyword."
    )
    assert found.said[0].rule in OWN_RULES


def test_tools_of_another_api_are_judged_as_they_stand() -> None:
    nested = {"type": "function", "function": {"name": "look", "description": "Looks.", "parameters": OBJECT}}
    found = judged([nested], "openai-responses")
    assert reported(found) == [("schema", "/0/name")]
    assert (found.converted, found.refused) == (0, 1)
    assert judged([nested]).said == ()


def test_a_list_that_is_refused_refuses_each_tool() -> None:
    found = judged([{**SOUND, "name": f"look_{number}"} for number in range(129)])
    assert [(utterance.rule, utterance.at, utterance.tool) for utterance in found.said] == [("tools-count", "", None)]
    assert found.refused == 129
