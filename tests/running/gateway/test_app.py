"""The gateway between two APIs: requests, answers, streams as they come, errors, keys, clients that go."""

from __future__ import annotations

import json
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from typing import Any

import httpx2
import pytest

from tests.running.backends import ANSWERS, HELLO, PATHS, Asked, Backend, anthropic_events, chat_events, dropped
from tests.running.gateways import gateway

APIS = ("chat", "responses", "anthropic", "gemini")
BOTH = pytest.mark.parametrize(("client", "asked"), list(permutations(APIS, 2)))
KEYS = {
    "chat": {"authorization": "Bearer k"},
    "responses": {"authorization": "Bearer k"},
    "anthropic": {"x-api-key": "k"},
    "gemini": {"x-goog-api-key": "k"},
}


CLIENT = httpx2.Client(timeout=30, limits=httpx2.Limits(max_connections=None))


def post(url: str, api: str, body: Any = None, path: str | None = None, **headers: str) -> httpx2.Response:
    return CLIENT.post(
        url + (path or PATHS[api]), json=HELLO[api] if body is None else body, headers=headers or KEYS[api]
    )


def said(answer: httpx2.Response) -> list[Any]:
    """The events of a stream."""
    lines = [line.removeprefix("data: ") for line in answer.text.splitlines() if line.startswith("data: ")]
    return [line if line == "[DONE]" else json.loads(line) for line in lines]


@BOTH
def test_each_api_is_offered_by_each_other_one(backend: Backend, client: str, asked: str) -> None:
    async def answer(request: Asked) -> None:
        await request.json(ANSWERS[asked])

    backend.answer = answer
    with gateway(client, asked, backend.url) as url:
        answered = post(url, client)
    assert answered.status_code == 200, answered.text
    assert "Hi." in answered.text
    (request,) = backend.seen
    assert request.path == PATHS[asked]
    assert {name: request.headers.get(name) for name in KEYS[asked]} == KEYS[asked]
    others = {name for key in KEYS.values() for name in key} - KEYS[asked].keys()
    assert not others & request.headers.keys()
    assert "Hello." in json.dumps(request.body)


def test_the_same_api_on_both_sides_is_passed_on_as_it_is(backend: Backend) -> None:
    async def answer(request: Asked) -> None:
        await request.json({"odd": request.body}, 418, x_request_id="r1", set_cookie="a=b")

    backend.answer = answer
    with gateway("anthropic", "anthropic", backend.url + "/v1", model="other") as url:
        answered = post(url, "anthropic", path="/v1/messages/count_tokens?beta=true", **KEYS["anthropic"], accept="x/y")
        again = httpx2.post(url + PATHS["anthropic"], json=HELLO["anthropic"])
    assert (answered.status_code, answered.headers["x-request-id"]) == (418, "r1")
    assert answered.json()["odd"] == HELLO["anthropic"] | {"model": "other"}
    request = backend.seen[0]
    assert (request.path, request.query, request.headers["accept"]) == ("/v1/messages/count_tokens", "beta=true", "x/y")
    assert again.status_code == 418
    assert "cookie" not in backend.seen[1].headers


def test_a_stream_comes_as_the_backend_sends_it(backend: Backend) -> None:
    async def answer(request: Asked) -> None:
        await request.start()
        first, second, *rest = chat_events("One", " two")
        await request.events(first)
        await backend.until_opened()
        await request.events(second, *rest, done=True)
        await request.end()

    backend.answer = answer
    with gateway("anthropic", "chat", backend.url) as url:
        asked = {**HELLO["anthropic"], "stream": True}
        with CLIENT.stream("POST", url + PATHS["anthropic"], json=asked, headers=KEYS["anthropic"]) as answered:
            pieces = answered.iter_lines()
            texts = []
            for line in pieces:
                if "text_delta" in line:
                    texts.append(json.loads(line.removeprefix("data: "))["delta"]["text"])
                    backend.open()  # only now the backend goes on
            assert texts == ["One", " two"]
    assert backend.seen[0].body["stream_options"] == {"include_usage": True}


@pytest.mark.parametrize("form", ["sse", "array"])
def test_gemini_streams_have_both_forms(backend: Backend, form: str) -> None:
    async def answer(request: Asked) -> None:
        await request.start()
        await request.events(*anthropic_events("One", " two"))
        await request.end()

    backend.answer = answer
    path = "/v1beta/models/m:streamGenerateContent" + ("?alt=sse" if form == "sse" else "")
    with gateway("gemini", "anthropic", backend.url) as url:
        answered = post(url, "gemini", path=path)
    responses = said(answered) if form == "sse" else answered.json()
    parts = [part["text"] for response in responses for part in response["candidates"][0]["content"]["parts"]]
    assert parts == ["One", " two", ""]
    assert backend.seen[0].body["stream"] is True


def test_a_chat_stream_ends_with_its_mark_and_has_the_usage_that_was_asked_for(backend: Backend) -> None:
    async def answer(request: Asked) -> None:
        await request.start()
        await request.events(*anthropic_events("One"))
        await request.end()

    backend.answer = answer
    with gateway("chat", "anthropic", backend.url) as url:
        plain = said(post(url, "chat", HELLO["chat"] | {"stream": True}))
        options = {"stream": True, "stream_options": {"include_usage": True}}
        counted = said(post(url, "chat", HELLO["chat"] | options))
    assert plain[-1] == counted[-1] == "[DONE]"
    assert [chunk["choices"] for chunk in counted[:-2]] == [chunk["choices"] for chunk in plain[:-1]]
    assert counted[-2]["usage"]["completion_tokens"] == 3


@pytest.mark.parametrize(
    ("status", "anthropic", "chat", "gemini"),
    [
        (400, (400, "invalid_request_error"), (400, "invalid_request_error"), (400, "INVALID_ARGUMENT")),
        (401, (401, "authentication_error"), (401, "authentication_error"), (401, "UNAUTHENTICATED")),
        (403, (403, "permission_error"), (403, "permission_error"), (403, "PERMISSION_DENIED")),
        (404, (404, "not_found_error"), (404, "not_found_error"), (404, "NOT_FOUND")),
        (429, (429, "rate_limit_error"), (429, "rate_limit_error"), (429, "RESOURCE_EXHAUSTED")),
        (500, (500, "api_error"), (500, "server_error"), (500, "INTERNAL")),
        (503, (529, "overloaded_error"), (503, "server_error"), (503, "UNAVAILABLE")),
    ],
)
def test_an_error_of_the_backend_has_the_form_of_the_client(
    backend: Backend, status: int, anthropic: Any, chat: Any, gemini: Any
) -> None:
    async def answer(request: Asked) -> None:
        error = {"message": "No.", "type": "odd", "param": None, "code": "why"}
        await request.json({"error": error}, status, retry_after="7", retry_after_ms="7000", x_request_id="r1")

    backend.answer = answer
    for api, wanted in {"anthropic": anthropic, "chat": chat, "gemini": gemini}.items():
        with gateway(api, "responses", backend.url) as url:
            answered = post(url, api)
        body = answered.json()
        assert body["error"]["message"] == "No."
        kind = body["error"].get("status") if api == "gemini" else body["error"]["type"]
        assert (answered.status_code, kind) == wanted
        assert (answered.headers["retry-after"], answered.headers["retry-after-ms"]) == ("7", "7000")
        if api == "gemini":
            assert body["error"]["details"][0]["retryDelay"] == "7s"
        if api == "anthropic":
            assert (body["type"], body["request_id"], answered.headers["request-id"]) == ("error", "r1", "r1")


@pytest.mark.parametrize("api", APIS)
def test_a_backend_that_is_not_there_or_says_nothing_is_told(backend: Backend, api: str) -> None:
    other = next(each for each in APIS if each != api)
    with gateway(api, other, "http://127.0.0.1:1") as url:
        unreachable = post(url, api)
    assert unreachable.status_code == 502
    assert "cannot be reached" in unreachable.json()["error"]["message"]

    async def answer(request: Asked) -> None:
        await backend.until_gone(request)

    backend.answer = answer
    with gateway(api, other, backend.url, timeout=0.05) as url:
        late = post(url, api)
    assert late.status_code == 504
    assert "in time" in late.json()["error"]["message"]


@BOTH
def test_a_stream_that_is_cut_never_ends_as_if_it_was_whole(backend: Backend, client: str, asked: str) -> None:
    begun = {
        "chat": chat_events("One", finish=None),
        "responses": [{"type": "response.created", "response": ANSWERS["responses"] | {"status": "in_progress"}}],
        "anthropic": anthropic_events("One", ended=False),
        "gemini": [{"candidates": [{"content": {"role": "model", "parts": [{"text": "One"}]}, "index": 0}]}],
    }

    async def answer(request: Asked) -> None:
        await request.start()
        await request.events(*begun[asked])
        await dropped(request)

    backend.answer = answer
    path = "/v1beta/models/m:streamGenerateContent?alt=sse" if client == "gemini" else None
    with gateway(client, asked, backend.url) as url:
        streamed = {} if client == "gemini" else {"stream": True}
        events = said(post(url, client, HELLO[client] | streamed, path))
    assert "error" in events[-1] or events[-1].get("type") in ("error", "response.failed")
    assert "[DONE]" not in events
    assert not any(event.get("type") in ("message_stop", "response.completed") for event in events)


def test_an_error_in_the_middle_of_a_stream_is_told_in_the_clients_form(backend: Backend) -> None:
    async def answer(request: Asked) -> None:
        await request.start()
        error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
        await request.events(*anthropic_events("One", ended=False), error)
        await request.end()

    backend.answer = answer
    with gateway("chat", "anthropic", backend.url) as url:
        events = said(post(url, "chat", HELLO["chat"] | {"stream": True}))
    assert (events[-1]["error"]["message"], events[-1]["error"]["type"]) == ("Overloaded", "overloaded_error")
    assert events[0]["choices"][0]["delta"] == {"role": "assistant", "content": "One"}


@pytest.mark.parametrize("streams", [False, True])
def test_the_request_of_a_client_that_has_gone_ends(backend: Backend, streams: bool) -> None:
    arrived = threading.Event()

    async def answer(request: Asked) -> None:
        if streams:
            await request.start()
            await request.events(*chat_events("One", finish=None))
        arrived.set()
        await backend.until_gone(request)

    backend.answer = answer
    with gateway("anthropic", "chat", backend.url) as url:
        asked = HELLO["anthropic"] | ({"stream": True} if streams else {})
        if streams:
            with CLIENT.stream("POST", url + PATHS["anthropic"], json=asked, headers=KEYS["anthropic"]) as answered:
                next(answered.iter_lines())
        else:
            address = httpx2.URL(url)
            with socket.create_connection((address.host, address.port)) as connection:
                data = json.dumps(asked).encode()
                head = f"POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(data)}\r\n\r\n".encode()
                connection.sendall(head + data)
                assert arrived.wait(20)
        assert backend.gone.wait(20)


def test_fifty_conversations_at_once_are_not_mixed(backend: Backend) -> None:
    arrived = 0

    async def answer(request: Asked) -> None:
        nonlocal arrived
        key = request.headers["authorization"].removeprefix("Bearer ")
        said = request.body["messages"][0]["content"]
        await request.start()
        first, *rest = chat_events(f"{key} ", f"said {said}", id=f"chatcmpl-{key}")
        await request.events(first)
        arrived += 1
        if arrived == 50:
            backend.open()
        await backend.until_opened()
        await request.events(*rest, done=True)
        await request.end()

    backend.answer = answer

    def converse(number: int) -> tuple[set[str], str]:
        body = {
            "model": "m",
            "input": [{"role": "user", "content": f"word{number}"}],
            "stream": True,
        }
        events = said(post(url, "responses", body, authorization=f"Bearer key{number}"))
        ids = {event["response"]["id"] for event in events if "response" in event}
        return ids, "".join(event["delta"] for event in events if event["type"].endswith("text.delta"))

    with gateway("responses", "chat", backend.url) as url, ThreadPoolExecutor(50) as threads:
        answered = list(threads.map(converse, range(50)))
    assert answered == [({f"resp_key{number}"}, f"key{number} said word{number}") for number in range(50)]


def test_what_a_conversion_loses_is_reported(backend: Backend) -> None:
    async def answer(request: Asked) -> None:
        await request.json(ANSWERS["anthropic"] | {"container": {"id": "c"}})

    backend.answer = answer
    lines: list[str] = []
    with gateway("chat", "anthropic", backend.url, report=lines.append) as url:
        answered = post(url, "chat", HELLO["chat"] | {"max_tokens": 9, "logit_bias": {"1": 2}})
        plain = post(url, "chat")
    reports = json.loads(answered.headers["x-conformance-reports"])
    assert [report.partition(":")[0] for report in reports] == ["logit_bias", "container"]
    assert lines[0].startswith("chat to anthropic, request: logit_bias")
    assert "logit_bias" not in plain.headers["x-conformance-reports"]


def test_what_the_client_does_wrong_is_told(backend: Backend) -> None:
    with gateway("anthropic", "chat", backend.url) as url:
        answered = {
            "json": CLIENT.post(url + PATHS["anthropic"], content=b"{", headers=KEYS["anthropic"]),
            "object": post(url, "anthropic", []),
            "request": post(url, "anthropic", {"model": "m", "messages": 1}),
            "route": post(url, "chat"),
            "tokens": post(url, "anthropic", path="/v1/messages/count_tokens"),
        }
    kinds = {name: (each.status_code, each.json()["error"]["type"]) for name, each in answered.items()}
    assert kinds == {
        "json": (400, "invalid_request_error"),
        "object": (400, "invalid_request_error"),
        "request": (400, "invalid_request_error"),
        "route": (404, "not_found_error"),
        "tokens": (404, "not_found_error"),
    }
    assert "counts no tokens" in answered["tokens"].json()["error"]["message"]
    assert not backend.seen


def test_an_answer_that_does_not_convert_is_the_backends_fault(backend: Backend) -> None:
    async def answer(request: Asked) -> None:
        await request.json({"odd": 1})

    backend.answer = answer
    with gateway("anthropic", "chat", backend.url) as url:
        answered = post(url, "anthropic")
    assert (answered.status_code, answered.json()["error"]["type"]) == (502, "api_error")


def test_keys_of_the_user_and_the_model_replace_those_of_clients(backend: Backend) -> None:
    async def answer(request: Asked) -> None:
        await request.json(ANSWERS["gemini"])

    backend.answer = answer
    with gateway("chat", "gemini", backend.url, model="own", headers={"X-Goog-Api-Key": "mine"}) as url:
        assert post(url, "chat").status_code == 200
        assert CLIENT.get(url + "/v1/models").json()["data"][0]["id"] == "own"
    (request,) = backend.seen
    assert (request.path, request.headers["x-goog-api-key"]) == ("/v1beta/models/own:generateContent", "mine")


def test_the_models_of_the_backend_are_listed(backend: Backend) -> None:
    async def answer(request: Asked) -> None:
        await request.json({"models": [{"name": "models/a"}, {"name": "models/b"}]})

    backend.answer = answer
    with gateway("anthropic", "gemini", backend.url) as url:
        listed = CLIENT.get(url + "/v1/models", headers=KEYS["anthropic"]).json()
        model = CLIENT.get(url + "/v1/models/a", headers=KEYS["anthropic"]).json()
    assert [model["id"] for model in listed["data"]] == ["a", "b"]
    assert (model["type"], model["id"]) == ("model", "a")
    assert (backend.seen[0].path, backend.seen[0].headers["x-goog-api-key"]) == ("/v1beta/models", "k")


def test_a_redirection_is_told(backend: Backend) -> None:
    async def answer(request: Asked) -> None:
        await request.json({}, 308, location="https://elsewhere/v1")

    backend.answer = answer
    with gateway("anthropic", "chat", backend.url) as url:
        answered = post(url, "anthropic")
    assert (answered.status_code, answered.json()["error"]["type"]) == (502, "api_error")
    assert "redirects to https://elsewhere/v1" in answered.json()["error"]["message"]


def test_what_is_passed_on_is_cut_where_the_backend_cuts_it_and_packed_only_if_the_client_wants_it(
    backend: Backend,
) -> None:
    async def answer(request: Asked) -> None:
        await request.start()
        await request.events(*chat_events("One", finish=None))
        await dropped(request)

    backend.answer = answer
    with gateway("chat", "chat", backend.url) as url:
        address = httpx2.URL(url)
        with socket.create_connection((address.host, address.port), timeout=20) as connection:
            connection.sendall(b"GET /v1/own HTTP/1.1\r\nHost: localhost\r\n\r\n")
            received = b"".join(iter(lambda: connection.recv(9999), b""))
    assert b'"One"' in received and not received.endswith(b"0\r\n\r\n")
    (request,) = backend.seen
    assert (request.path, request.headers["accept-encoding"]) == ("/v1/own", "identity")
