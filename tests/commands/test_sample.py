"""The converter of `conformance demo`."""

from __future__ import annotations

import pytest

from conformance.commands.sample import to_chat_tool


def test_the_sample_keeps_a_default_and_refuses_what_is_no_tool() -> None:
    schema = {"type": "object", "properties": {"x": {"default": 1}}}
    assert to_chat_tool({"name": "f", "inputSchema": schema})["function"]["parameters"] == schema
    for wrong in ({}, {"name": "f"}, None):
        with pytest.raises(ValueError, match="the tool"):
            to_chat_tool(wrong)
