"""The scripted API as an ASGI application: routes, keys and bodies; what is answered comes from `ScriptedApi`.

Imports starlette, an optional extra.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from conformance.apis.emulator import gemini, wording
from conformance.apis.emulator.acceptance import BODY_BYTES, read_body
from conformance.apis.emulator.anthropic import ANTHROPIC, OVERLOADED
from conformance.apis.emulator.api import ApiReply, ScriptedApi, error_reply, in_form_of, json_reply
from conformance.apis.emulator.bodies import CHAT, RESPONSES, ROUTES
from conformance.apis.emulator.captures import Captured, Captures
from conformance.apis.emulator.gemini import GEMINI
from conformance.apis.emulator.model import ModelApi
from conformance.apis.emulator.openapi import document
from conformance.apis.emulator.routes import Asked, asked_at
from conformance.apis.oracles import AZURE, OPENAI
from conformance.base.values import JSON

# The APIs whose errors have a form of their own, and the paths that are theirs.
_FORMS = {
    ANTHROPIC: re.compile(re.escape(f"/v1{ROUTES[ANTHROPIC]}")),
    GEMINI: re.compile("/v1(alpha|beta1?)/|/v1/models/.*:"),
}
# Its own, and those of Vertex; what comes behind is the model and the method.
_MODELS = "/models/{called:path}"
_GEMINI = tuple(
    f"/{{version}}{before}{_MODELS}"
    for before in ("", "/publishers/{publisher}", "/projects/{project}/locations/{location}/publishers/{publisher}")
)


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


def app_of(
    api: ScriptedApi | ModelApi, captures: Captures, profile: str = OPENAI, only_key: str | None = None
) -> Starlette:
    """Return the application that an API answers through. profile: of the host whose routes and keys it has.

    only_key: the one that is taken; None for any.
    """

    def respond(request: Request, reply: ApiReply, asked: Asked | None, body: JSON, **headers: str) -> Response:
        request_id = f"req_{captures.count + 1}"
        name, stream = (asked.api, asked.stream) if asked is not None else (None, None)
        reply = in_form_of(name, reply, request_id, stream)
        captures.add(Captured(api=name, method=request.method, path=request.url.path, body=body, reply=reply))
        if reply.rule is not None:
            headers["x-conformance-rule"] = reply.rule
        if reply.status in (429, OVERLOADED, gemini.OVERLOADED):
            headers["retry-after-ms"] = "1"  # clients that ask again need not wait for a script
        named = "request-id" if name == ANTHROPIC else "x-request-id"
        return _Sent(reply, headers | {named: request_id})

    def endpoint(name: str) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            asked = asked_at(request.url.path, request.url.query) if name == GEMINI else Asked(name)
            if asked is None:
                raise HTTPException(404)
            key, body = _key(request, name, profile), ""
            try:
                data = await _data(request)
            except ClientDisconnect:
                return Response()  # the client has disconnected
            if not key or only_key not in (None, key):
                refused: wording.ApiError | None = (
                    wording.wrong_key(is_google=name == GEMINI) if key else wording.no_key()
                )
            elif name == ANTHROPIC and not request.headers.get("anthropic-version"):
                refused = wording.no_version()
            elif data is None:
                refused = wording.too_large(BODY_BYTES)
            else:
                body, refused = read_body(request.headers.get("content-type"), data)
            reply = (
                error_reply(refused) if refused else api.answer(name, asked.request(body), (name, key), asked.stream)
            )
            return respond(request, reply, asked, body)

        return answer

    def listing(name: str, model: ModelApi) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            form = ANTHROPIC if name != GEMINI and request.headers.get("anthropic-version") else name
            return respond(request, model.listed(form), Asked(form), None)

        return answer

    def counting(name: str, model: ModelApi) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            body, refused = read_body(request.headers.get("content-type"), await request.body())
            reply = error_reply(refused) if refused else model.counted(name, body)
            return respond(request, reply, Asked(name), body)

        return answer

    async def describe(_request: Request) -> Response:
        return _Sent(json_reply(200, document()), {})

    async def refuse(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        wrong = wording.no_method if error.status_code == 405 else wording.no_route
        answered = wrong(request.method, request.url.path)
        form = next((Asked(name) for name, paths in _FORMS.items() if paths.match(request.url.path)), None)
        return respond(request, error_reply(answered), form, None, **(error.headers or {}))

    async def fail(request: Request, _error: Exception) -> Response:
        return respond(request, error_reply(wording.our_fault()), None, None)

    of_model = []
    if isinstance(api, ModelApi):
        of_model = [
            Route("/v1/models", listing(CHAT, api), methods=["GET"]),
            Route("/{version}/models", listing(GEMINI, api), methods=["GET"]),
            Route("/v1/messages/count_tokens", counting(ANTHROPIC, api), methods=["POST"]),
            Route("/{version}/models/{model}:countTokens", counting(GEMINI, api), methods=["POST"]),
        ]
    routes = of_model + [
        Route(f"/v1{route}", endpoint(name), methods=["POST"]) for name, route in ROUTES.items() if name != GEMINI
    ]
    routes += [Route(route, endpoint(GEMINI), methods=["POST"]) for route in _GEMINI]
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
    if api == GEMINI and (key := request.headers.get("x-goog-api-key") or request.query_params.get("key")):
        return key
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
