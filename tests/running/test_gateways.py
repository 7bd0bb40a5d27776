"""Each gateway with a fault has that fault, and answers one client alone as the sound one does where it may."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest

from tests.running.backends import ANSWERS, HELLO, PATHS, Asked, Backend, chat_events, dropped
from tests.running.gateway.test_app import CLIENT, KEYS, post, said
from tests.running.gateways import gateway


def together(backend: Backend, fault: str, *, meet_in_backend: bool = False) -> dict[str, str]:
    """What two clients that stream at once get, by their word, which is their key too.

    The backend goes on when the beginnings of both have come; meet_in_backend: or when it has both requests.
    """
    met: list[str] = []

    def meet(word: str) -> None:
        met.append(word)
        if len(met) == 2:
            backend.open()

    async def answer(request: Asked) -> None:
        word = request.body["messages"][0]["content"]
        await request.start()
        first, second = chat_events(f"{word} by {request.headers['authorization']}")
        await request.events(first | {"choices": []})
        if meet_in_backend:
            meet(word)
        await backend.until_opened()
        await request.events(first, second, done=True)
        await request.end()

    def streamed(url: str, word: str) -> str:
        body = {"model": "m", "max_tokens": 9, "stream": True, "messages": [{"role": "user", "content": word}]}
        events: list[Any] = []
        try:
            with CLIENT.stream("POST", url + PATHS["anthropic"], json=body, headers={"x-api-key": word}) as answered:
                for line in answered.iter_lines():
                    if line.startswith("data: "):
                        events.append(json.loads(line.removeprefix("data: ")))
                        if not meet_in_backend:
                            meet(word)
        except httpx2.HTTPError:
            return "dropped"
        return "".join(event["delta"].get("text", "") for event in events if "delta" in event)

    backend.answer = answer
    with gateway("anthropic", "chat", backend.url, fault) as url, ThreadPoolExecutor(2) as threads:
        return dict(zip("ab", threads.map(lambda word: streamed(url, word), "ab"), strict=True))


SOUND = {"a": "a by Bearer a", "b": "b by Bearer b"}


def test_the_sound_gateway_keeps_two_clients_apart(backend: Backend) -> None:
    assert together(backend, "") == SOUND


def test_streams_are_swapped(backend: Backend) -> None:
    assert together(backend, "swaps-streams") == {"a": SOUND["b"], "b": SOUND["a"]}


def test_keys_are_mixed(backend: Backend) -> None:
    first, second = sorted(together(backend, "mixes-keys").values())
    assert first.split(" by ")[1] == second.split(" by ")[1]


def test_a_stream_is_dropped(backend: Backend) -> None:
    assert sorted(together(backend, "drops-streams").values())[-1] == "dropped"


def test_a_stream_that_is_buffered_comes_in_its_end(backend: Backend) -> None:
    assert together(backend, "buffers-streams", meet_in_backend=True) == SOUND
    # The backend waits until the client has the first text, which it never has: it gives up.
    backend._opened.clear()

    async def answer(request: Asked) -> None:
        await request.start()
        await request.events(*chat_events("One", finish=None))
        await backend.until_gone(request)

    backend.answer = answer
    with gateway("anthropic", "chat", backend.url, "buffers-streams") as url, httpx2.Client(timeout=0.3) as client:
        asked = {**HELLO["anthropic"], "stream": True}
        with pytest.raises(httpx2.ReadTimeout), client.stream("POST", url + PATHS["anthropic"], json=asked):
            pass


@pytest.mark.parametrize("api", ["chat", "responses", "anthropic", "gemini"])
def test_errors_are_swallowed_and_say_the_wrong_thing(backend: Backend, api: str) -> None:
    async def answer(request: Asked) -> None:
        await request.json({"error": {"message": "No.", "type": "t", "code": "c"}}, 429, retry_after="7")

    backend.answer = answer
    other = "chat" if api != "chat" else "anthropic"
    found = {}
    for fault in ("", "swallows-errors", "loses-retry-after", "wrong-status", "backends-form", "tells-keys"):
        with gateway(api, other, backend.url, fault) as url:
            answered = post(url, api)
        body = answered.json()
        found[fault] = (
            answered.status_code, answered.headers.get("retry-after"), body.get("error") is not None,
            "(key k)" in answered.text, sorted(body.get("error") or {}) + sorted(body),
        )  # fmt: skip
    sound = found.pop("")
    assert sound[:4] == (429, "7", True, False)
    assert found["swallows-errors"][0::2][:2] == (200, False)
    assert found["loses-retry-after"][:2] == (429, None)
    assert found["wrong-status"][0] == 500
    assert found["backends-form"][4] != sound[4] or {api, other} == {"chat", "responses"}
    assert found["tells-keys"][3]


@pytest.mark.parametrize("api", ["chat", "responses", "anthropic", "gemini"])
@pytest.mark.parametrize("form", ["sse", "array"])
def test_a_cut_stream_ends_as_if_it_was_whole(backend: Backend, api: str, form: str) -> None:
    if form == "array" and api != "gemini":
        return

    async def answer(request: Asked) -> None:
        await request.start()
        begun = chat_events("One", finish=None) if other == "chat" else [ANSWERS["gemini"] | {"candidates": []}]
        await request.events(*begun)
        await dropped(request)

    backend.answer = answer
    other = "gemini" if api == "chat" else "chat"
    path = None
    if api == "gemini":
        path = "/v1beta/models/m:streamGenerateContent" + ("?alt=sse" if form == "sse" else "")
    with gateway(api, other, backend.url, "ends-cut-streams") as url:
        answered = post(url, api, HELLO[api] | ({} if api == "gemini" else {"stream": True}), path, **KEYS[api])
    events = answered.json() if form == "array" else said(answered)
    assert "error" not in json.dumps([event for event in events if event != "[DONE]"]).replace('"error": null', "")
    assert {
        "chat": events[-1] == "[DONE]",
        "responses": "response.completed" in str(events[-1]),
        "anthropic": "message_stop" in str(events[-1]),
        "gemini": "STOP" in str(events[-1]),
    }[api]


def test_a_backend_goes_on_for_nobody(backend: Backend) -> None:
    async def answer(request: Asked) -> None:
        await request.start()
        await request.events(*chat_events("One", finish=None))
        await backend.until_opened()
        await request.events(*chat_events(" two"), done=True)
        await request.end()
        backend.gone.set()

    backend.answer = answer
    with gateway("anthropic", "chat", backend.url, "keeps-asking") as url:
        asked = {**HELLO["anthropic"], "stream": True}
        with CLIENT.stream("POST", url + PATHS["anthropic"], json=asked, headers=KEYS["anthropic"]) as answered:
            next(answered.iter_lines())
        backend.open()
        assert backend.gone.wait(20)
