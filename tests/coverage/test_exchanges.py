"""The rows of exchanges: how a request declares what is called, and what only some backends answer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.suite.coverage.exchanges import marks, rows

SPACE = {"type": "namespace", "name": "crm", "tools": [{"type": "function", "name": "look"}]}
REQUEST = {"tools": [{"type": "function", "name": "look"}, {"type": "custom", "name": "run"}, SPACE]}


def function(name: str) -> Any:
    return {"id": "call_1", "type": "function", "function": {"name": name, "arguments": "{}"}}


def answered(**message: Any) -> Any:
    return {"response": {"choices": [{"index": 0, "message": {"role": "assistant", **message}}]}}


@pytest.mark.parametrize(
    ("exchange", "row"),
    [
        (answered(), "request: none"),
        ({"request": {"tools": []}, **answered()}, "request: without tools"),
        ({"request": REQUEST, **answered(tool_calls=[function("look")])}, "called: a function"),
        ({"request": REQUEST, **answered(tool_calls=[function("run")])}, "called: a custom tool as a function"),
        (
            {"request": REQUEST, **answered(tool_calls=[{"type": "custom", "custom": {"name": "run"}}])},
            "called: a custom tool as one",
        ),
        ({"request": REQUEST, **answered(tool_calls=[function("crm__look")])}, "called: a function in a namespace"),
        (
            {"request": REQUEST, **answered(tool_calls=[function("crm.look")])},
            "called: a function whose short name another one has",
        ),
        (answered(content="", reasoning="Hm."), "message: thoughts alone"),
        (answered(content="Hi", reasoning_content="Hm."), "message: thoughts and text"),
        (answered(content="", refusal="No."), "message: an empty text and a refusal"),
        (answered(content="So far.", refusal="No."), "message: text and a refusal"),
    ],
)
def test_whole_exchanges(exchange: Any, row: str) -> None:
    assert row in set(rows("chat-response"))
    assert row in set(marks("chat-response", exchange))
    assert row not in set(marks("chat-response", {"request": REQUEST, **answered(content="Hi")}))


TEXT, CALL = {"content": "a"}, {"tool_calls": [{"index": 0, **function("look")}]}


@pytest.mark.parametrize(
    ("deltas", "row"),
    [
        ([TEXT, {}, TEXT], "deltas: nothing"),
        ([{"content": "", "reasoning_content": "Hm."}], "deltas: thoughts beside an empty text"),
        ([CALL, TEXT], "deltas: text after a call"),
        ([CALL, TEXT, CALL], "deltas: text between calls"),
    ],
)
def test_streamed_exchanges(deltas: list[Any], row: str) -> None:
    def streamed(deltas: list[Any]) -> Any:
        return {"chunks": [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]}

    assert row in set(rows("chat-stream"))
    assert row not in set(rows("chat-response"))
    assert row in set(marks("chat-stream", streamed(deltas)))
    assert row not in set(marks("chat-stream", streamed([TEXT, CALL, {"finish_reason": "stop"}])))


NO_MESSAGES = [
    None, [], {}, {"response": {"error": {"message": "Overloaded."}}}, {"response": {"choices": [{"message": None}]}},
    {"request": {"tools": [None]}, "response": {"choices": [{"message": {"tool_calls": [None, {"function": 7}]}}]}},
]  # fmt: skip


@pytest.mark.parametrize("value", NO_MESSAGES)
def test_what_has_no_answer_says_nothing_of_a_message_that_is_there(value: Any) -> None:
    assert not [row for row in marks("chat-response", value) if row.startswith(("message", "called"))]
