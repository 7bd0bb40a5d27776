"""The adapter hands each input to langchain's own functions; stand-ins replace the library here."""

from __future__ import annotations

from typing import Any

import pytest

from tests.field.libraries.stand_ins import load_adapter

LIBRARY: dict[str, dict[str, Any]] = {
    "langchain_core.utils.function_calling": {"convert_to_openai_tool": lambda tool: {"chat": tool}},
    "langchain_mcp_adapters.tools": {
        "convert_mcp_tool_to_langchain_tool": lambda session, tool, connection: {"own": tool, "session": session}
    },
    "langchain_openai.chat_models.base": {
        "_construct_responses_api_payload": lambda messages, payload: payload if payload["tools"] else {}
    },
}


def test_an_mcp_tool_becomes_langchain_s_own_tool_first(monkeypatch: pytest.MonkeyPatch) -> None:
    adapter = load_adapter("langchain", LIBRARY, monkeypatch)
    assert adapter["mcp_tool_to_chat_tool"]({"name": "a"}) == {"chat": {"own": {"name": "a"}, "session": None}}


def test_no_tools_give_an_empty_list(monkeypatch: pytest.MonkeyPatch) -> None:
    adapter = load_adapter("langchain", LIBRARY, monkeypatch)
    assert adapter["chat_tools_to_responses_tools"]([]) == []
    assert adapter["chat_tools_to_responses_tools"]([{"type": "function"}]) == [{"type": "function"}]


def test_the_version_names_each_package(monkeypatch: pytest.MonkeyPatch) -> None:
    adapter = load_adapter("langchain", LIBRARY, monkeypatch)
    assert adapter["name"] == "langchain"
    assert adapter["version"] == "langchain-mcp-adapters 1.0, langchain-core 1.0, langchain-openai 1.0"
