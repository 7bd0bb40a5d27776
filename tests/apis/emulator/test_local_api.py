"""The local API over HTTP: what it refuses, in which words; what it keeps of a conversation."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from conformance.apis.emulator import APIS, CHAT, RESPONSES, app
from conformance.apis.emulator.running import RunningApi, running_api
from conformance.apis.oracles import AZURE, COMPATIBLE, refusals_of
from conformance.base.errors import UsageError
from tests.apis.emulator.asking import calls_in, request, route, text_in
from tests.apis.oracles.test_rules import refused_by_openai

Ask = Callable[..., Any]
ROUTE_OF = {"chat-request": route(CHAT), "responses-request": route(RESPONSES)}


@pytest.fixture(scope="module")
def talker() -> Iterator[RunningApi]:
    with running_api("text") as running:
        yield running


@pytest.fixture
def caller() -> Iterator[RunningApi]:
    with running_api("one-call") as running:
        yield running


@pytest.mark.parametrize("name", refused_by_openai())
def test_a_request_is_refused_in_the_words_of_the_real_api(talker: RunningApi, ask: Ask, name: str) -> None:
    kind, asked = refused_by_openai()[name]
    heard = ask(talker.base_url, ROUTE_OF[kind], asked)
    assert (heard.status, heard.json) == (400, refusals_of(kind, asked)[0].body())
    captured = talker.requests[-1]
    assert (captured.status, captured.body, captured.reply.answer) == (400, asked, None)
    assert heard.headers["x-conformance-rule"] == captured.reply.rule


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer  ", "Basic a2V5"])
def test_a_key_is_needed(talker: RunningApi, ask: Ask, header: str | None) -> None:
    heard = ask(talker.base_url, route(CHAT), request(CHAT), Authorization=header)
    assert heard.status == 401
    error = heard.json["error"]
    assert error.pop("message").startswith("You didn't provide an API key. You need to provide your API key in an")
    assert error == {"type": "invalid_request_error", "param": None, "code": None}


DEEP = b"[" * 100_000


@pytest.mark.parametrize(
    "body", [b"", b"{", b'{"model": NaN}', b"\xff\xfe", DEEP, b"model=m"], ids=lambda body: body[:14]
)
def test_a_body_that_is_no_json(talker: RunningApi, ask: Ask, body: bytes) -> None:
    heard = ask(talker.base_url, route(RESPONSES), body)
    assert (heard.status, heard.headers["x-conformance-rule"]) == (400, "http-json")
    assert heard.json["error"]["message"].startswith("We could not parse the JSON body of your request. (HINT: This")


@pytest.mark.parametrize("body", [None, [], 7, "text", {"model": "m", "input": "\ud800", "messages": [[[]]]}])
def test_json_that_is_no_request_is_refused_like_any_other(talker: RunningApi, ask: Ask, body: Any) -> None:
    for api in APIS:
        heard = ask(talker.base_url, route(api), body)
        assert heard.status == 400
        assert heard.json["error"].keys() == {"message", "type", "param", "code"}


def test_the_content_type_is_looked_at(talker: RunningApi, ask: Ask) -> None:
    asked = (talker.base_url, route(CHAT), request(CHAT))
    refused = ask(*asked, Content_Type="text/plain")
    assert (refused.status, refused.json["error"]["code"]) == (400, "unsupported_content_type")
    assert "you specified the header 'Content-Type: text/plain'" in refused.json["error"]["message"]
    assert ask(*asked, Content_Type="application/json; charset=utf-8").status == 200
    assert ask(*asked, Content_Type=None).status == 200


def test_a_body_that_is_too_large(talker: RunningApi, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "BODY_BYTES", 1000)
    heard = ask(talker.base_url, route(CHAT), request(CHAT) | {"user": "a" * 1000})
    assert (heard.status, heard.headers["x-conformance-rule"]) == (413, "http-size")


@pytest.mark.parametrize(
    ("method", "path", "status", "message", "code"),
    [
        ("GET", "/v1/models", 404, "Invalid URL (GET /v1/models)", None),
        ("POST", "/v1/chat/completions/", 404, "Invalid URL (POST /v1/chat/completions/)", None),
        ("POST", "/chat/completions", 404, "Unknown request URL: POST /chat/completions. Please", "unknown_url"),
        ("GET", "/v1/responses", 405, "Not allowed to GET on /v1/responses.", "method_not_supported"),
        ("PUT", "/openapi.json", 405, "Not allowed to PUT on /openapi.json.", "method_not_supported"),
    ],
)  # fmt: skip
def test_other_routes_and_methods(
    talker: RunningApi, ask: Ask, method: str, path: str, status: int, message: str, code: str | None
) -> None:
    heard = ask(talker.base_url.removesuffix("/v1"), path, {}, method)
    error = heard.json["error"]
    assert (heard.status, error["type"], error["param"], error["code"]) == (status, "invalid_request_error", None, code)
    assert error["message"].startswith(message)
    assert ("allow" in heard.headers) == (status == 405)
    assert talker.requests[-1].api is None


def test_any_model_answers_and_every_answer_has_an_id_of_its_own(talker: RunningApi, ask: Ask) -> None:
    heard = [ask(talker.base_url, route(CHAT), request(CHAT, model=model)) for model in ("gpt-4o", "my-own")]
    assert [answer.json["model"] for answer in heard] == ["gpt-4o", "my-own"]
    assert len({answer.json["id"] for answer in heard}) == 2
    assert len({answer.headers["x-request-id"] for answer in heard}) == 2


@pytest.mark.parametrize("api", APIS)
def test_tools_are_called_with_arguments_that_they_take(caller: RunningApi, ask: Ask, api: str) -> None:
    bodies = [ask(caller.base_url, route(api), request(api)).json for _ in range(3)]
    assert [calls_in(api, body) for body in bodies] == [
        [("look", '{"city":"text"}')],
        [],
        [("look", '{"city":"text"}')],
    ]
    assert text_in(api, bodies[1]) == "That is all: the tool has answered."
    assert [captured.reply.answer for captured in caller.requests] == [0, 1, 0]


def test_each_key_has_a_conversation_of_its_own(caller: RunningApi, ask: Ask) -> None:
    keys = ("one", "two", "one", "two")
    bodies = [ask(caller.base_url, route(CHAT), request(CHAT), Authorization=f"Bearer {key}").json for key in keys]
    assert [len(calls_in(CHAT, body)) for body in bodies] == [1, 1, 0, 0]


@pytest.mark.parametrize("api", APIS)
def test_the_request_says_what_may_be_called(ask: Ask, api: str) -> None:
    named: dict[str, Any] = {"type": "function", "name": "wait"}
    allowed: dict[str, Any] = {"mode": "auto", "tools": [named]}
    if api == CHAT:
        named = {"type": "function", "function": {"name": "wait"}}
        allowed = {"allowed_tools": {"mode": "auto", "tools": [named]}}
    with running_api("parallel-calls") as running:

        def called(**given: Any) -> list[str]:
            asked = request(api, **given)
            body = ask(running.base_url, route(api), asked, Authorization=f"Bearer {json.dumps(given)}").json
            return [name for name, _arguments in calls_in(api, body)]

        assert called() == ["look", "wait", "look"]
        assert called(parallel_tool_calls=False) == ["look"]
        assert called(tool_choice=named) == ["wait"] * 3
        assert called(tool_choice={"type": "allowed_tools", **allowed}) == ["wait"] * 3


@pytest.mark.parametrize(
    ("script", "given", "reported"),
    [
        ("one-call", {"names": ()}, "The script one-call does not fit this request: it calls a tool, and the request "
         "offers none to call."),
        ("one-call", {"tool_choice": "none"}, "offers none to call."),
        ({"answers": [{"calls": [{"tool": "sleep"}]}]}, {}, "calls the tool 'sleep'; the request offers look, wait."),
        ({"answers": [{"chat": {"content": "x"}}]}, {}, "it has no answer for the API responses."),
    ],
)  # fmt: skip
def test_a_request_that_the_script_does_not_fit(ask: Ask, script: Any, given: dict[str, Any], reported: str) -> None:
    with running_api(script) as running:
        for _ in range(2):  # it stands where it stood
            heard = ask(running.base_url, route(RESPONSES), request(RESPONSES, **given))
            assert (heard.status, heard.json["error"]["code"]) == (400, "script_mismatch")
            assert reported in heard.json["error"]["message"]


def output_of(body: dict[str, Any]) -> dict[str, Any]:
    (call,) = (item for item in body["output"] if item["type"] == "function_call")
    return {"type": "function_call_output", "call_id": call["call_id"], "output": "warm"}


def test_a_response_is_gone_on_from(caller: RunningApi, ask: Ask) -> None:
    def responses(*items: Any, **given: Any) -> Any:
        return ask(caller.base_url, route(RESPONSES), request(RESPONSES, input=list(items), **given))

    first = ask(caller.base_url, route(RESPONSES), request(RESPONSES)).json
    unanswered = responses({"role": "user", "content": "And?"}, previous_response_id=first["id"])
    call_id = output_of(first)["call_id"]
    assert unanswered.json["error"]["message"] == f"No tool output found for function call {call_id}."
    stray = responses(output_of(first), {**output_of(first), "call_id": "call_x"}, previous_response_id=first["id"])
    assert stray.json["error"]["message"] == "No tool call found for function call output with call_id call_x."
    second = responses(output_of(first), previous_response_id=first["id"])
    assert (second.status, second.json["previous_response_id"]) == (200, first["id"])
    third = responses({"role": "user", "content": "And?"}, previous_response_id=second.json["id"])
    assert third.status == 200


def test_what_is_not_kept_is_not_found(caller: RunningApi, ask: Ask) -> None:
    first = ask(caller.base_url, route(RESPONSES), request(RESPONSES, store=False)).json
    gone = ask(caller.base_url, route(RESPONSES), request(RESPONSES, previous_response_id=first["id"]))
    error = {"param": "previous_response_id", "code": "previous_response_not_found", "type": "invalid_request_error"}
    assert gone.status == 400
    assert gone.json["error"] == {"message": f"Previous response with id '{first['id']}' not found.", **error}
    reference = {"type": "item_reference", "id": first["output"][0]["id"]}
    unknown = ask(caller.base_url, route(RESPONSES), request(RESPONSES, input=[reference]))
    assert (unknown.status, unknown.json["error"]["param"]) == (404, "input")
    assert unknown.json["error"]["message"].startswith(f"Item with id '{reference['id']}' not found.")


@pytest.mark.parametrize("typed", [{"type": "item_reference"}, {}], ids=["with type", "without"])
def test_references_stand_for_what_was_kept(caller: RunningApi, ask: Ask, typed: dict[str, str]) -> None:
    first = ask(caller.base_url, route(RESPONSES), request(RESPONSES)).json
    reference = {**typed, "id": first["output"][0]["id"]}
    reported = {"role": "user", "content": "Is it warm?"}
    refused = ask(caller.base_url, route(RESPONSES), request(RESPONSES, input=[reported, reference]))
    assert refused.json["error"]["message"].startswith("No tool output found for function call call_")
    answered = ask(caller.base_url, route(RESPONSES), request(RESPONSES, input=[reported, reference, output_of(first)]))
    assert answered.status == 200


@pytest.mark.parametrize("with_id", [True, False])
def test_an_item_that_nobody_knows_is_taken_back(ask: Ask, with_id: bool) -> None:
    with running_api("unknown-item") as running:
        first = ask(running.base_url, route(RESPONSES), request(RESPONSES)).json
        unknown, call = first["output"]
        assert unknown["type"] == "hologram_call"
        returned = unknown if with_id else {key: value for key, value in unknown.items() if key != "id"}
        reported = {"role": "user", "content": "Is it warm?"}
        again = ask(
            running.base_url, route(RESPONSES), request(RESPONSES, input=[reported, returned, call, output_of(first)])
        )
        assert again.status == 200
    with running_api("one-call") as running:
        foreign = ask(running.base_url, route(RESPONSES), request(RESPONSES, input=[reported, unknown]))
        assert foreign.status == 400


def test_a_response_repeats_its_request(talker: RunningApi, ask: Ask) -> None:
    given = {
        "instructions": "Be brief.",
        "metadata": {"a": "b"},
        "temperature": 0.5,
        "tool_choice": "none",
        "store": False,
    }
    body = ask(talker.base_url, route(RESPONSES), request(RESPONSES, **given)).json
    assert {name: body[name] for name in given} == given
    assert [tool["strict"] for tool in body["tools"]] == [True, True]


def test_as_many_choices_as_are_asked_for(caller: RunningApi, ask: Ask) -> None:
    choices = ask(caller.base_url, route(CHAT), request(CHAT, n=3)).json["choices"]
    assert [choice["index"] for choice in choices] == [0, 1, 2]
    assert len({call["id"] for choice in choices for call in choice["message"]["tool_calls"]}) == 3


def test_requests_are_captured_as_they_are_answered(ask: Ask) -> None:
    reported: list[Any] = []
    with running_api("text", captured=reported.append) as running:
        ask(running.base_url, route(CHAT), request(CHAT, names=(), stream=True))
        ask(running.base_url, route(RESPONSES), b"{")
    assert tuple(reported) == running.requests
    streamed, broken = (captured.interaction() for captured in reported)
    assert streamed["request"] == {
        "method": "POST", "path": "/v1/chat/completions", "json": request(CHAT, names=(), stream=True),
    }  # fmt: skip
    assert streamed["response"]["content_type"] == "text/event-stream; charset=utf-8"
    assert streamed["response"]["text"].endswith("data: [DONE]\n\n")
    assert (broken["api"], broken["request"]["json"], broken["response"]["status"]) == ("responses", "{", 400)
    assert broken["script"] == {"answer": None, "rule": "http-json"}
    assert "key" not in json.dumps([streamed, broken]).split("API key")[0]


def test_a_client_that_goes_away_hurts_nobody(talker: RunningApi, ask: Ask, capfd: pytest.CaptureFixture[str]) -> None:
    host, _, port = talker.base_url.removeprefix("http://").removesuffix("/v1").partition(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(
            b"POST /v1/responses HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer x\r\nContent-Length: 9\r\n\r\n{"
        )
    assert ask(talker.base_url, route(CHAT), request(CHAT)).status == 200
    assert capfd.readouterr() == ("", "")


def test_a_mistake_of_the_server_is_an_error_of_the_api(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with running_api("text") as running:
        monkeypatch.setattr("conformance.apis.emulator.api.ScriptedApi.answer", lambda *_given: 1 / 0)
        heard = ask(running.base_url, route(CHAT), request(CHAT))
    assert (heard.status, heard.json["error"]["type"]) == (500, "server_error")
    assert "ZeroDivisionError" in caplog.text  # and whoever runs it is reported


def test_where_it_listens() -> None:
    with running_api() as running:
        assert running.base_url.startswith("http://127.0.0.1:")
        port = int(running.base_url.rpartition(":")[2].removesuffix("/v1"))
        with pytest.raises(UsageError, match=f"port {port}: Address already in use"), running_api(port=port):
            pass
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port))
    with pytest.raises(UsageError, match=r"Nothing can listen at 192\.0\.2\.1, port 0"), running_api(host="192.0.2.1"):
        pass


def test_azure_has_the_deployment_in_the_path_and_the_key_in_its_own_header(ask: Ask) -> None:
    asked = request(CHAT)
    del asked["model"]
    with running_api("text", profile=AZURE) as running:
        root = running.base_url.removesuffix("/v1")
        heard = ask(root, "/openai/deployments/mine/chat/completions", asked, Authorization=None, **{"api-key": "a"})
    assert (heard.status, heard.json["object"]) == (200, "chat.completion")


def test_only_azure_has_deployments(talker: RunningApi, ask: Ask) -> None:
    root = talker.base_url.removesuffix("/v1")
    assert ask(root, "/openai/deployments/mine/chat/completions", request(CHAT)).status == 404
    assert ask(talker.base_url, route(CHAT), request(CHAT), Authorization=None, **{"api-key": "a"}).status == 401


def test_a_compatible_api_takes_members_of_its_own(talker: RunningApi, ask: Ask) -> None:
    asked = request(CHAT) | {"keep_alive": "5m"}
    assert ask(talker.base_url, route(CHAT), asked).status == 400
    with running_api("text", profile=COMPATIBLE) as running:
        assert ask(running.base_url, route(CHAT), asked).status == 200
