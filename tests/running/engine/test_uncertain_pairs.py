"""Tools that cannot be recognised are charged to the rule of the conversion alone."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Any

import pytest

from conformance.reference import (
    chat_tools_to_responses_tools,
    mcp_tools_to_chat_tools,
    mcp_tools_to_responses_tools,
    registry_tools_to_chat_tools,
)
from tests.running.engine.certifying import certified

MCP, FLAT = "mcp-tools-to-chat-tools", "mcp-tools-to-responses-tools"
CHAT, REGISTRY = "chat-tools-to-responses-tools", "registry-tools-to-chat-tools"
REFERENCES = {
    MCP: mcp_tools_to_chat_tools,
    FLAT: mcp_tools_to_responses_tools,
    CHAT: chat_tools_to_responses_tools,
    REGISTRY: registry_tools_to_chat_tools,
}
CONVERSION = {MCP: "MCP-1", FLAT: "M2R-1", CHAT: "TR-1", REGISTRY: "REG-1"}


def tool(operation: str, name: str, description: str, kind: str = "string") -> Any:
    schema = {"type": "object", "properties": {"value": {"type": kind}}, "required": ["value"]}
    if operation in (MCP, FLAT):
        return {"name": name, "description": description, "inputSchema": schema}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": schema}}


def failing(operation: str, given: Any, change: Callable[[list[Any]], Any]) -> dict[str, list[str]]:
    """Return the messages of each MUST rule that fails where a converter changes its bodies of tools."""

    def convert(tools: Any) -> Any:
        results: Any = REFERENCES[operation](tools)
        bodies = [result.get("function", result) for result in results]
        order = change(bodies)
        return results if order is None else [results[index] for index in order]

    result = certified({operation: convert}, operation, inputs={operation: (given,)}, only_inputs=True, shrink=False)
    return {
        entry.rule.id: [shown.message for shown in entry.evidence]
        for entry in result.rules
        if entry.verdict == "fail" and entry.level == "MUST" and not entry.charged_to
    }


def renamed_and_reversed(bodies: list[Any]) -> list[int]:
    for number, body in enumerate(bodies):
        body["name"] = f"tool_{number}"
    return list(range(len(bodies)))[::-1]


@pytest.mark.parametrize("operation", REFERENCES)
def test_tools_with_new_names_and_alike_texts_are_charged_to_the_conversion(operation: str) -> None:
    tools = [tool(operation, name, "Reads.", kind) for name, kind in (("one", "string"), ("two", "integer"))]
    tools.append(tool(operation, "three", "Reads.", "string"))
    (messages,) = [failing(operation, tools, renamed_and_reversed)]
    assert messages.keys() == {CONVERSION[operation]}
    shown = " ".join(messages[CONVERSION[operation]])
    assert "which is which is not certain" in shown
    assert '"one"' in shown
    assert '"tool_0"' in shown


@pytest.mark.parametrize("operation", REFERENCES)
def test_tools_with_new_names_are_recognised_by_their_texts(operation: str) -> None:
    tools = [tool(operation, "one", "Reads a file."), tool(operation, "two", "Sends a message.")]

    def loses_a_requirement(bodies: list[Any]) -> list[int]:
        bodies[0]["parameters"]["properties"]["value"]["type"] = "integer"
        return renamed_and_reversed(bodies)

    failed = failing(operation, tools, loses_a_requirement)
    assert CONVERSION[operation] in failed
    assert not any("not certain" in message for messages in failed.values() for message in messages)
    assert any(
        '"integer"' in message or "other arguments" in message for messages in failed.values() for message in messages
    )


def test_unsafe_names_may_be_replaced_where_tools_are_alike() -> None:
    tools = [tool(MCP, name, "Reads.") for name in ("files.read", "files.open", "files.list")]

    def replaced(bodies: list[Any]) -> None:
        for number, body in enumerate(bodies):
            if not re.fullmatch("[a-z_]{1,64}", body["name"]):
                logging.getLogger(__name__).warning("%s is renamed", body["name"])
                body["name"] = f"files_{number}"

    assert failing(MCP, tools, replaced) == {}


def test_a_tool_that_never_arrives_is_not_recognised_in_one_of_another_name() -> None:
    tools = [{"name": "no.schema"}, tool(MCP, "one", "Reads.")]

    def renamed(bodies: list[Any]) -> None:
        bodies[-1]["name"] = "two"

    assert "MCP-10" not in failing(MCP, tools, renamed)
