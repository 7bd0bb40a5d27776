"""Which operations share code in a converter."""

from __future__ import annotations

import pytest

from conformance.running.engine.schema_joins import family


@pytest.mark.parametrize(
    ("text", "other", "same"),
    [
        ("mcp-tool-to-chat-tool", "mcp-tools-to-responses-tools", True),
        ("anthropic-response-to-chat-response", "anthropic-stream-to-chat-stream", True),
        ("anthropic-request-to-chat-request", "chat-request-to-anthropic-request", False),
    ],
)
def test_operations_of_a_family_share_code(text: str, other: str, same: bool) -> None:
    assert (family(text) == family(other)) is same
