"""What an input refers to things by, in each format."""

from __future__ import annotations

import pytest

from conformance.base.values import JSON
from conformance.formats.handles import Handles, handles_of, renamed

CHAT: JSON = [
    {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}]},
    {"role": "assistant", "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f"}}]},
    {"role": "tool", "tool_call_id": "c1", "content": "4"},
]
RESPONSES: JSON = [
    {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "f", "arguments": '{"name":"g"}'},
    {"type": "function_call_output", "call_id": "c1", "output": [{"type": "input_image", "image_url": "data:,x"}]},
]
ANTHROPIC: JSON = {
    "tools": [
        {"name": "f", "input_schema": {"properties": {"name": {}}}},
        {"type": "web_search", "name": "web_search"},
    ],
    "messages": [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "f", "input": {"name": "g"}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "4"}]},
    ],
}


@pytest.mark.parametrize(("value", "urls"), [(CHAT, ("https://example.org/a.png",)), (RESPONSES, ()), (ANTHROPIC, ())])
def test_ids_and_names_of_calls_and_addresses_are_found(value: JSON, urls: tuple[str, ...]) -> None:
    assert handles_of(value) == Handles(("c1",), ("f",), urls)


def test_names_of_tools_in_namespaces_are_not_read() -> None:
    assert handles_of(
        {"tools": [{"type": "namespace", "name": "crm", "tools": [{"type": "function", "name": "f"}]}]}
    ) == (Handles((), (), ()))


def test_a_call_and_its_result_are_renamed_alike_and_nothing_else() -> None:
    value: JSON = {
        "tools": [{"name": "f", "input_schema": {"properties": {"name": {}}}}, {"type": "mcp", "name": "f"}],
        "content": [{"type": "tool_use", "id": "c1", "name": "f", "input": {"name": "f"}}],
        "result": {"type": "tool_result", "tool_use_id": "c1"},
        "image": {"url": "https://example.org/a.png"},
    }
    renamed(value, {"c1": "17"}, {"f": "null"}, {"https://example.org/a.png": "https://example.org/b.png"})
    assert value == {
        "tools": [{"name": "null", "input_schema": {"properties": {"name": {}}}}, {"type": "mcp", "name": "f"}],
        "content": [{"type": "tool_use", "id": "17", "name": "null", "input": {"name": "f"}}],
        "result": {"type": "tool_result", "tool_use_id": "17"},
        "image": {"url": "https://example.org/b.png"},
    }
