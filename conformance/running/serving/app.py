"""The subject protocol over HTTP as an ASGI application: specs/subject-protocol.openapi.json.

Imports starlette, an optional extra.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus

import anyio
import anyio.to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from conformance.running.serving.bridge import (
    Bridge,
    NoRequest,
    SubjectBroken,
    convert_answer,
    describe_answer,
    read_request,
)
from conformance.running.subjects.allowance import ANSWER_BYTES

PROBLEM_TYPE = "application/problem+json"
BODY_SECONDS = 30.0  # for a body to arrive whole

DETAILS = {
    404: "The paths are /describe and /convert/OPERATION.",
    408: f"The body did not arrive within {BODY_SECONDS:g} seconds.",
    413: f"The body is longer than {ANSWER_BYTES} bytes.",
    415: "The body must be application/json.",
}


def app_of(bridge: Bridge) -> Starlette:
    """Return the application that serves a subject."""
    description = describe_answer(bridge.description)
    offered = frozenset(bridge.description.operations)

    async def describe(_request: Request) -> Response:
        return _json(description)

    async def convert(request: Request) -> Response:
        operation = request.path_params["operation"]
        if operation not in offered:
            raise HTTPException(404, "No operation of that name is offered; /describe lists them.")
        media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media_type != "application/json":
            raise HTTPException(415)
        body = await _body(request)
        try:
            number, given = read_request(body, operation)
            # In a thread: what a converter does must not keep others from being heard.
            outcome = await anyio.to_thread.run_sync(bridge.convert, operation, given, abandon_on_cancel=True)
            return _json(convert_answer(number, outcome))
        except NoRequest as error:
            raise HTTPException(400, str(error)) from None
        except RecursionError:
            raise HTTPException(400, "The body is nested too deeply.") from None
        except SubjectBroken as broken:
            raise HTTPException(503 if broken.given_up else 502, str(broken)) from None

    app = Starlette(
        routes=[
            Route("/describe", describe, methods=["GET"]),
            Route("/convert/{operation}", convert, methods=["POST"]),
        ],
        exception_handlers={HTTPException: _problem_response, ClientDisconnect: _unheard},
    )
    app.router.redirect_slashes = False
    return app


async def _body(request: Request) -> bytes:
    """Return the body. Raises HTTPException for one that is too large, or does not come."""
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length[:20]) > ANSWER_BYTES:
        raise HTTPException(413)
    body = bytearray()
    try:
        with anyio.fail_after(BODY_SECONDS):
            async for piece in request.stream():
                body += piece
                if len(body) > ANSWER_BYTES:
                    raise HTTPException(413)
    except TimeoutError:
        raise HTTPException(408, headers={"connection": "close"}) from None
    return bytes(body)


def _problem_response(_request: Request, error: Exception) -> Response:
    """Answer with a problem document, RFC 9457."""
    assert isinstance(error, HTTPException)
    phrase = HTTPStatus(error.status_code).phrase
    detail = DETAILS.get(error.status_code) if error.detail == phrase else error.detail
    return _json(problem(error.status_code, detail), error.status_code, PROBLEM_TYPE, error.headers)


def problem(status: int, detail: str | None) -> bytes:
    """Return a problem document, RFC 9457, as JSON."""
    document = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status}
    return json.dumps(document | ({"detail": detail} if detail else {})).encode()


def _unheard(_request: Request, _error: Exception) -> Response:
    return Response(status_code=400)  # the client is gone


def _json(
    body: bytes, status: int = 200, media_type: str = "application/json", headers: Mapping[str, str] | None = None
) -> Response:
    return Response(body, status, headers, media_type)
