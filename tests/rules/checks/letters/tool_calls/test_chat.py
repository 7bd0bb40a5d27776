from __future__ import annotations

import json

from conformance.rules.checks.letters.tool_calls.chat import read_chat_response
from conformance.rules.checks.registry import view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.letters.tool_calls.samples import CHAT, call, charged, failed, result

CUSTOM = {"id": "c", "type": "custom", "custom": {"name": "sql"}}


def test_chat_cut_at_the_limit_may_say_either() -> None:
    function = {"name": "look", "arguments": '{"city": "Par'}
    message = {"content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": function}]}
    given = {"choices": [{"message": message, "finish_reason": "length"}]}
    parsed = call(arguments=None, raw='{"city": "Par')
    assert charged(CHAT, given, result(parsed, finish_reason="length")) == set()
    assert charged(CHAT, given, result(parsed)) == {"CALL-5a"}
    assert charged(CHAT, given, result(parsed, incomplete=True)) == set()
    assert charged(CHAT, given, result(call())) == {"CALL-15", "CALL-5a"}


def test_a_call_in_the_old_form_may_be_parsed_or_passed_over() -> None:
    message = {"content": None, "function_call": {"name": "look", "arguments": '{"city":"Paris"}'}}
    given = {"choices": [{"message": message, "finish_reason": "function_call"}]}
    assert charged(CHAT, given, result(finish_reason="function_call")) == set()
    assert charged(CHAT, given, result(call())) == set()
    assert charged(CHAT, given, result(call(), finish_reason="function_call")) == set()
    assert "CALL-3" in charged(CHAT, given, result(call(arguments={})))
    assert charged(CHAT, given, result(call(), call(2))) - {"CALL-5"}


def test_a_refusal_may_be_called_filtered() -> None:
    given = {"choices": [{"message": {"content": None, "refusal": "No."}, "finish_reason": "stop"}]}
    for reason in ("stop", "content_filter"):
        assert "CALL-5" not in charged(CHAT, given, result(finish_reason=reason, refusal="No."))
    assert "CALL-5" in charged(CHAT, given, result(finish_reason="length", refusal="No."))


def test_a_chat_answer_keeps_its_own_finish_reason() -> None:
    given = {"choices": [{"message": {"content": "Hm."}, "finish_reason": "end_turn"}]}
    assert charged(CHAT, given, result(content="Hm.", finish_reason="end_turn")) == set()
    assert charged(CHAT, given, result(content="Hm.", finish_reason="stop")) == {"CALL-5"}
    custom = {"choices": [{"message": {"tool_calls": [CUSTOM]}}]}
    assert charged(CHAT, custom, result()) == set()
    assert charged(CHAT, custom, result(call(id="c", name="sql", arguments=None))) == set()


def test_the_call_of_a_custom_tool_may_be_refused_by_an_error_that_quotes_it() -> None:
    message = {"role": "assistant", "content": None, "tool_calls": [CUSTOM]}
    given = {"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]}
    quoted = f"Type validation failed: {json.dumps(CUSTOM)}"
    refused = {"no custom tools here": True, quoted: True, "Invalid JSON response": False}
    for error, by_right in refused.items():
        view = view_of(Trial(operation=CHAT, input=given, outcome=failed(error)))
        assert view.is_refused_by_right is by_right


def test_a_content_that_is_no_text_is_loose() -> None:
    def loose(content: object) -> bool:
        message = {"role": "assistant", "content": content}
        return read_chat_response({"choices": [{"message": message, "finish_reason": "stop"}]}, True).loose_text

    assert [loose(content) for content in ("Hi", None, [{"type": "text", "text": "Hi"}])] == [False, False, True]
