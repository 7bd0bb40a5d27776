"""Anthropic's API by the same scripts: over HTTP, and as its own client reads it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from conformance.apis.emulator.anthropic import ANTHROPIC, ROUTE, completed, error_of
from conformance.apis.emulator.api import ScriptedApi
from conformance.apis.emulator.running import RunningApi, running_api
from conformance.apis.emulator.scripts import script_of
from conformance.apis.oracles import refusals_of
from tests.apis.emulator.asking import CITY, calls_in, request

Ask = Callable[..., Any]
TOOL = {"name": "look", "description": "Looks.", "input_schema": CITY}
QUESTION = {"role": "user", "content": "Is it warm?"}


@pytest.fixture(scope="module")
def running() -> Iterator[RunningApi]:
    with running_api("one-call") as api:
        yield api


def answered(script: Any, *requests: dict[str, Any]) -> list[Any]:
    """The answers of a script, without HTTP: bodies, or lists of events."""
    local = ScriptedApi(script_of(script))
    replies = [local.answer(ANTHROPIC, other_request, "key") for other_request in requests]
    return [
        [json.loads(piece.partition(b"data: ")[2]) for piece in reply.pieces]
        if reply.content_type.startswith("text/event-stream")
        else json.loads(b"".join(reply.pieces))
        for reply in replies
    ]


def test_a_request_is_refused_in_the_form_and_the_words_of_the_api(running: RunningApi, ask: Ask) -> None:
    heard = ask(running.base_url, ROUTE, {**request(ANTHROPIC), "seed": 1}, X_Api_Key="key", Authorization=None)
    assert (heard.status, heard.headers["x-conformance-rule"]) == (400, "schema")
    assert heard.json == {
        "type": "error",
        "error": {"type": "invalid_request_error", "message": "seed: Extra inputs are not permitted"},
        "request_id": heard.headers["request-id"],
    }


@pytest.mark.parametrize(
    ("headers", "body", "method", "status", "type_", "message"),
    [
        ({"Authorization": None}, {}, "POST", 401, "authentication_error", "x-api-key header is required"),
        (
            {"Anthropic_Version": None},
            {},
            "POST",
            400,
            "invalid_request_error",
            "anthropic-version: header is required",
        ),
        ({}, b"{", "POST", 400, "invalid_request_error", "The request body is not valid JSON"),
        ({}, None, "GET", 405, "invalid_request_error", "Method Not Allowed"),
    ],
)
def test_what_is_wrong_before_a_request_is_read_has_the_same_form(
    running: RunningApi, ask: Ask, headers: Any, body: Any, method: str, status: int, type_: str, message: str
) -> None:
    heard = ask(running.base_url, ROUTE, body, method, **headers)
    assert (heard.status, heard.json["error"]) == (status, {"type": type_, "message": message})


@pytest.mark.parametrize(
    ("status", "error", "type_"),
    [
        (529, {"message": "Overloaded", "type": "overloaded_error"}, "overloaded_error"),
        (429, {"message": "Slow down.", "type": "requests", "code": "rate_limit_exceeded"}, "rate_limit_error"),
        (500, {"message": "Oh.", "type": "server_error"}, "api_error"),
        (404, {"message": "model: m", "type": "invalid_request_error"}, "not_found_error"),
        (400, {"message": "No.", "type": "invalid_request_error"}, "invalid_request_error"),
    ],
)
def test_an_error_of_a_script_has_the_type_of_its_status(status: int, error: Any, type_: str) -> None:
    made = error_of(status, {"error": error}, None, "req_1")
    expected = {"type": type_, "message": error["message"]}
    assert made == {"type": "error", "error": expected, "request_id": "req_1"}


def test_a_choice_of_tools_is_kept() -> None:
    parallel = {"answers": [{"calls": [{}, {}]}]}
    one = {"type": "auto", "disable_parallel_tool_use": True}
    named = {"type": "tool", "name": "wait"}
    hosted = {"type": "web_search_20250305", "name": "web_search"}
    (first,) = answered(parallel, request(ANTHROPIC, tool_choice=one))
    assert [name for name, _given in calls_in(ANTHROPIC, first)] == ["look"]
    (second,) = answered(parallel, request(ANTHROPIC, tool_choice=named))
    assert [name for name, _given in calls_in(ANTHROPIC, second)] == ["wait", "wait"]
    asked = request(ANTHROPIC)
    (third,) = answered(parallel, {**asked, "tools": [hosted, *asked["tools"]]})
    assert [name for name, _given in calls_in(ANTHROPIC, third)] == ["look", "wait"]
    (refused,) = answered(parallel, request(ANTHROPIC, tool_choice={"type": "none"}))
    assert refused["error"]["message"].endswith("the request offers none to call.")


def test_what_the_api_said_itself_it_takes_back() -> None:
    script = {
        "answers": [
            {"unknown": {"anthropic": {"type": "hologram", "scene": {}}}, "reasoning": "It knows.", "calls": [{}]},
            {"text": "Warm."},
        ]
    }
    (first,) = answered(script, request(ANTHROPIC))
    assert [block["type"] for block in first["content"]] == ["hologram", "thinking", "tool_use"]
    result = {"type": "tool_result", "tool_use_id": first["content"][-1]["id"], "content": "3"}
    back = [QUESTION, {"role": "assistant", "content": first["content"]}, {"role": "user", "content": [result]}]
    _first, second = answered(script, request(ANTHROPIC), {**request(ANTHROPIC), "messages": back})
    assert second["content"] == [{"type": "text", "text": "Warm."}]
    (other,) = answered({"answers": [{"text": "Hi."}]}, {**request(ANTHROPIC), "messages": back})
    assert other["error"]["message"].startswith("messages.1.content.0: Input tag 'hologram' found using 'type'")


def test_arguments_that_are_no_object_do_not_fit_and_cut_ones_come_in_a_stream() -> None:
    (refused,) = answered({"answers": [{"calls": [{"arguments": "no JSON"}]}]}, request(ANTHROPIC))
    assert "with arguments that are no object" in refused["error"]["message"]
    cut = {"answers": [{"calls": [{}], "truncated": True}]}
    whole, events = answered(cut, request(ANTHROPIC))[0], answered(cut, request(ANTHROPIC, stream=True))[0]
    assert (whole["stop_reason"], whole["content"][0]["input"]) == ("max_tokens", {})
    assert (
        "".join(event["delta"]["partial_json"] for event in events if event["type"] == "content_block_delta")
        == '{"city"'
    )


def test_a_call_without_arguments_sends_one_empty_piece_of_them() -> None:
    script = {"answers": [{"calls": [{"tool": "wait", "arguments": {}}]}]}
    (events,) = answered(script, request(ANTHROPIC, stream=True))
    assert [event["delta"]["partial_json"] for event in events if event["type"] == "content_block_delta"] == [""]


def test_an_answer_of_its_own_is_completed() -> None:
    own = [{"type": "text", "text": "Found."}, {"type": "tool_use", "name": "look"}]
    body = completed(own, 3, "m")
    assert body is not None
    assert (body["id"], body["model"], body["stop_reason"]) == ("msg_3", "m", "tool_use")
    assert body["content"][1] == {"id": "toolu_3_1", "input": {}, "type": "tool_use", "name": "look"}
    assert refusals_of("anthropic-response", body) == ()
    paused = completed({"content": own[:1], "stop_reason": "pause_turn"}, 0, "m")
    assert paused is not None and paused["stop_reason"] == "pause_turn"
    assert completed(7, 0, "m") is completed({"output": []}, 0, "m") is None
    (said,) = answered({"answers": [{"anthropic": own[:1], "text": "Others."}]}, request(ANTHROPIC))
    assert said["content"] == own[:1]


def test_the_apis_own_client_holds_a_whole_loop(running: RunningApi) -> None:
    anthropic = pytest.importorskip("anthropic")
    with anthropic.Anthropic(base_url=running.base_url.removesuffix("/v1"), api_key="loop", max_retries=0) as client:
        asked: dict[str, Any] = {"model": "claude-haiku-4-5", "max_tokens": 99, "tools": [TOOL]}
        with client.messages.stream(messages=[QUESTION], **asked) as stream:
            first = stream.get_final_message()
        (call,) = first.content
        assert (first.stop_reason, call.name, list(call.input)) == ("tool_use", "look", ["city"])
        result = {"type": "tool_result", "tool_use_id": call.id, "content": "3"}
        back = [QUESTION, {"role": "assistant", "content": first.content}, {"role": "user", "content": [result]}]
        last = client.messages.create(messages=back, **asked)
        assert (last.stop_reason, last.content[0].text) == ("end_turn", "That is all: the tool has answered.")
        with pytest.raises(anthropic.BadRequestError, match="`tool_use` ids were found without `tool_result` blocks"):
            client.messages.create(messages=back[:2], **asked)


def test_the_apis_own_client_hears_of_an_overloaded_api_and_asks_again() -> None:
    anthropic = pytest.importorskip("anthropic")
    script = {"answers": [{"http": 529}, {"text": "Hi.", "cut": {"how": "failed", "after": 3}}, {"text": "Hi."}]}
    asked: dict[str, Any] = {"model": "claude-haiku-4-5", "max_tokens": 9, "messages": [QUESTION]}
    with (
        running_api(script) as local,
        anthropic.Anthropic(base_url=local.base_url.removesuffix("/v1"), api_key="any", max_retries=1) as client,
    ):
        with pytest.raises(anthropic.APIStatusError, match="overloaded_error"), client.messages.stream(**asked) as one:
            one.get_final_message()
        assert client.messages.create(**asked).content[0].text == "Hi."
        assert [seen.status for seen in local.requests] == [529, 200, 200]
