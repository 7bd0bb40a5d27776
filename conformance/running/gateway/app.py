"""A gateway as an ASGI application: a client's request, converted, to the backend; its answer, converted, back.

Imports starlette and httpx2.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

import httpx2
from starlette.requests import ClientDisconnect, Request
from starlette.types import Receive, Scope, Send

from conformance.apis.emulator import asked_at
from conformance.apis.emulator.routes import Asked
from conformance.base.strict_json import parse_json
from conformance.running.gateway import backend, models
from conformance.running.gateway.conversion import GatewayDirection
from conformance.running.gateway.errors import GatewayProblem, answer_of, event_of, problem_of
from conformance.running.gateway.reports import collecting, header_of

MOST_BYTES = 100_000_000  # of a client's request
_MODELS = re.compile(r"/v1(?:alpha|beta)?/models(?:/(?P<name>[^:]+))?")
_TOKENS = re.compile(r"/v1[a-z]*(/messages/count_tokens|/responses/input_tokens|/models/.+:countTokens)")
_FORMS = {"sse": "text/event-stream; charset=utf-8", "array": "application/json; charset=UTF-8"}

Object = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class GatewaySettings:
    """How a gateway is run.

    backend: the URL of the API that is asked. model: that is asked for in the place of the client's; None for the
    client's own. headers: of each request to the backend, in the place of any other. timeout: seconds that the backend
    may say nothing. report: takes a line about what a conversion lost.
    """

    direction: GatewayDirection
    backend: str
    model: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    timeout: float = 600.0
    report: Callable[[str], None] = lambda _line: None


class _NoAnswer(Exception):
    """There is no answer, for a reason that the client is told."""

    def __init__(self, problem: GatewayProblem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class GatewayApp:
    """The application. Close it in the event loop that it answered in."""

    def __init__(self, settings: GatewaySettings) -> None:
        self._settings = settings
        self._client = backend.client_of(settings.timeout)

    async def close(self) -> None:
        """Close the connections to the backend."""
        await self._client.aclose()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request. If its client goes, the request to the backend ends."""
        request = Request(scope, receive)
        try:
            body = await _body(request)
        except ClientDisconnect:
            return
        work = asyncio.create_task(self._answer(request, body, send))
        gone = asyncio.create_task(_gone(receive))
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            if not work.done():
                work.cancel()
            await asyncio.gather(work, gone, return_exceptions=True)
        if not work.cancelled() and (error := work.exception()) is not None:
            raise error

    async def _answer(self, request: Request, body: bytes | None, send: Send) -> None:
        direction = self._settings.direction
        asked = asked_at(request.url.path, request.url.query)
        array = asked is not None and asked.stream == "array"
        try:
            if body is None:
                raise _NoAnswer(GatewayProblem(status=413, message=f"a request has at most {MOST_BYTES} bytes"))
            if direction.passes_on:
                await self._pass_on(request, body, send)
            elif asked is not None and asked.api == direction.client and request.method == "POST":
                await self._convert(request, asked, body, send)
            elif (found := _MODELS.fullmatch(request.url.path)) and request.method == "GET":
                await self._models(request, found["name"], send)
            else:
                raise _NoAnswer(self._no_route(request))
        except _NoAnswer as refused:
            await _send_json(send, *answer_of(direction.client, refused.problem, array=array))

    def _no_route(self, request: Request) -> GatewayProblem:
        direction, path = self._settings.direction, request.url.path
        if _TOKENS.fullmatch(path):
            return GatewayProblem(
                status=404, message=f"{path}: this gateway counts no tokens; only the model's own API can"
            )
        return GatewayProblem(
            status=404,
            message=f"{request.method} {path}: this gateway offers no such route; it converts {direction.client} to "
            f"{direction.backend}",
        )

    async def _pass_on(self, request: Request, body: bytes, send: Send) -> None:
        """Send a request on as it is, and the answer back as it comes."""
        settings = self._settings
        api = settings.direction.client
        base = backend.base_of(settings.backend, api)
        path = re.sub(r"\A(/v1(alpha|beta1?)?)+(?=/)", "", request.url.path)
        if settings.model is not None:
            path, body = _with_model(path, body, settings.model)
        query = f"?{request.url.query}" if request.url.query else ""
        headers = backend.passed_on(request.headers, settings.headers)
        asking = self._client.build_request(request.method, base + path + query, content=body, headers=headers)
        if "accept-encoding" not in request.headers:  # the client may not read what this one's library does
            asking.headers["accept-encoding"] = "identity"
        answer = await self._ask(asking)
        try:
            start = {"type": "http.response.start", "status": answer.status_code, "headers": [
                (name.lower().encode("latin-1"), value.encode("latin-1"))
                for name, value in backend.passed_on(answer.headers, {}).items()
            ]}  # fmt: skip
            await send(start)
            async for piece in answer.aiter_raw():
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        except httpx2.HTTPError:
            pass  # cut, before its end was sent: the server drops the connection
        finally:
            await answer.aclose()

    async def _convert(self, request: Request, asked: Asked, body: bytes, send: Send) -> None:
        settings, direction = self._settings, self._settings.direction
        given = _object(body)
        if direction.client == "gemini":
            given |= {"model": asked.model} | ({"stream": True} if asked.stream else {})
        if settings.model is not None:
            given["model"] = settings.model
        with collecting() as reports:
            try:
                going = direction.request(given)
                address, sent = backend.question(settings.backend, direction.backend, going)
            except (ValueError, RecursionError) as error:
                raise _NoAnswer(
                    GatewayProblem(status=400, message=str(error) or "the request is nested too deeply")
                ) from None
        self._report("request", reports)
        key = backend.key_of(request.headers, request.url.query)
        headers = backend.headers_for(direction.backend, key, settings.headers)
        content = json.dumps(sent).encode()
        answer = await self._ask(self._client.build_request("POST", address, content=content, headers=headers))
        try:
            if answer.status_code >= 300:
                raise _NoAnswer(await _problem(answer))
            if backend.is_stream(answer):
                await self._stream(given, answer, asked.stream or "sse", header_of(reports), send)
            else:
                made = self._converted(given, await _read(answer), reports)
                await _send_json(send, 200, [made] if asked.stream == "array" else made, header_of(reports))
        finally:
            await answer.aclose()

    def _converted(self, given: Object, body: bytes, reports: list[str]) -> Object:
        """Return the client's answer. reports: takes what it loses."""
        with collecting() as lost:
            try:
                made = self._settings.direction.answer(given, json.loads(body))
            except (ValueError, RecursionError) as error:
                raise _NoAnswer(
                    GatewayProblem(status=502, message=f"the backend's answer does not convert: {error}")
                ) from None
        self._report("answer", lost)
        reports += lost
        return made

    async def _stream(
        self, given: Object, answer: httpx2.Response, form: str, headers: Mapping[str, str], send: Send
    ) -> None:
        """Send the events of a stream as they come."""
        started = {"content-type": _FORMS[form], "cache-control": "no-cache", **headers}
        await send({"type": "http.response.start", "status": 200, "headers": _raw(started)})
        is_first = True
        async with aclosing(self._events(given, answer)) as events:
            async for event in events:
                piece = _piece(self._settings.direction.client, event, form, is_first)
                await send({"type": "http.response.body", "body": piece, "more_body": True})
                is_first = False
        end = b"" if form == "sse" else (b"[]" if is_first else b"\n]")
        await send({"type": "http.response.body", "body": end})

    async def _events(self, given: Object, answer: httpx2.Response) -> AsyncGenerator[Object | None, None]:
        """Yield the client's events, and None for the mark behind the last one of a stream that is whole."""
        client = self._settings.direction.client
        stream, sent, problem, is_whole = self._settings.direction.stream(given), 0, None, False
        try:
            async with aclosing(backend.events_of(answer)) as events:
                async for event in events:
                    with collecting():  # what is lost is reported of the whole stream
                        new = stream.take(event)
                    for made in new:
                        yield made
                    sent += len(new)
        except (ValueError, RecursionError) as error:
            problem = GatewayProblem(status=502, message=str(error))
        except httpx2.HTTPError as error:
            problem = _unreachable(error)
        with collecting() as lost:
            try:
                rest = stream.end()
            except (ValueError, RecursionError) as error:
                rest, problem = [], problem or GatewayProblem(status=502, message=str(error))
        self._report("stream", lost)
        for made in rest:
            yield made
            is_whole = is_whole or _ends(client, made)
        if not is_whole:
            problem = problem or GatewayProblem(status=502, message="the backend's stream ended before its end")
            yield event_of(client, problem, sent + len(rest))
        elif client == "chat" and not any("error" in made for made in rest):
            yield None

    async def _models(self, request: Request, name: str | None, send: Send) -> None:
        settings, direction = self._settings, self._settings.direction
        if settings.model is not None:
            names = [settings.model]
        elif name is not None:
            names = [unquote(name)]
        else:
            key = backend.key_of(request.headers, request.url.query)
            headers = backend.headers_for(direction.backend, key, settings.headers)
            address = f"{backend.base_of(settings.backend, direction.backend)}/models"
            answer = await self._ask(self._client.build_request("GET", address, headers=headers))
            try:
                if answer.status_code >= 300:
                    raise _NoAnswer(await _problem(answer))
                data = await _read(answer)
            finally:
                await answer.aclose()
            try:
                names = models.names_in(json.loads(data))
            except (ValueError, RecursionError) as error:
                raise _NoAnswer(GatewayProblem(status=502, message=str(error))) from None
        made = (
            models.list_for(direction.client, names) if name is None else models.model_for(direction.client, names[0])
        )
        await _send_json(send, 200, made, {})

    async def _ask(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request to the backend; return the answer, of which the body is not read. Raises _NoAnswer."""
        try:
            return await self._client.send(request, stream=True)
        except httpx2.HTTPError as error:
            raise _NoAnswer(_unreachable(error)) from None

    def _report(self, what: str, lost: list[str]) -> None:
        direction = self._settings.direction
        for message in lost:
            self._settings.report(f"{direction.client} to {direction.backend}, {what}: {message}")


def _unreachable(error: Exception) -> GatewayProblem:
    if isinstance(error, httpx2.TimeoutException):
        return GatewayProblem(status=504, message="the backend did not answer in time")
    if isinstance(error, httpx2.ConnectError):
        return GatewayProblem(status=502, message="the backend cannot be reached")
    return GatewayProblem(status=502, message="the connection to the backend was lost")


def _ends(api: str, event: Object) -> bool:
    """Whether an event is the end of a stream, or says why there is none."""
    if api == "responses":
        return event["type"] in ("response.completed", "response.incomplete", "response.failed", "error")
    if api == "anthropic":
        return event["type"] in ("message_stop", "error")
    if "error" in event:
        return True
    if api == "gemini":
        return any("finishReason" in candidate for candidate in event.get("candidates", ()))
    return any(choice.get("finish_reason") for choice in event["choices"])


def _piece(api: str, event: Object | None, form: str, is_first: bool) -> bytes:
    if event is None:
        return b"data: [DONE]\n\n"
    text = json.dumps(event, separators=(",", ":"))  # ASCII alone, so that no text can end a line
    if form == "array":
        return (("[" if is_first else ",\r\n") + text).encode()
    named = f"event: {event['type']}\n" if api in ("responses", "anthropic") else ""
    return f"{named}data: {text}\n\n".encode()


def _object(body: bytes) -> Object:
    """Return the body of a client's request. Raises _NoAnswer."""
    try:
        given = parse_json(body.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise _NoAnswer(GatewayProblem(status=400, message=f"the body is no JSON: {error}")) from None
    if not isinstance(given, dict):
        raise _NoAnswer(GatewayProblem(status=400, message="the body is no JSON object"))
    return given


def _with_model(path: str, body: bytes, model: str) -> tuple[str, bytes]:
    """Return path and body of a request that is passed on, with another model."""
    path = re.sub(r"(?<=/models/)[^:]+(?=:)", model, path)
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        return path, body
    named = isinstance(given, dict) and "model" in given
    return path, json.dumps({**given, "model": model}).encode() if named else body


async def _read(answer: httpx2.Response) -> bytes:
    """Return the body of the backend's answer. Raises _NoAnswer."""
    try:
        return await answer.aread()
    except httpx2.HTTPError as error:
        raise _NoAnswer(_unreachable(error)) from None


async def _problem(answer: httpx2.Response) -> GatewayProblem:
    """Return why the backend gives no answer. Raises _NoAnswer."""
    problem = problem_of(answer.status_code, await _read(answer), answer.headers)
    if answer.status_code < 400:
        where = answer.headers.get("location", "nowhere")
        return GatewayProblem(status=502, message=f"the backend redirects to {where}: give the gateway that address")
    return problem


async def _body(request: Request) -> bytes | None:
    """Return the body of a client's request; None for one that is too large. Raises ClientDisconnect."""
    data = bytearray()
    async for piece in request.stream():
        data += piece
        if len(data) > MOST_BYTES:
            return None
    return bytes(data)


async def _gone(receive: Receive) -> None:
    """Wait until the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send_json(send: Send, status: int, body: Object | list[Object], headers: Mapping[str, str]) -> None:
    data = json.dumps(body).encode()
    named = {"content-type": "application/json", "content-length": str(len(data)), **headers}
    await send({"type": "http.response.start", "status": status, "headers": _raw(named)})
    await send({"type": "http.response.body", "body": data})


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in headers.items()]
