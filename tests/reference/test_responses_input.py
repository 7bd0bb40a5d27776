from __future__ import annotations

from typing import Any

import pytest

from conformance.reference import MessageError, chat_messages_to_responses_input


@pytest.mark.parametrize(
    ("messages", "names"),
    [
        (None, "messages is null"),
        ([None], "messages[0] is null"),
        ([{"role": "critic", "content": "a"}], "messages[0]: role 'critic' is unknown"),
        ([{"content": "a"}], "messages[0]: role is missing"),
        ([{"role": "user"}], "messages[0]: content is missing"),
        ([{"role": "user", "content": []}], "messages[0]: content is empty"),
        ([{"role": "user", "content": 5}], "messages[0]: content is a number"),
        ([{"role": "user", "content": ["a"]}], "messages[0].content[0] is a string"),
        ([{"role": "user", "content": [{"type": "text"}]}], "messages[0].content[0]: text is missing"),
        ([{"role": "user", "content": [{"type": "image_url"}]}], "messages[0].content[0]: image_url is missing"),
        ([{"role": "user", "content": [{"type": "file"}]}], "messages[0].content[0]: file is missing"),
        ([{"role": "assistant", "tool_calls": 5}], "messages[0]: tool_calls is a number"),
        ([{"role": "assistant", "tool_calls": [{"id": "a"}]}], "messages[0].tool_calls[0]: function is missing"),
        ([{"role": "assistant", "tool_calls": [{"type": "x"}]}], "messages[0].tool_calls[0]: type 'x' is unknown"),
        ([{"role": "tool", "content": "a"}], "messages[0]: tool_call_id is missing"),
        ([{"role": "tool", "tool_call_id": "", "content": "a"}], "messages[0]: tool_call_id is empty"),
        ([{"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "b"}]}], "content[0]: input is"),
    ],
)
def test_an_error_says_where_and_what(messages: Any, names: str) -> None:
    with pytest.raises(MessageError) as raised:
        chat_messages_to_responses_input(messages)
    assert names in str(raised.value)
