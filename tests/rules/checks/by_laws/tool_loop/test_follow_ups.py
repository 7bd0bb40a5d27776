from __future__ import annotations

from typing import Any

import pytest

from tests.rules.checks.by_laws.tool_loop.gemini_samples import (
    ASKED,
    answered,
    back,
    contents,
    gemini,
    output,
    part,
    said,
)
from tests.rules.checks.by_laws.tool_loop.samples import (
    BOTH,
    DONE,
    FLAT,
    ONE,
    QUESTION,
    TWO,
    body,
    call,
    charged,
    chat,
    listed,
    loop,
    result,
)  # fmt: skip


@pytest.mark.parametrize(
    "second",
    [
        body(call(1), result(1)),
        body(call(1), result(1, '"pong"')),
        body(call(1), result(1, 'The tool says {"result": "pong"}')),
        body(call(1), result(1, [{"type": "input_text", "text": "pong"}])),
        body(call(1, arguments='{ "n" : 1 }'), result(1)),
        {"model": "m", "input": [result(1)], "previous_response_id": "resp_0"},
        body({"type": "reasoning", "id": "rs_1", "summary": []}, call(1) | {"id": "fc_9", "status": None}, result(1)),
        {"model": "m", "instructions": "Ping both?", "input": [call(1), result(1)], "tools": [FLAT]},
    ],
)
def test_a_follow_up_may_be_built_in_many_ways(second: Any) -> None:
    assert charged(ONE, DONE, body(), second) == set()


def test_each_form_of_tool_turns_is_free_until_it_is_known() -> None:
    parts = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "call_1", "content": "pong"}]}
    words = (
        {"role": "assistant", "content": [{"type": "output_text", "text": "Called function: ping"}]},
        {"role": "user", "content": [{"type": "input_text", "text": "Tool result for call_1: pong"}]},
    )
    assert charged(ONE, DONE, body(), body(call(1), parts)) == set()
    assert charged(ONE, DONE, body(), body(*words)) == set()
    assert charged(ONE, DONE, body(), body(*words), tool_turns="text") == set()
    assert charged(ONE, DONE, body(), body(*words), tool_turns="items") == {"LOOP-3"}
    assert charged(ONE, DONE, body(), body(call(1), result(1)), tool_turns="parts") == {"LOOP-3"}


def test_the_order_of_results_and_how_many() -> None:
    assert charged(TWO, BOTH, body(), body(call(1), call(2), result(2), result(1))) == {"LOOP-2"}
    assert charged(TWO, BOTH, body(), body(call(1), call(2), result(1), result(1), result(2))) == {"LOOP-2"}


def test_a_missing_result_is_charged_to_one_rule() -> None:
    assert charged(ONE, DONE, body(), body(call(1))) == {"LOOP-3", "LOOP-4"}
    assert charged(TWO, BOTH, body(), body(call(1), call(2))) == {"LOOP-3", "LOOP-4"}
    assert charged(TWO, BOTH, body(), body(call(1), call(2), result(2))) == {"LOOP-5", "LOOP-4"}
    unknown = loop([call(1), call(2, "pong")], "Pong.")
    assert charged(unknown, DONE, body(), body(call(1), call(2, "pong"), result(1))) == {"LOOP-6"}


@pytest.mark.parametrize(
    "items",
    [
        (result(1),),
        (result(1), call(1)),
        (call(1, "pang"), result(1)),
        (call(1, arguments='{"n": 2}'), result(1)),
        (call(1), result(1, "pang")),
        (call(1), result(1, {"text": "pong"})),
        (call(1) | {"id": "call_1"}, result(1)),
        (call(1), {"role": "tool", "tool_call_id": "call_1", "content": "pong"}),
        ({"role": "assistant", "content": None}, call(1), result(1)),
        ({"role": "assistant", "content": [{"type": "input_text", "text": "Hm."}]}, call(1), result(1)),
    ],
)
def test_what_a_follow_up_gets_wrong(items: Any) -> None:
    # A request that the API refuses has no answer, which is LOOP-4's matter.
    assert charged(ONE, DONE, body(), body(*items)) - {"LOOP-4"} == {"LOOP-3"}


def test_a_forgotten_conversation_is_the_follow_ups_matter() -> None:
    second = {"model": "m", "input": [call(1), result(1)], "tools": [FLAT]}
    assert charged(ONE, DONE, body(), second) == {"LOOP-3"}


def test_tool_messages_follow_their_calls_in_the_chat_api() -> None:
    made = {"id": "call_1", "type": "function", "function": {"name": "ping", "arguments": '{"n": 1}'}}
    given = loop({"tool_calls": [made]}, "Pong.", api="chat")
    said, reported = (
        {"role": "assistant", "content": None, "tool_calls": [made]},
        {"role": "tool", "tool_call_id": "call_1"},
    )
    assert charged(given, DONE, chat(), chat(said, reported | {"content": "pong"})) == set()
    assert charged(given, DONE, chat(), chat(said, QUESTION, reported | {"content": "pong"})) == {"LOOP-3", "LOOP-4"}
    assert charged(given, DONE, chat(), chat(reported | {"content": "pong"})) == {"LOOP-3", "LOOP-4"}
    assert charged(given, DONE, chat(), chat(said, reported | {"content": None})) == {"LOOP-3", "LOOP-4"}


def test_the_text_beside_calls_goes_back_in_their_message() -> None:
    made = {"id": "call_1", "type": "function", "function": {"name": "ping", "arguments": '{"n": 1}'}}
    given = loop({"content": "Let me ping.", "tool_calls": [made]}, "Pong.", api="chat")
    reported = {"role": "tool", "tool_call_id": "call_1", "content": "pong"}
    for content, rules in (("Let me ping.", set()), ("Let me  ping.\n", set()), (None, {"LOOP-10"}), ("", {"LOOP-10"})):
        said = {"role": "assistant", "content": content, "tool_calls": [made]}
        assert charged(given, DONE, chat(), chat(said, reported)) - {"ALL-4"} == rules


def test_the_text_beside_calls_is_an_item_of_its_own_or_in_the_previous_response() -> None:
    given = loop(["Let me ping.", "Now.", call(1)], "Pong.")
    texts = [{"type": "output_text", "text": text} for text in ("Let me ping.", "Now.")]
    whole, half = ({"role": "assistant", "content": parts} for parts in (texts, texts[:1]))
    assert charged(given, DONE, body(), body(whole, call(1), result(1)), tool_turns="items") == set()
    assert charged(given, DONE, body(), body(half, call(1), result(1)), tool_turns="items") == {"LOOP-10"}
    assert charged(given, DONE, body(), body(call(1), result(1)), tool_turns="items") == {"LOOP-10"}
    assert charged(given, DONE, body(), body(call(1), result(1)), tool_turns="parts") - {"LOOP-3"} == set()


def test_what_the_model_said_may_be_a_reference_to_what_the_api_keeps() -> None:
    given = loop(["Let me ping.", call(1)], ["Again.", call(2)], "Pong.")
    kept = (("msg_0_0", "fc_0_1"), ("msg_1_0", "fc_1_1"))
    first, second = ([{"type": "item_reference", "id": id_} for id_ in ids] for ids in kept)
    done = {"answer": "Pong.", "calls": listed(1, 2)}
    pair = body(*first, result(1), *second, result(2))
    assert charged(given, done, body(), body(*first, result(1)), pair, tool_turns="items") == set()
    lost = body(*first[1:], result(1), *second, result(2))
    assert charged(given, done, body(), body(*first, result(1)), lost, tool_turns="items") == {"LOOP-10"}


def test_the_call_of_a_function_does_not_come_back_as_one_of_a_custom_tool() -> None:
    asked = {"id": "call_1", "type": "function", "function": {"name": "ping", "arguments": '{"n": 1}'}}
    given = loop({"tool_calls": [asked]}, {"content": "Pong."}, api="chat")
    custom = {"id": "call_1", "type": "custom", "custom": {"name": "ping", "input": '{"n": 1}'}}
    answered = {"role": "tool", "tool_call_id": "call_1", "content": "pong"}
    for element, rules in ((asked, set()), (custom, {"LOOP-3"})):
        said = {"role": "assistant", "content": None, "tool_calls": [element]}
        assert charged(given, DONE, chat(), chat(said, answered)) == rules


TWO_OF_GEMINI = gemini([part(), part()], "Pong.")


def of_gemini(*messages: Any, given: Any = TWO_OF_GEMINI, **more: Any) -> set[str]:
    return charged(given, output(None, None), contents(), contents(*messages, **more))


@pytest.mark.parametrize(
    "response", [{"output": "pong"}, {"ok": True, "result": "pong"}, {"content": '"pong" it said'}]
)
def test_calls_of_gemini_without_ids_are_answered_by_name_and_order(response: Any) -> None:
    result = answered(response)
    assert of_gemini(said(part(), part()), back(result, result)) == set()
    second = contents(said(part(), part()), back(result, result))
    assert charged(TWO_OF_GEMINI, output("a", "b"), contents(), second) == set()
    own = {"functionCall": {**part()["functionCall"], "id": "own"}}
    assert of_gemini(said(own, part()), back(answered(response, id="own"), result)) == set()


@pytest.mark.parametrize(
    ("messages", "rule"),
    [
        ([said(part(), part()), back(answered())], "LOOP-5"),
        ([said(part(), part()), back(answered(), answered(name="other"))], "LOOP-5"),
        ([said(part(), part()), back(answered(), answered({"output": "ping"}))], "LOOP-3"),
        ([said(part(), part(n=2)), back(answered(), answered())], "LOOP-3"),
        ([said(part(), part(), part()), back(answered(), answered(), answered())], "LOOP-2"),
        ([said(part(), part()), back(answered()), back(answered())], "LOOP-14"),
    ],
)
def test_what_gemini_gets_is_judged(messages: list[Any], rule: str) -> None:
    assert rule in of_gemini(*messages)


def test_the_result_of_a_call_with_an_id_names_its_function() -> None:
    call = {"functionCall": {**part()["functionCall"], "id": "fc_1"}}
    given = gemini([call], "Pong.")
    right, wrong = (contents(said(call), back(answered(name=name, id="fc_1"))) for name in ("ping", "fc_1"))
    assert charged(given, output("fc_1"), contents(), right) == set()
    assert charged(given, output("fc_1"), contents(), wrong) == {"LOOP-3"}
    assert charged(given, output("other"), contents(), right) == {"LOOP-2"}


def test_calls_that_were_given_are_none_of_the_loop() -> None:
    asked = {"id": "call_0", "type": "function", "function": {"name": "ping", "arguments": '{"n": 9}'}}
    before = [
        {"role": "user", "content": "Ping?"},
        {"role": "assistant", "content": None, "tool_calls": [asked]},
        {"role": "tool", "tool_call_id": "call_0", "content": "gone"},
        {"role": "user", "content": "Ping both?"},
    ]
    given = gemini([part()], "Pong.", messages=before)
    first = [back({"text": "Ping?"}), said(part(n=9)), back(answered({"output": "gone"})), ASKED]
    bodies = [{**contents(), "contents": [*first, *more]} for more in ([], [said(part()), back(answered())])]
    assert charged(given, output(None), *bodies) == set()
    bodies[1]["contents"][-1] = back(answered({"output": "gone"}))
    assert charged(given, output(None), *bodies) == {"LOOP-3"}
