"""A backend that does what a test says: it answers, streams, waits, drops, and sees who goes."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from conformance.base import http_server
from conformance.base.http_server import Receive, Scope, Send
from conformance.base.listening import LOOPBACK, base_url, listening

Answer = Callable[["Asked"], Awaitable[None]]


@dataclass
class Asked:
    """A request to the backend."""

    path: str
    query: str
    headers: dict[str, str]
    body: Any
    receive: Receive
    send: Send

    async def json(self, body: Any, status: int = 200, **headers: str) -> None:
        await self.start(status, **{"content_type": "application/json", **headers})
        await self.piece(json.dumps(body).encode(), more=False)

    async def start(self, status: int = 200, **headers: str) -> None:
        named = {"content_type": "text/event-stream", **headers}
        raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in named.items()]
        await self.send({"type": "http.response.start", "status": status, "headers": raw})

    async def events(self, *events: Any, done: bool = False) -> None:
        for event in events:
            named = f"event: {event['type']}\n" if "type" in event else ""
            await self.piece(f"{named}data: {json.dumps(event)}\n\n".encode())
        if done:
            await self.piece(b"data: [DONE]\n\n")

    async def piece(self, data: bytes, *, more: bool = True) -> None:
        await self.send({"type": "http.response.body", "body": data, "more_body": more})

    async def end(self) -> None:
        await self.piece(b"", more=False)


@dataclass
class Backend:
    """url: as the gateway is given it. answer: what it does. opened: lets wait what `until_opened` holds."""

    url: str = ""
    answer: Answer | None = None
    seen: list[Asked] = field(default_factory=list)
    gone: threading.Event = field(default_factory=threading.Event)
    _loop: asyncio.AbstractEventLoop | None = None
    _opened: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._loop = asyncio.get_running_loop()
        data = b""
        while (message := await receive())["type"] == "http.request":
            data += message["body"]
            if not message.get("more_body"):
                break
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        query = scope["query_string"].decode()
        asked = Asked(scope["path"], query, headers, json.loads(data) if data else None, receive, send)
        self.seen.append(asked)
        assert self.answer is not None
        await self.answer(asked)

    async def until_opened(self) -> None:
        await self._opened.wait()

    async def until_gone(self, asked: Asked) -> None:
        while (await asked.receive())["type"] != "http.disconnect":
            pass
        self.gone.set()

    def open(self) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._opened.set)


@contextmanager
def serving() -> Iterator[Backend]:
    """Serve a backend on loopback while the context lasts."""
    served = Backend()
    server = http_server.server_of(served, (), lambda message: (message.encode(), "text/plain"))
    with listening(LOOPBACK, 0) as listener:
        served.url = base_url(listener)
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        log = logging.getLogger("uvicorn.error")  # of connections that are cut on purpose
        before, log.disabled = log.disabled, True
        try:
            yield served
        finally:
            server.should_exit = True
            thread.join()
            log.disabled = before


async def dropped(asked: Asked) -> None:
    """Let the server close a connection in the middle of an answer."""
    raise ConnectionError("dropped on purpose")


HELLO: dict[str, Any] = {
    "chat": {"model": "m", "messages": [{"role": "user", "content": "Hello."}]},
    "responses": {"model": "m", "input": [{"role": "user", "content": "Hello."}]},
    "anthropic": {"model": "m", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello."}]},
    "gemini": {"contents": [{"role": "user", "parts": [{"text": "Hello."}]}]},
}
PATHS = {
    "chat": "/v1/chat/completions",
    "responses": "/v1/responses",
    "anthropic": "/v1/messages",
    "gemini": "/v1beta/models/m:generateContent",
}
ANSWERS: dict[str, Any] = {
    "chat": {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hi."}, "finish_reason": "stop"}],
    },
    "responses": {
        "id": "resp_1", "object": "response", "created_at": 1, "status": "completed", "model": "m", "error": None,
        "output": [
            {
                "id": "msg_1", "type": "message", "role": "assistant", "status": "completed",
                "content": [{"type": "output_text", "text": "Hi.", "annotations": []}],
            }
        ],
    },
    "anthropic": {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn",
        "stop_sequence": None, "content": [{"type": "text", "text": "Hi."}],
        "usage": {"input_tokens": 1, "output_tokens": 1},
    },
    "gemini": {
        "candidates": [{"content": {"role": "model", "parts": [{"text": "Hi."}]}, "finishReason": "STOP", "index": 0}],
        "responseId": "1", "modelVersion": "m",
    },
}  # fmt: skip


def chat_events(*texts: str, finish: str | None = "stop", id: str = "chatcmpl-1") -> list[Any]:
    """The chunks of a Chat stream."""
    head = {"id": id, "object": "chat.completion.chunk", "created": 1, "model": "m"}
    deltas = [({"role": "assistant", "content": text}, None) for text in texts] + ([({}, finish)] if finish else [])
    return [head | {"choices": [{"index": 0, "delta": delta, "finish_reason": end}]} for delta, end in deltas]


def anthropic_events(*texts: str, ended: bool = True) -> list[Any]:
    """The events of an Anthropic stream."""
    start = ANSWERS["anthropic"] | {"content": [], "stop_reason": None}
    events: list[Any] = [
        {"type": "message_start", "message": start},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    ]
    events += [
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}} for text in texts
    ]
    ends = [
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 3}},
        {"type": "message_stop"},
    ]
    return events + (ends if ended else [])
