"""The adapter hands each input to litellm's own functions; stand-ins replace the library here."""

from __future__ import annotations

import os
from typing import Any

import pytest

from tests.field.libraries.stand_ins import load_adapter


class Handler:
    def _convert_tools_to_responses_format(self, tools: list[Any]) -> list[Any]:
        return [{"flat": tool} for tool in tools]


LIBRARY: dict[str, dict[str, Any]] = {
    "litellm.completion_extras.litellm_responses_transformation.transformation": {
        "LiteLLMResponsesTransformationHandler": Handler
    },
    "litellm.experimental_mcp_client.tools": {"transform_mcp_tool_to_openai_tool": lambda tool: {"chat": tool}},
}


def test_each_input_goes_to_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "")
    adapter = load_adapter("litellm", LIBRARY, monkeypatch)
    assert adapter["mcp_tool_to_chat_tool"]({"name": "a"}) == {"chat": {"name": "a"}}
    assert adapter["chat_tools_to_responses_tools"]([1]) == [{"flat": 1}]
    assert (adapter["name"], adapter["version"]) == ("litellm", "1.0")


def test_importing_the_library_asks_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "")
    load_adapter("litellm", LIBRARY, monkeypatch)
    assert os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] == "True"
