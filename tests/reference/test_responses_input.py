from __future__ import annotations

import copy
from typing import Any

import pytest

from conformance.reference import MessageError, chat_messages_to_responses_input

CONVERSATION: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief."},
    {"role": "system", "content": [{"type": "text", "text": "Be kind."}]},
    {"role": "user", "content": "Both?"},
    {
        "role": "assistant",
        "content": "I look.",
        "tool_calls": [
            {"id": "a", "type": "function", "function": {"name": "look", "arguments": '{"at": 1.0}'}},
            {"id": "b", "type": "function", "function": {"name": "look", "arguments": ""}},
        ],
    },
    {"role": "tool", "tool_call_id": "b", "content": "second"},
    {"role": "tool", "tool_call_id": "a", "content": [{"type": "text", "text": "first"}]},
]
CALLS = [
    {"type": "function_call", "call_id": "a", "name": "look", "arguments": '{"at": 1.0}'},
    {"type": "function_call", "call_id": "b", "name": "look", "arguments": ""},
]


def said(role: str, *texts: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return {"role": role, "content": [{"type": kind, "text": text} for text in texts]}


def test_the_default_answers() -> None:
    assert chat_messages_to_responses_input(CONVERSATION) == {
        "input": [
            said("user", "Both?"),
            said("assistant", "I look."),
            *CALLS,
            {"type": "function_call_output", "call_id": "b", "output": "second"},
            {"type": "function_call_output", "call_id": "a", "output": "first"},
        ],
        "instructions": "Be brief.\n\nBe kind.",
    }


@pytest.mark.parametrize("group", ["grouped", "separate"])
def test_turns_as_parts(group: Any) -> None:
    parts = [
        {"type": "tool_result", "tool_use_id": "b", "content": "second"},
        {"type": "tool_result", "tool_use_id": "a", "content": "first"},
    ]
    results = [parts] if group == "grouped" else [[part] for part in parts]
    converted = chat_messages_to_responses_input(
        CONVERSATION, tool_turns="parts", group_tool_results=group, system_placement="input"
    )
    assert converted == {
        "input": [
            said("system", "Be brief."),
            said("system", "Be kind."),
            said("user", "Both?"),
            said("assistant", "I look."),
            *CALLS,
            *({"role": "user", "content": content} for content in results),
        ]
    }


def test_turns_as_text() -> None:
    assert chat_messages_to_responses_input(CONVERSATION, tool_turns="text")["input"] == [
        said("user", "Both?"),
        said("assistant", "I look.", "Called function: look, Called function: look"),
        said("user", "Tool result for b: second"),
        said("user", "Tool result for a: first"),
    ]


def test_custom_calls_keep_their_kind() -> None:
    messages = [
        {"role": "assistant", "tool_calls": [{"id": "a", "type": "custom", "custom": {"name": "run", "input": "1"}}]},
        {"role": "tool", "tool_call_id": "a", "content": "2"},
    ]
    assert chat_messages_to_responses_input(messages)["input"] == [
        {"type": "custom_tool_call", "call_id": "a", "name": "run", "input": "1"},
        {"type": "custom_tool_call_output", "call_id": "a", "output": "2"},
    ]


def test_the_result_shares_nothing_with_the_messages() -> None:
    part = {"type": "x", "value": {"a": [1]}, "cache_control": {}}
    use = {"type": "tool_use", "id": "a", "name": "look", "input": {"a": {"cache_control": 1}}}
    messages = [{"role": "user", "content": [part]}, {"role": "assistant", "content": [use]}]
    before = copy.deepcopy(messages)
    result = chat_messages_to_responses_input(messages, inline_tools="parts")
    result["input"][0]["content"][0]["value"]["a"].append(2)
    result["input"][1]["content"][0]["input"]["a"].clear()
    assert messages == before
    assert "cache_control" not in result["input"][0]["content"][0]


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


def test_a_choice_has_only_its_answers() -> None:
    with pytest.raises(ValueError, match=r"tool_turns is 'events'; the legal answers are 'items', 'parts', 'text'"):
        chat_messages_to_responses_input([], tool_turns="events")  # type: ignore[arg-type]


def test_breakpoints_of_the_cache_stay_where_responses_has_them() -> None:
    mark = {"prompt_cache_breakpoint": {"mode": "explicit"}}
    text = {"type": "text", "text": "Read.", **mark}
    image = {"type": "image_url", "image_url": {"url": "https://a.b/c.png"}, **mark}
    file = {"type": "file", "file": {"file_id": "file-1"}, **mark}
    answer = {"role": "assistant", "content": [text]}
    assert chat_messages_to_responses_input([{"role": "user", "content": [text, image, file]}, answer])["input"] == [
        {
            "role": "user",
            "content": [
                {"type": "input_text", "text": "Read.", **mark},
                {"type": "input_image", "image_url": "https://a.b/c.png", **mark},
                {"type": "input_file", "file_id": "file-1", **mark},
            ],
        },
        said("assistant", "Read."),
    ]
