"""The rows of what is said in requests of Anthropic."""

from __future__ import annotations

import pytest

from conformance.base.values import JSON
from tests.suite.coverage.said import marks, rows


def request(text: str = "a", given: JSON = None, result: str = "b") -> JSON:
    call = {"type": "tool_use", "id": "t1", "name": "go", "input": given or {}}
    return {
        "system": text,
        "messages": [
            {"role": "user", "content": text},
            {"role": "assistant", "content": [{"type": "text", "text": text}, call]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": result}]},
        ],
    }


@pytest.mark.parametrize(
    ("given", "row"),
    [
        (request("a\r\nb"), "said by user: CRLF"),
        (request("a\r\nb"), "said by assistant: CRLF"),
        (request("a\r\nb"), "said by system: CRLF"),
        (request(result="007"), "said by tool: a number"),
        (request(given={"a": [None]}), "arguments: argument: null"),
    ],
)
def test_each_speaker_has_rows(given: JSON, row: str) -> None:
    assert row in set(rows("anthropic-request"))
    assert row in set(marks("anthropic-request", given))
    assert row not in set(marks("anthropic-request", request()))


def test_a_format_whose_messages_have_rows_of_their_own_has_none_here() -> None:
    assert [*rows("chat-request"), *marks("chat-request", {"messages": []})] == []
