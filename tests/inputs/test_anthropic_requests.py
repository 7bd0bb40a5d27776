"""Requests of Anthropic that are drawn from the model."""

from __future__ import annotations

from random import Random
from typing import Any

from conformance.inputs.anthropic_requests import make_request
from conformance.inputs.choices import Dealing


def test_a_hundred_requests_have_all_kinds_of_blocks() -> None:
    choices = Dealing(Random(1))
    drawn: list[Any] = [make_request(choices) for _ in range(100)]
    contents = [message["content"] for element in drawn for message in element["messages"]]
    kinds = {block["type"] for content in contents if isinstance(content, list) for block in content}
    assert kinds >= {
        "text",
        "tool_use",
        "tool_result",
        "image",
        "document",
        "search_result",
        "thinking",
        "server_tool_use",
    }
    assert any(element["messages"][-1]["role"] == "assistant" for element in drawn)
    assert {name for element in drawn for name in element} >= {
        "tools",
        "tool_choice",
        "system",
        "stop_sequences",
        "output_config",
    }
