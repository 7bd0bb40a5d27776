"""The cause of failed calls is found by asking the same input without one feature."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest

from conformance.base.values import levels
from conformance.reference import (
    chat_messages_to_responses_input,
    mcp_tool_to_chat_tool,
    mcp_tools_to_responses_tools,
    responses_input_to_chat_messages,
)
from conformance.running.engine import causes
from tests.running.engine.building import SINGLE
from tests.running.engine.certifying import certified

TOOL: Any = {"name": "a", "description": "Works.", "inputSchema": {"type": "object", "properties": {}}}
UNDESCRIBED = {key: TOOL[key] for key in ("name", "inputSchema")}
REFERRING = TOOL | {"inputSchema": {"type": "object", "properties": {"b": {"$ref": "#/$defs/B"}}, "$defs": {"B": {}}}}


def failing(given: tuple[Any, ...], convert: Any, **more: Any) -> dict[str, list[str]]:
    """Return the messages of each rule that fails on some inputs."""
    result = certified({SINGLE: convert}, SINGLE, inputs={SINGLE: given}, only_inputs=True, shrink=False, **more)
    return {entry.rule.id: [shown.message for shown in entry.evidence] for entry in result.rules if entry.evidence}


def needs_a_description(tool: Any) -> Any:
    tool["description"]
    return mcp_tool_to_chat_tool(tool)


def takes_no_references(tool: Any) -> Any:
    if "$ref" in repr(tool):
        raise ValueError("references are not supported")
    return mcp_tool_to_chat_tool(tool)


def takes_nothing(_tool: Any) -> Any:
    raise ValueError("nothing is supported")


def test_the_rule_about_the_feature_is_charged_if_the_call_succeeds_without_it() -> None:
    (message,) = failing((UNDESCRIBED,), needs_a_description)["MCP-9"]
    assert message.endswith("(the call succeeds if every tool has a description)")
    referring = {key: REFERRING[key] for key in ("name", "inputSchema")}
    assert failing((referring,), needs_a_description).keys() == {"MCP-9"}


def test_another_feature_of_the_same_input_is_innocent() -> None:
    referring = {key: REFERRING[key] for key in ("name", "inputSchema")}
    assert failing((referring,), takes_no_references).keys() == {"REF-1"}


def test_a_call_that_fails_without_any_feature_too_is_charged_to_the_rule_about_failed_calls() -> None:
    assert failing((UNDESCRIBED, REFERRING, TOOL), takes_nothing).keys() == {"CONV-1"}


def test_the_chosen_rules_do_not_change_the_cause() -> None:
    assert failing((UNDESCRIBED,), needs_a_description, rules=frozenset({"CONV-1"})) == {}
    assert failing((UNDESCRIBED,), needs_a_description, rules=frozenset({"MCP-9"})).keys() == {"MCP-9"}


def test_further_calls_that_fail_with_the_same_message_share_the_cause_of_the_first_ones() -> None:
    many = tuple(UNDESCRIBED | {"name": f"tool_{number}"} for number in range(40))
    result = failing(many, needs_a_description)
    assert result.keys() == {"MCP-9"}


def test_a_feature_is_innocent_if_the_call_succeeds_without_it_by_chance() -> None:
    def fails_at_random(tool: Any) -> Any:
        if crc32(repr(tool).encode()) % 3:
            raise ValueError("out of luck")
        return mcp_tool_to_chat_tool(tool)

    many = tuple(UNDESCRIBED | {"name": f"tool_{number}"} for number in range(30))
    assert failing(many, fails_at_random).keys() == {"CONV-1"}


def test_a_call_that_succeeds_when_it_is_made_again_has_no_feature_as_its_cause() -> None:
    calls = iter(range(1000))

    def fails_now_and_then(tool: Any) -> Any:
        if next(calls) % 2 == 0:
            raise ValueError("try again later")
        return mcp_tool_to_chat_tool(tool)

    assert "MCP-9" not in failing((UNDESCRIBED,), fails_now_and_then, repeat=False)


LIST = "mcp-tools-to-responses-tools"


def failing_on_many_tools(convert: Any) -> set[str]:
    """Return the rules that fail on a list of 600 tools."""
    many = [TOOL | {"name": f"tool_{number}"} for number in range(600)]
    result = certified({LIST: convert}, LIST, inputs={LIST: (many,)}, only_inputs=True, shrink=False)
    return {entry.rule.id for entry in result.rules if entry.evidence}


def test_a_depth_limit_is_charged_to_the_rule_about_size_if_ordinary_inputs_keep_to_it() -> None:
    def limited(most: int) -> Any:
        def convert(tool: Any) -> Any:
            if sum(1 for _level in levels(tool)) > most:
                raise ValueError("nested too deeply")
            return mcp_tool_to_chat_tool(tool)

        return convert

    schema: Any = {"type": "object"}
    for _level in range(40):
        schema = {"type": "object", "properties": {"a": schema}}
    deep = TOOL | {"inputSchema": schema}
    assert failing((deep,), limited(30)).keys() == {"ALL-6"}
    assert failing((deep,), limited(3)).keys() == {"CONV-1"}


def test_a_loss_is_charged_to_the_rule_about_size_only_if_a_small_input_loses_nothing() -> None:
    assert "ALL-6" in failing_on_many_tools(lambda tools: mcp_tools_to_responses_tools(tools)[:128])
    lost = failing_on_many_tools(lambda tools: mcp_tools_to_responses_tools(tools)[1:])
    assert lost
    assert "ALL-6" not in lost


MESSAGES = "chat-messages-to-responses-input"
KEY = {"cache_control": {"type": "ephemeral"}}


def failing_on_messages(content: Any, keeps: Any) -> set[str]:
    """Return the rules that fail where a converter reads only some parts of a user's message."""

    def convert(messages: Any) -> Any:
        read = [message | {"content": [part for part in message["content"] if keeps(part)]} for message in messages]
        return chat_messages_to_responses_input(read)

    given = ([{"role": "user", "content": [{"type": "text", "text": "Hi"}, *content]}],)
    result = certified({MESSAGES: convert}, MESSAGES, inputs={MESSAGES: given}, only_inputs=True, shrink=False)
    return {entry.rule.id for entry in result.rules if entry.evidence}


def test_a_loss_is_charged_to_a_feature_if_nothing_is_lost_without_it() -> None:
    image = {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}} | KEY
    assert "MSG-9" in failing_on_messages([image], lambda part: "cache_control" not in part)
    assert "MSG-9" in failing_on_messages(
        [{"type": "text", "text": "Ho"} | KEY], lambda part: "cache_control" not in part
    )


def test_a_loss_that_does_not_hang_on_a_feature_is_not_charged_to_it() -> None:
    image = {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}} | KEY
    lost = failing_on_messages([image], lambda part: part["type"] != "image_url")
    assert lost
    assert "MSG-9" not in lost


@pytest.mark.parametrize(("dropped", "charged"), [(slice(128), 2), (slice(1, None), 0)])
def test_the_cause_of_a_loss_that_is_not_examined_is_that_of_the_examined_ones(
    dropped: slice, charged: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(causes, "EXAMINED", 1)
    given = tuple([TOOL | {"name": f"tool_{number}"} for number in range(most)] for most in (600, 601))
    functions = {LIST: lambda tools: mcp_tools_to_responses_tools(tools)[dropped]}
    result = certified(functions, LIST, inputs={LIST: given}, only_inputs=True, shrink=False)
    (entry,) = [entry for entry in result.rules if entry.rule.id == "ALL-6"]
    assert len({objection.input for objection in entry.objections}) == charged


@pytest.mark.parametrize(("most", "charged"), [(0, False), (500, True)])
def test_a_large_malformed_call_that_fails_is_charged_to_its_size_only_if_a_small_one_converts(
    most: int, charged: bool
) -> None:
    def limited(items: Any) -> Any:
        if any(len(level) > most for level in levels(items)):
            raise ValueError("Unknown content")
        return responses_input_to_chat_messages(items)

    about = [{"value": number} for number in range(2_000)]
    part = {"type": "output_text", "text": "Hi", "annotations": [{"type": "file_path", "about": about}]}
    items = [{"type": "message", "role": "assistant", "content": [part]}]
    operation = "responses-input-to-chat-messages"
    result = certified({operation: limited}, operation, inputs={operation: (items,)}, only_inputs=True, shrink=False)
    assert any(entry.rule.id == "ALL-6" and entry.evidence for entry in result.rules) is charged
