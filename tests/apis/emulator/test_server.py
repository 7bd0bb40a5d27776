from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Callable
from typing import Any

import pytest

from conformance.apis.emulator import CHAT, RESPONSES, Emulator, SeenRequest
from conformance.apis.emulator.anthropic import ANTHROPIC
from conformance.apis.emulator.server import MOST_SEEN

Post = Callable[..., tuple[int, Any]]
HELLO = {"role": "user", "content": "Hello."}
ASKED = {"model": "m", "messages": [HELLO]}
INPUT = {"model": "m", "input": "Hello."}


def test_answers_come_in_order_and_requests_are_kept(api: Emulator, post: Post) -> None:
    base_url = api.open(CHAT, ["one", "two"])
    bodies = [ASKED | {"user": name} for name in ("first", "second")]
    said = [post(base_url, "/chat/completions", body)[1]["choices"][0]["message"] for body in bodies]
    assert [message["content"] for message in said] == ["one", "two"]
    assert api.end(base_url) == tuple(SeenRequest("/v1/chat/completions", body, n) for n, body in enumerate(bodies))


def test_a_script_that_is_over_refuses(api: Emulator, post: Post) -> None:
    base_url = api.open(RESPONSES, [])
    status, body = post(base_url, "/responses", INPUT)
    assert (status, body["error"]["code"]) == (400, "script_over")
    assert body["error"].keys() == {"message", "type", "param", "code"}
    assert api.seen(base_url) == (SeenRequest("/v1/responses", INPUT, None),)


@pytest.mark.parametrize("body", [b"{", {"model": "m"}])
def test_what_is_refused_to_a_client_of_anthropics_has_its_form(api: Emulator, post: Post, body: Any) -> None:
    base_url = api.open(ANTHROPIC, ["the answer"])
    status, refusal = post(base_url, "/messages", body)
    assert (status, refusal["type"], refusal["error"]["type"]) == (400, "error", "invalid_request_error")
    taken, answer = post(base_url, "/messages", ASKED | {"max_tokens": 9})
    assert (taken, answer["content"]) == (200, [{"type": "text", "text": "the answer"}])


@pytest.mark.parametrize(
    ("route", "body", "status"),
    [
        ("/responses", b"{", 400),
        ("/responses", b"\xff\xfe\xfd", 400),
        ("/responses", [1], 400),
        ("/responses", {"model": "m"}, 400),
        ("/chat/completions", {}, 404),
        ("/models", {}, 404),
    ],
)
def test_what_gets_no_answer_takes_none(api: Emulator, post: Post, route: str, body: Any, status: int) -> None:
    base_url = api.open(RESPONSES, ["the answer"])
    reported, refusal = post(base_url, route, body)
    assert (reported, set(refusal)) == (status, {"error"})
    assert [seen.answer for seen in api.seen(base_url)] == [None]
    assert post(base_url, "/responses", INPUT)[0] == 200


def test_an_error_of_the_script_is_an_answer(api: Emulator, post: Post) -> None:
    base_url = api.open(CHAT, [{"http": 429, "error": {"message": "Slow down.", "code": "rate_limit"}}, "now"])
    status, body = post(base_url, "/chat/completions", ASKED)
    assert (status, body["error"]["message"], body["error"]["param"]) == (429, "Slow down.", None)
    assert post(base_url, "/chat/completions", ASKED)[0] == 200
    assert [seen.answer for seen in api.seen(base_url)] == [0, 1]


def test_each_token_has_its_own_script(api: Emulator, post: Post) -> None:
    first, other = api.open(CHAT, ["a"]), api.open(CHAT, ["b"])
    assert post(other, "/chat/completions", ASKED)[1]["choices"][0]["message"]["content"] == "b"
    assert api.seen(first) == ()
    api.end(other)
    assert post(other, "/chat/completions", ASKED)[0] == 404
    with pytest.raises(KeyError):
        api.seen(other)


def test_other_methods_and_lengths_are_refused(api: Emulator, post: Post) -> None:
    base_url = api.open(CHAT, ["a"])
    assert post(base_url, "/models", {}, "GET")[0] == 404
    assert post(base_url, "/chat/completions", b"", **{"Content-Length": "many"})[0] == 411
    assert api.seen(base_url) == ()


def test_a_body_that_is_said_to_be_no_json_is_refused(api: Emulator, post: Post) -> None:
    base_url = api.open(CHAT, ["a"])
    status, body = post(base_url, "/chat/completions", ASKED, **{"Content-Type": "text/plain"})
    assert (status, body["error"]["code"]) == (400, "unsupported_content_type")
    assert [seen.answer for seen in api.seen(base_url)] == [None]
    assert post(base_url, "/chat/completions", ASKED, **{"Content-Type": "Application/JSON; charset=utf-8"})[0] == 200


def test_a_path_without_a_slash_before_it_is_none(api: Emulator, post: Post) -> None:
    base_url = api.open(CHAT, ["a"])
    host, _, path = base_url.removeprefix("http://").partition("/")
    connection = http.client.HTTPConnection(host)
    connection.request("POST", f"{path}/chat/completions", json.dumps(ASKED))
    assert connection.getresponse().status == 404
    connection.close()
    assert api.seen(base_url) == ()


def test_one_connection_serves_many_requests_also_in_chunks(api: Emulator) -> None:
    base_url = api.open(RESPONSES, ["a", "b", "c"])
    host, _, path = base_url.removeprefix("http://").partition("/")
    connection = http.client.HTTPConnection(host)
    first, second, third = (json.dumps(INPUT | {"user": name}).encode() for name in "abc")
    for body in (first, iter([second[:5], second[5:]]), third):
        connection.request("POST", f"/{path}/responses", body, encode_chunked=not isinstance(body, bytes))
        answer = connection.getresponse()
        assert (answer.status, answer.version) == (200, 11)
        answer.read()
    connection.close()
    assert [seen.body["user"] for seen in api.seen(base_url)] == ["a", "b", "c"]


def test_a_client_that_asks_for_ever_fills_no_memory(api: Emulator, post: Post) -> None:
    base_url = api.open(CHAT, [])
    statuses = {post(base_url, "/chat/completions", ASKED)[0] for _ in range(MOST_SEEN + 5)}
    assert statuses == {400, 429}
    assert len(api.seen(base_url)) == MOST_SEEN


def test_requests_at_once_get_different_answers(api: Emulator, post: Post) -> None:
    base_url = api.open(CHAT, [str(number) for number in range(12)])
    got: list[str] = []

    def ask() -> None:
        got.append(post(base_url, "/chat/completions", ASKED)[1]["choices"][0]["message"]["content"])

    threads = [threading.Thread(target=ask) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got, key=int) == [str(number) for number in range(12)]


def test_closing_ends_open_connections_and_the_threads_that_wait() -> None:
    before = threading.active_count()
    emulator = Emulator()
    base_url = emulator.open(CHAT, ["a"])
    host, port = base_url.removeprefix("http://").partition("/")[0].split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}")
        assert connection.recv(12) == b"HTTP/1.1 404"
        emulator.close()
        while connection.recv(4096):
            pass  # the rest of the answer, and then the end
    assert threading.active_count() <= before + 1
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((host, int(port)))


def test_it_listens_on_loopback_only_and_says_nothing(capfd: pytest.CaptureFixture[str], post: Post) -> None:
    with Emulator() as emulator:
        base_url = emulator.open(CHAT, ["a"])
        assert base_url.startswith("http://127.0.0.1:")
        assert base_url.endswith("/v1")
        post(base_url, "/chat/completions", ASKED)
    assert capfd.readouterr() == ("", "")


def test_another_api_is_named() -> None:
    with Emulator() as emulator, pytest.raises(ValueError, match="no API 'grpc'"):
        emulator.open("grpc", [])


def test_a_body_that_is_no_answer_is_a_mistake_of_the_script(api: Emulator, post: Post) -> None:
    base_url = api.open(CHAT, [["an output list"]])
    status, body = post(base_url, "/chat/completions", ASKED)
    assert (status, body["error"]["code"]) == (400, "script_mismatch")
    assert "its answer has another form than those of the API chat" in body["error"]["message"]
