"""Two requests that say the same to the API are the same; where they do not, each difference is reported."""

from __future__ import annotations

import pytest

from conformance.commands.roundtrips.cassettes import difference_lines
from conformance.commands.roundtrips.meaning import differences

CALL = {"type": "function_call", "call_id": "call_1", "name": "f", "arguments": '{"a": 1, "b": [2]}'}
RESULT = {"type": "function_call_output", "call_id": "call_1", "output": "3"}
ASKED = {"role": "user", "content": "Hi"}
TOOL = {"type": "function", "name": "f", "parameters": {"type": "object", "properties": {}}, "strict": False}
RESPONSES = {"model": "m", "input": [ASKED, CALL, RESULT], "tools": [TOOL]}

CHAT_CALL = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}}
CHAT = {
    "model": "m",
    "messages": [ASKED, {"role": "assistant", "content": None, "tool_calls": [CHAT_CALL]}],
    "tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}],
}


def with_input(*items):
    return {**RESPONSES, "input": list(items)}


@pytest.mark.parametrize(
    "other",
    [
        {"tools": [dict(reversed(TOOL.items()))], "input": [ASKED, CALL, RESULT], "model": "m"},
        {**RESPONSES, "stream": False, "temperature": 1.0, "tool_choice": "auto", "metadata": None},
        with_input({"type": "message", **ASKED}, CALL, RESULT),
        with_input({"role": "user", "content": [{"type": "input_text", "text": "Hi"}]}, CALL, RESULT),
        with_input(ASKED, {**CALL, "id": "fc_1", "status": "completed"}, RESULT),
        with_input(ASKED, {**CALL, "arguments": '{"b":[2],"a":1}'}, RESULT),
        with_input(ASKED, CALL, {**RESULT, "output": [{"type": "input_text", "text": "3"}]}),
    ],
    ids=["key order", "defaults", "message type", "one part", "item id", "spaces in arguments", "output as a part"],
)
def test_equal_responses_requests(other):
    assert differences("responses", RESPONSES, other) == ()


@pytest.mark.parametrize(
    "other",
    [
        {**CHAT, "n": 1, "parallel_tool_calls": True},
        {**CHAT, "messages": [ASKED, {"role": "assistant", "tool_calls": [CHAT_CALL]}]},
        {**CHAT, "messages": [ASKED, {**CHAT["messages"][1], "content": "", "refusal": None}]},
        {**CHAT, "messages": [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}, CHAT["messages"][1]]},
        {**CHAT, "tools": [{"type": "function", "function": {**CHAT["tools"][0]["function"], "strict": False}}]},
    ],
    ids=["defaults", "absent content", "empty content", "one part", "strict false"],
)
def test_equal_chat_requests(other):
    assert differences("chat", CHAT, other) == ()


def test_an_image_with_the_detail_that_goes_without_saying():
    plain = {"type": "input_image", "image_url": "https://example.com/a.png"}
    reported = with_input({"role": "user", "content": [{**plain, "detail": "auto"}]})
    assert differences("responses", with_input({"role": "user", "content": [plain]}), reported) == ()


def test_a_string_is_a_list_of_one_message():
    assert differences("responses", {"input": "Hi"}, {"input": [ASKED]}) == ()


@pytest.mark.parametrize(
    ("other", "line"),
    [
        ({**RESPONSES, "temperature": 0}, "/temperature added: recorded absent, now 0"),
        ({**RESPONSES, "stream": 0}, "/stream added: recorded absent, now 0"),
        ({**RESPONSES, "tools": [{**TOOL, "strict": True}]}, "/tools/0/strict changed: recorded false, now true"),
        ({**RESPONSES, "tools": [{k: v for k, v in TOOL.items() if k != "strict"}]},
         "/tools/0/strict removed: recorded false, now absent"),
        (with_input(ASKED, CALL), '/input/2 removed: recorded {"type": "function_call_output", "call_id": "call_1", '
         '"output": [{"type": "input_text", "text": "3"}]}, now absent'),
        (with_input(ASKED, CALL, {**RESULT, "output": "4"}),
         '/input/2/output/0/text changed: recorded "3", now "4"'),
        (with_input(ASKED, {**CALL, "arguments": '{"a": 1.0, "b": [2]}'}, RESULT),
         "/input/1/arguments/(as JSON)/a changed: recorded 1, now 1.0"),
    ],
)  # fmt: skip
def test_each_difference_is_reported(other, line):
    assert difference_lines(differences("responses", RESPONSES, other)) == [line]


def test_what_moved_is_reported_on_both_sides():
    lines = difference_lines(differences("responses", RESPONSES, with_input(CALL, RESULT, ASKED)))
    assert any(line.startswith("/input/0 removed") for line in lines)
    assert any(line.startswith("/input/2 added") for line in lines)


@pytest.mark.parametrize("body", [None, [], "text", {"input": [None, 3]}, {"tools": [None], "input": {"a": 1}}])
def test_bodies_of_any_shape_are_compared(body):
    assert differences("responses", body, body) == ()
    assert differences("chat", body, body) == ()
