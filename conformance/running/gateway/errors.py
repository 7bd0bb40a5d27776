"""Errors, from the form of one API to that of another: status, type, message, and when to ask again."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from conformance.apis.oracles.finding import anthropic_error, google_error

OVERLOADED = {"anthropic": 529}  # the status of an API that has too much to do; of the others it is 503
_OPENAI_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "invalid_request_error",
    429: "rate_limit_error",
}
# What says when to ask again, and whether. The rest of a backend's headers are about its own connection.
_RETRY = ("retry-after", "retry-after-ms", "x-should-retry")
_REQUEST_IDS = ("x-request-id", "request-id")
_RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo"
_DELAY = re.compile(r"(\d+(?:\.\d+)?)s")
_LONGEST = 2_000  # characters of a body that is no error of an API

Object = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class GatewayProblem:
    """Why there is no answer. kind, code, param: as OpenAI's APIs write them; None where nothing says them.

    headers: of the answer, by their names in lower case.
    """

    status: int
    message: str
    kind: str | None = None
    code: str | None = None
    param: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


def problem_of(status: int, body: bytes, headers: Mapping[str, str]) -> GatewayProblem:
    """Return the problem that an answer of any of the APIs is. headers: of the answer, names in any case."""
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        given = body.decode("utf-8", "replace").strip()[:_LONGEST]
    given = given[0] if isinstance(given, list) and given else given  # Gemini's stream that is a JSON array
    error = given.get("error", given) if isinstance(given, dict) else given
    said: Object = error if isinstance(error, dict) else {"message": error or None}
    details = said.get("details")
    kept = {name: headers[name] for name in (*_RETRY, *_REQUEST_IDS) if name in headers}
    for detail in details if isinstance(details, list) else ():
        delay = _DELAY.fullmatch(str(detail.get("retryDelay"))) if isinstance(detail, dict) else None
        if delay is not None:
            kept.setdefault("retry-after", str(math.ceil(float(delay[1]))))
    if status == 400 and "API_KEY_INVALID" in str(details):
        status = 401  # as the other APIs say that a key is wrong
    kind, code = said.get("type"), said.get("code")
    return GatewayProblem(
        status=status,
        message=_text(said.get("message")) or f"the backend answered with status {status}",
        kind=_text(kind) or _text(said.get("status")),
        code=_text(code),
        param=_text(said.get("param")),
        headers=kept,
    )


def answer_of(
    api: str, problem: GatewayProblem, *, array: bool = False
) -> tuple[int, Object | list[Object], dict[str, str]]:
    """Return status, body and headers of an error in an API's form. array: whether Gemini's client reads an array."""
    status = problem.status
    if status in (503, 529):
        status = OVERLOADED.get(api, 503)
    problem = replace(problem, status=status)
    headers = {name: value for name, value in problem.headers.items() if name in _RETRY}
    request_id = next((problem.headers[name] for name in _REQUEST_IDS if name in problem.headers), None)
    body = error_of(api, problem)
    if api == "anthropic":
        body["request_id"] = request_id
    if request_id is not None:
        headers["request-id" if api == "anthropic" else "x-request-id"] = request_id
    if api == "gemini" and re.fullmatch(r"\d+", headers.get("retry-after", "")):
        body["error"]["details"] = [{"@type": _RETRY_INFO, "retryDelay": f"{headers['retry-after']}s"}]
    return status, [body] if array else body, headers


def error_of(api: str, problem: GatewayProblem) -> Object:
    """Return the body of an error in an API's form."""
    if api == "anthropic":
        return anthropic_error(problem.status, problem.message)
    if api == "gemini":
        return google_error(problem.status, problem.message)
    kind = _OPENAI_TYPES.get(problem.status, "server_error" if problem.status >= 500 else "invalid_request_error")
    code = problem.code or (problem.kind if problem.kind != kind else None)
    return {"error": {"message": problem.message, "type": kind, "param": problem.param, "code": code}}


def event_of(api: str, problem: GatewayProblem, number: int) -> Object:
    """Return the event that ends a stream that failed, in an API's form. number: of the events before it."""
    error = error_of(api, problem)
    if api == "responses":
        return {"type": "error", **{key: error["error"][key] for key in ("code", "message", "param")},
                "sequence_number": number}  # fmt: skip
    if api == "anthropic":
        return {"type": "error", "error": error["error"]}
    return error


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None
