"""Gateways that are wrong in one way each: the real one, with a fault around it, for `certify --gateway` to convict."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from conformance.base.http_server import App, Receive, Scope, Send
from conformance.running.gateway.app import GatewaySettings
from conformance.running.gateway.conversion import GatewayDirection
from conformance.running.gateway.errors import answer_of, problem_of
from conformance.running.gateway.running import running_gateway

Message = Any
_KEYS = (b"authorization", b"x-api-key", b"x-goog-api-key")
_STREAMS = (b"text/event-stream", b"application/json; charset=UTF-8")  # Gemini's array is the only JSON that says it


def _header(message: Message, name: bytes) -> bytes:
    return next((value for key, value in message["headers"] if key == name), b"")


def _is_stream(message: Message) -> bool:
    return message["status"] == 200 and _header(message, b"content-type").startswith(_STREAMS)


class _Around:
    """What every fault is: it sees the messages of each answer, and sends others."""

    def __init__(self, app: App, api: str, backend: str) -> None:
        self.app = app
        self.api = api
        self.backend = backend

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)


class SwapsStreams(_Around):
    """What comes of a stream while another one is open goes to the other one's client."""

    def __init__(self, app: App, api: str, backend: str) -> None:
        super().__init__(app, api, backend)
        self.alone: _Stream | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        own = _Stream(send)

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                if not _is_stream(message):
                    own.ended.set()
                elif self.alone is None or self.alone.ended.is_set():
                    self.alone = own
                else:
                    own.other, self.alone.other, self.alone = self.alone, own, None
                return
            await (own.other or own).send(message)

        await self.app(scope, receive, sent)
        if self.alone is own:
            self.alone = None
        if own.other is not None:
            await own.ended.wait()


class _Stream:
    def __init__(self, send: Send) -> None:
        self._send = send
        self.other: _Stream | None = None
        self.ended = asyncio.Event()

    async def send(self, message: Message) -> None:
        if not message.get("more_body"):
            self.ended.set()
        await self._send(message)


class BuffersStreams(_Around):
    """A stream is sent in its end."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        held: list[Message] = []

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                held.append(message)
            elif held and not _is_stream(held[0]):
                await send(held.pop())
                await send(message)
            elif held:
                held.append(message)
                if not message.get("more_body"):
                    for each in held:
                        await send(each)
            else:
                await send(message)

        await self.app(scope, receive, sent)


class _Rewrites(_Around):
    """Rewrites whole answers that are errors."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        start: Message = None
        key = next((value for name, value in scope["headers"] if name in _KEYS), b"").decode().removeprefix("Bearer ")

        async def sent(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                if message["status"] < 400:
                    await send(message)
            elif start["status"] < 400:
                await send(message)
            else:
                headers = {name.decode(): value.decode() for name, value in start["headers"]}
                status, body, headers = self.rewritten(start["status"], json.loads(message["body"]), headers, key)
                data = json.dumps(body).encode()
                named = headers | {"content-length": str(len(data))}
                raw = [(name.encode(), value.encode()) for name, value in named.items()]
                await send({"type": "http.response.start", "status": status, "headers": raw})
                await send({"type": "http.response.body", "body": data})

        await self.app(scope, receive, sent)

    def rewritten(self, status: int, body: Any, headers: dict[str, str], key: str) -> tuple[int, Any, dict[str, str]]:
        return status, body, headers


class SwallowsErrors(_Rewrites):
    """An error is answered with 200, and an answer that says nothing."""

    def rewritten(self, status: int, body: Any, headers: dict[str, str], key: str) -> tuple[int, Any, dict[str, str]]:
        return 200, EMPTY[self.api], headers


class LosesRetryAfter(_Rewrites):
    """Nothing says when to ask again."""

    def rewritten(self, status: int, body: Any, headers: dict[str, str], key: str) -> tuple[int, Any, dict[str, str]]:
        error = (body[0] if isinstance(body, list) else body)["error"]
        error.pop("details", None)
        return status, body, {name: value for name, value in headers.items() if "retry" not in name}


class AnswersWrongStatus(_Rewrites):
    """What the client did wrong is answered as a fault of the server, with its own words."""

    def rewritten(self, status: int, body: Any, headers: dict[str, str], key: str) -> tuple[int, Any, dict[str, str]]:
        return 500 if status < 500 else 400, body, headers


class AnswersInBackendsForm(_Rewrites):
    """An error has the form of the backend's API."""

    def rewritten(self, status: int, body: Any, headers: dict[str, str], key: str) -> tuple[int, Any, dict[str, str]]:
        _status, made, _headers = answer_of(self.backend, problem_of(status, json.dumps(body).encode(), headers))
        return status, made, headers


class TellsKeys(_Rewrites):
    """An error quotes the client's key."""

    def rewritten(self, status: int, body: Any, headers: dict[str, str], key: str) -> tuple[int, Any, dict[str, str]]:
        error = (body[0] if isinstance(body, list) else body)["error"]
        error["message"] = f"{error['message']} (key {key})"
        return status, body, headers


class MixesKeys(_Around):
    """A request that comes while another one is answered goes on with the other one's key."""

    def __init__(self, app: App, api: str, backend: str) -> None:
        super().__init__(app, api, backend)
        self.open: list[list[tuple[bytes, bytes]]] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        own = [(name, value) for name, value in scope["headers"] if name in _KEYS]
        used = self.open[0] if self.open else own
        others = [(name, value) for name, value in scope["headers"] if name not in _KEYS]
        self.open.append(own)
        try:
            await self.app({**scope, "headers": [*others, *used]}, receive, send)
        finally:
            self.open.remove(own)


class EndsCutStreams(_Around):
    """A stream that failed or was cut ends as if it was whole."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        streams = False

        async def sent(message: Message) -> None:
            nonlocal streams
            if message["type"] == "http.response.start":
                streams = _is_stream(message)
            elif streams and (ended := self.ended(message["body"].decode())) is not None:
                message = {**message, "body": ended.encode()}
            await send(message)

        await self.app(scope, receive, sent)

    def ended(self, piece: str) -> str | None:
        """What is sent in the place of an event that says that the stream failed; None for any other piece."""
        lines = [line for line in piece.splitlines() if not line.startswith("event:")]
        data = "".join(lines).removeprefix("data: ").lstrip("[,")
        try:
            event = json.loads(data.rstrip("]") if self.api == "gemini" else data)
        except ValueError:
            return None
        if event.get("type") == "response.failed":
            response = event["response"] | {"status": "completed", "error": None}
            event |= {"type": "response.completed", "response": response}
            return f"event: response.completed\ndata: {json.dumps(event)}\n\n"
        if not (event.get("error") or event.get("type") == "error"):
            return None
        ends = ENDS[self.api]
        if piece.startswith(("[", ",")):
            return piece[: piece.index("{")] + json.dumps(ends[0])
        named = [f"event: {end['type']}\n" if "type" in end else "" for end in ends]
        return "".join(f"{name}data: {json.dumps(end)}\n\n" for name, end in zip(named, ends, strict=True)) + (
            "data: [DONE]\n\n" if self.api == "chat" else ""
        )


class DropsStreams(_Around):
    """A stream that begins while another one is open is dropped behind its first event."""

    def __init__(self, app: App, api: str, backend: str) -> None:
        super().__init__(app, api, backend)
        self.open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_open = drops = False

        async def sent(message: Message) -> None:
            nonlocal is_open, drops
            if message["type"] == "http.response.start" and _is_stream(message):
                drops, is_open = self.open > 0, True
                self.open += 1
            elif message["type"] == "http.response.body" and drops:
                await send({**message, "more_body": True})
                raise _Dropped
            await send(message)

        try:
            await self.app(scope, receive, sent)
        except _Dropped:
            pass  # the server closes the connection
        finally:
            self.open -= is_open


class _Dropped(Exception):
    pass


class KeepsAsking(_Around):
    """That its client has gone is not seen: the backend goes on for nobody."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def received() -> Message:
            message = await receive()
            if message["type"] == "http.disconnect":
                await asyncio.Event().wait()
            return message

        async def sent(message: Message) -> None:
            await send(message)

        await self.app(scope, received, sent)


_HEAD = {"id": "x", "model": "m", "created": 1}
_RESPONSE = {
    "id": "resp_x", "object": "response", "created_at": 1, "status": "completed", "model": "m", "output": [],
    "error": None, "incomplete_details": None, "parallel_tool_calls": True, "tool_choice": "auto", "tools": [],
}  # fmt: skip
# By the API of the client: an answer that says nothing, and what ends a stream.
EMPTY: Mapping[str, Any] = {
    "chat": {
        **_HEAD,
        "object": "chat.completion",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": ""}, "finish_reason": "stop"}],
    },
    "responses": _RESPONSE,
    "anthropic": {
        "id": "msg_x", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": "end_turn",
        "stop_sequence": None, "usage": {"input_tokens": 0, "output_tokens": 0},
    },
    "gemini": {"candidates": [{"content": {"role": "model", "parts": []}, "finishReason": "STOP", "index": 0}]},
}  # fmt: skip
ENDS: Mapping[str, list[Any]] = {
    "chat": [
        {
            **_HEAD,
            "object": "chat.completion.chunk",
            "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}],
        }
    ],
    "responses": [{"type": "response.completed", "response": _RESPONSE, "sequence_number": 99}],
    "anthropic": [
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    ],
    "gemini": [{"candidates": [{"content": {"role": "model", "parts": [{"text": ""}]}, "finishReason": "STOP"}]}],
}

FAULTS: Mapping[str, Callable[[App, str, str], App]] = {
    "swaps-streams": SwapsStreams,
    "buffers-streams": BuffersStreams,
    "swallows-errors": SwallowsErrors,
    "loses-retry-after": LosesRetryAfter,
    "wrong-status": AnswersWrongStatus,
    "backends-form": AnswersInBackendsForm,
    "tells-keys": TellsKeys,
    "mixes-keys": MixesKeys,
    "ends-cut-streams": EndsCutStreams,
    "drops-streams": DropsStreams,
    "keeps-asking": KeepsAsking,
}


@contextmanager
def gateway(client: str, backend: str, url: str, fault: str = "", *, port: int = 0, **settings: Any) -> Iterator[str]:
    """Give the address of a gateway, http://127.0.0.1:PORT, while the context lasts.

    client, backend: APIs. url: of the backend. fault: a key of FAULTS; empty for the sound gateway.
    """
    made = GatewaySettings(direction=GatewayDirection(client=client, backend=backend), backend=url, **settings)
    around = (lambda app: FAULTS[fault](app, client, backend)) if fault else None
    with running_gateway(made, port=port, around=around) as address:
        yield address
