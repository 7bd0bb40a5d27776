"""The API with a model behind it: what the model says follows from the request."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.apis.emulator import CHAT, RESPONSES
from conformance.apis.emulator.api import ApiReply
from conformance.apis.emulator.model import ModelApi
from conformance.apis.emulator.running import running_api

TOOL = {
    "type": "function",
    "function": {
        "name": "look",
        "parameters": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]},
    },
}


def said(reply: ApiReply) -> Any:
    assert reply.status == 200, reply
    return json.loads(b"".join(reply.pieces))


def asked(text: str, **more: Any) -> Any:
    body = {"model": "m", "messages": [{"role": "user", "content": text}], **more}
    return said(ModelApi(("m",)).answer(CHAT, body))["choices"][0]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Repeat exactly: a, b", "a, b"),
        ("Count from 2 to 4.", "2, 3, 4"),
        ("My code word is X1. What is my code word?", "X1"),
    ],
)
def test_it_does_what_it_is_told(text: str, answer: str) -> None:
    assert asked(text)["message"]["content"] == answer


def test_it_calls_the_tools_that_are_named_or_forced_and_no_others() -> None:
    named = asked("Call look.", tools=[TOOL])
    (call,) = named["message"]["tool_calls"]
    assert isinstance(json.loads(call["function"]["arguments"])["n"], int)
    assert named["finish_reason"] == "tool_calls"
    assert len(asked("Call look twice, at once.", tools=[TOOL])["message"]["tool_calls"]) == 2
    assert asked("Hello.", tools=[TOOL], tool_choice="required")["message"]["tool_calls"]
    assert "tool_calls" not in asked("Hello.", tools=[TOOL])["message"]
    assert "tool_calls" not in asked("Call look.", tools=[TOOL], tool_choice="none")["message"]


def test_it_keeps_to_limits_and_stop_sequences() -> None:
    limited = asked("Count from 1 to 100.", max_tokens=4)
    assert (limited["message"]["content"], limited["finish_reason"]) == ("1, 2,", "length")
    assert asked("Count from 1 to 9.", stop=["5"])["message"]["content"] == "1, 2, 3, 4, "


def test_it_fills_a_schema() -> None:
    schema = {"type": "object", "properties": {"a": {"enum": ["x"]}}, "required": ["a"], "additionalProperties": False}
    form = {"type": "json_schema", "json_schema": {"name": "n", "schema": schema, "strict": True}}
    assert json.loads(asked("Anything.", response_format=form)["message"]["content"]) == {"a": "x"}


def test_a_response_that_is_kept_can_be_gone_on_from() -> None:
    api = ModelApi(("m",))
    first = said(api.answer(RESPONSES, {"model": "m", "input": "My code word is X1."}))
    body = {"model": "m", "input": "What is my code word?", "previous_response_id": first["id"]}
    (item,) = said(api.answer(RESPONSES, body))["output"]
    assert item["content"][0]["text"] == "X1"


def test_another_model_is_not_found() -> None:
    reply = ModelApi(("m",)).answer("anthropic", {"model": "x", "max_tokens": 1, "messages": []} | _HELLO)
    body = json.loads(b"".join(reply.pieces))
    assert (reply.status, body["error"]["type"]) == (404, "not_found_error")


_HELLO = {"messages": [{"role": "user", "content": "Hello."}]}


def test_it_is_served_with_its_models_and_its_key() -> None:
    httpx2 = pytest.importorskip("httpx2")
    with running_api(api=ModelApi(("m",)), key="mine") as api, httpx2.Client(base_url=api.base_url) as client:
        assert [each["id"] for each in client.get("/models").json()["data"]] == ["m"]
        assert "first_id" in client.get("/models", headers={"anthropic-version": "2023-06-01"}).json()
        gemini = api.base_url.removesuffix("/v1") + "/v1beta/models"
        assert client.get(gemini).json()["models"][0]["name"] == "models/m"
        body = {"contents": [{"role": "user", "parts": [{"text": "Hello."}]}]}
        assert client.post(f"{gemini}/m:countTokens", json=body).json()["totalTokens"] > 0
        counted = client.post("/messages/count_tokens", json={"model": "m"} | _HELLO)
        assert counted.json()["input_tokens"] > 0
        refused = client.post("/chat/completions", json=_HELLO, headers={"authorization": "Bearer other"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (401, "invalid_api_key")
        taken = client.post("/chat/completions", json={"model": "m"} | _HELLO, headers={"authorization": "Bearer mine"})
        assert taken.status_code == 200
