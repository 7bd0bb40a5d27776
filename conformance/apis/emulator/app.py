"""The scripted API as an ASGI application: routes, keys and bodies; what is answered comes from `ScriptedApi`.

Imports starlette, an optional extra.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from conformance.apis.emulator import wording
from conformance.apis.emulator.acceptance import BODY_BYTES, read_body
from conformance.apis.emulator.anthropic import ANTHROPIC, OVERLOADED
from conformance.apis.emulator.api import ApiReply, ScriptedApi, error_reply, in_form_of, json_reply
from conformance.apis.emulator.bodies import CHAT, RESPONSES, ROUTES
from conformance.apis.emulator.captures import Captured, Captures
from conformance.apis.emulator.openapi import document
from conformance.apis.oracles import AZURE, OPENAI
from conformance.base.values import JSON

_MESSAGES = f"/v1{ROUTES[ANTHROPIC]}"


class _Sent(Response):
    """A reply as a response. One that is cut ends without its end, and the server then drops the connection."""

    def __init__(self, reply: ApiReply, headers: dict[str, str]) -> None:
        super().__init__(status_code=reply.status, media_type=None)
        self._reply = reply
        all_headers = {"content-type": reply.content_type, **headers}
        if reply.length is not None:
            all_headers["content-length"] = str(reply.length)
        self.raw_headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in all_headers.items()]

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        for piece in self._reply.pieces:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        if self._reply.whole:
            await send({"type": "http.response.body", "body": b"", "more_body": False})


def app_of(api: ScriptedApi, captures: Captures, profile: str = OPENAI) -> Starlette:
    """Return the application that an API answers through. profile: of the host whose routes and keys it has."""

    def respond(request: Request, reply: ApiReply, name: str | None, body: JSON, **headers: str) -> Response:
        request_id = f"req_{captures.count + 1}"
        reply = in_form_of(name, reply, request_id)
        captures.add(Captured(api=name, method=request.method, path=request.url.path, body=body, reply=reply))
        if reply.rule is not None:
            headers["x-conformance-rule"] = reply.rule
        if reply.status in (429, OVERLOADED):
            headers["retry-after-ms"] = "1"  # clients that ask again need not wait for a script
        named = "request-id" if name == ANTHROPIC else "x-request-id"
        return _Sent(reply, headers | {named: request_id})

    def endpoint(name: str) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            key, body = _key(request, name, profile), ""
            try:
                data = await _data(request)
            except ClientDisconnect:
                return Response()  # the client has disconnected
            if not key:
                refused: wording.ApiError | None = wording.no_key()
            elif name == ANTHROPIC and not request.headers.get("anthropic-version"):
                refused = wording.no_version()
            elif data is None:
                refused = wording.too_large(BODY_BYTES)
            else:
                body, refused = read_body(request.headers.get("content-type"), data)
            reply = api.answer(name, body, (name, key)) if refused is None else error_reply(refused)
            return respond(request, reply, name, body)

        return answer

    async def describe(_request: Request) -> Response:
        return _Sent(json_reply(200, document()), {})

    async def refuse(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        wrong = wording.no_method if error.status_code == 405 else wording.no_route
        answered = wrong(request.method, request.url.path)
        api = ANTHROPIC if request.url.path == _MESSAGES else None
        return respond(request, error_reply(answered), api, None, **(error.headers or {}))

    async def fail(request: Request, _error: Exception) -> Response:
        return respond(request, error_reply(wording.our_fault()), None, None)

    routes = [Route(f"/v1{route}", endpoint(name), methods=["POST"]) for name, route in ROUTES.items()]
    if profile == AZURE:
        routes.append(Route(f"/openai/deployments/{{name}}{ROUTES[CHAT]}", endpoint(CHAT), methods=["POST"]))
        routes.append(Route(f"/openai{ROUTES[RESPONSES]}", endpoint(RESPONSES), methods=["POST"]))
    routes.append(Route("/openapi.json", describe, methods=["GET"]))
    app = Starlette(routes=routes, exception_handlers={HTTPException: refuse, Exception: fail})
    app.router.redirect_slashes = False
    return app


def _key(request: Request, api: str, profile: str) -> str:
    """Return the key that a request has; "" for none."""
    if api == ANTHROPIC and request.headers.get("x-api-key"):
        return request.headers["x-api-key"]
    if profile == AZURE and request.headers.get("api-key"):
        return request.headers["api-key"]
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""


async def _data(request: Request) -> bytes | None:
    """Read the body; None for one that is too large."""
    data = bytearray()
    async for piece in request.stream():
        data += piece
        if len(data) > BODY_BYTES:
            return None
    return bytes(data)
