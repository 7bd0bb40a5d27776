"""The standing of exchanges: the request and the answer are real, and every call is one of a tool of the request."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from conformance.apis.emulator.stream import chat_chunks
from conformance.apis.input_validity import DOCUMENTED, MALFORMED, REAL, standing_in
from tests.apis.input_validity.samples import CHAT_CALL, CHAT_RESPONSE, FUNCTION

WHOLE, STREAM = "chat-exchange", "chat-stream-exchange"
HELLO = {"model": "gpt-5", "input": "Hello."}
CUSTOM = {"type": "custom", "name": "apply_patch"}
SPACE = {
    "type": "namespace", "name": "mcp__crm", "description": "Customers.",
    "tools": [{"type": "function", "name": "look", "parameters": {"type": "object"}}],
}  # fmt: skip
REQUEST = HELLO | {"tools": [{"type": "function", "strict": None, **FUNCTION}, CUSTOM, SPACE]}
AROUND = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1_760_000_000, "model": "gpt-5"}


def function(name: str, arguments: str) -> Any:
    return CHAT_CALL | {"function": {"name": name, "arguments": arguments}}


def custom(name: str) -> Any:
    return {"id": "call_1", "type": "custom", "custom": {"name": name, "input": "*** Begin"}}


def answer(call: Any = CHAT_CALL, finish: str | None = "tool_calls") -> Any:
    response = copy.deepcopy(CHAT_RESPONSE)
    response["choices"][0]["message"]["tool_calls"] = [call]
    response["choices"][0]["finish_reason"] = finish
    return response


def whole(call: Any = CHAT_CALL, finish: str | None = "tool_calls", **more: Any) -> Any:
    return {"request": REQUEST, "response": answer(call, finish), **more}


def streamed(call: Any = CHAT_CALL, finish: str = "tool_calls") -> Any:
    return {"request": REQUEST, "chunks": chat_chunks(answer(call, finish), usage=False)}


FITTING = [
    function("get_weather", "{}"),
    function("apply_patch", '{"input": "*** Begin"}'),
    function("mcp__crm__look", "{}"),
    function("mcp__crm.look", "{}"),
    custom("apply_patch"),
]


@pytest.mark.parametrize("call", FITTING)
def test_a_call_of_a_tool_of_the_request_is_real(call: Any) -> None:
    assert standing_in(WHOLE, whole(call)).reasons == ()
    assert standing_in(STREAM, streamed(call)).reasons == ()


@pytest.mark.parametrize(
    ("call", "rule", "at"),
    [
        (function("look", "{}"), "call-tool", "function/name"),
        (function("other", "{}"), "call-tool", "function/name"),
        (custom("get_weather"), "call-tool", "custom/name"),
        (function("apply_patch", '{"input": 7}'), "arguments", "function/arguments"),
        (function("apply_patch", "{}"), "arguments", "function/arguments"),
    ],
)
def test_a_call_of_no_tool_of_the_request_has_one_reason(call: Any, rule: str, at: str) -> None:
    found = standing_in(WHOLE, whole(call))
    assert [(reason.rule, reason.at) for reason in found.reasons] == [
        (rule, f"/response/choices/0/message/tool_calls/0/{at}")
    ]
    found = standing_in(STREAM, streamed(call))
    assert [reason.rule for reason in found.reasons] == [rule]
    assert found.reasons[0].at.endswith(f"/delta/tool_calls/0/{at}")


@pytest.mark.parametrize("request_", [None, HELLO, HELLO | {"tools": []}])
def test_without_tools_every_name_is_real(request_: Any) -> None:
    given = {"request": request_} if request_ else {}
    assert standing_in(WHOLE, {**given, "response": answer(custom("anything"))}).kind == REAL


@pytest.mark.parametrize("finish", ["length", "content_filter"])
@pytest.mark.parametrize("name", ["get_weather", "apply_patch"])
def test_arguments_may_be_cut_off_where_the_answer_ended_early(finish: str, name: str) -> None:
    assert standing_in(WHOLE, whole(function(name, '{"a":'), finish)).reasons == ()
    assert standing_in(STREAM, streamed(function(name, '{"a":'), finish)).reasons == ()
    assert standing_in(WHOLE, whole(function(name, '{"a":'))).kind == MALFORMED
    assert standing_in(STREAM, streamed(function(name, '{"a":'))).kind == MALFORMED


def test_only_the_last_call_may_be_cut_off() -> None:
    given = whole(function("get_weather", '{"a":'), "length")
    given["response"]["choices"][0]["message"]["tool_calls"].append(CHAT_CALL | {"id": "call_2"})
    assert [reason.at for reason in standing_in(WHOLE, given).reasons] == [
        "/response/choices/0/message/tool_calls/0/function/arguments"
    ]


def test_a_stream_may_break_off_or_end_with_an_error() -> None:
    chunks = streamed()["chunks"]
    for end in ([], [{"error": {"message": "Overloaded."}}]):
        assert standing_in(STREAM, {"request": REQUEST, "chunks": [*chunks[:2], *end]}).reasons == ()


@pytest.mark.parametrize(
    ("source", "given", "at"),
    [
        (WHOLE, {"response": {"error": {"message": "Overloaded.", "code": 529}}}, "/response/error"),
        (WHOLE, {"response": answer(finish="eos")}, "/response/choices/0/finish_reason"),
        (STREAM, {"chunks": [AROUND | {"choices": [{"index": 0, "delta": {"content": "Hi"}, "finish_reason": "eos"}]}]},
         "/chunks/0/choices/0/finish_reason"),
    ],
)  # fmt: skip
def test_an_answer_that_failed_is_documented(source: str, given: Any, at: str) -> None:
    found = standing_in(source, given)
    assert (found.kind, [reason.at for reason in found.reasons]) == (DOCUMENTED, [at])


def test_what_a_stream_makes_is_no_failed_answer_where_it_is_malformed() -> None:
    audio = {
        "audio": {"id": "audio_1", "data": "UklGRg==", "transcript": "Hi."}
    }  # without the time at which it expires
    choices = [{"index": 0, "delta": audio, "finish_reason": "stop"}]
    assert standing_in(STREAM, {"chunks": [AROUND | {"choices": choices}]}).kind == MALFORMED


@pytest.mark.parametrize(
    ("source", "given", "at"),
    [
        (WHOLE, [], ""),
        (WHOLE, {}, "/response"),
        (WHOLE, {"response": answer(finish=None)}, "/response/choices/0/finish_reason"),
        (WHOLE, whole(model="gpt-5"), "/model"),
        (WHOLE, whole(chunks=[]), "/chunks"),
        (WHOLE, whole(request=None), "/request"),
        (WHOLE, whole(request={"input": "Hello."}), "/request/model"),
        (WHOLE, whole(request=HELLO | {"tools": [CUSTOM | {"name": ""}]}), "/request/tools/0/name"),
        (WHOLE, whole(request=HELLO | {"x_vendor": 1}), "/request/x_vendor"),
        (STREAM, {"request": HELLO}, "/chunks"),
        (STREAM, {"response": answer(), "chunks": chat_chunks(answer(), usage=False)}, "/response"),
        (STREAM, {"chunks": [None]}, "/chunks"),
    ],
)
def test_anything_else_is_malformed(source: str, given: Any, at: str) -> None:
    found = standing_in(source, given)
    assert (found.kind, found.reasons[0].at) == (MALFORMED, at)


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("function_call", {"name": "get_weather", "arguments": "{}"}),
        ("audio", {"id": "audio_1", "data": "UklGRg==", "expires_at": 1_760_003_600, "transcript": "Hi."}),
    ],
)
def test_what_no_responses_request_asks_for_is_documented(member: str, value: Any) -> None:
    response = copy.deepcopy(CHAT_RESPONSE)
    response["choices"][0] |= {
        "message": {"role": "assistant", "content": None, member: value},
        "finish_reason": "stop",
    }
    response["choices"] = response["choices"][:1]
    found = standing_in(WHOLE, {"response": response})
    assert (found.kind, [reason.at for reason in found.reasons]) == (
        DOCUMENTED,
        [f"/response/choices/0/message/{member}"],
    )
    assert standing_in("chat-response", response).kind == REAL


def test_a_choice_behind_the_first_is_documented() -> None:
    response = copy.deepcopy(CHAT_RESPONSE)
    response["choices"] = [response["choices"][0], {**response["choices"][0], "index": 1}]
    found = standing_in(WHOLE, {"response": response})
    assert (found.kind, [reason.at for reason in found.reasons]) == (DOCUMENTED, ["/response/choices/1"])
