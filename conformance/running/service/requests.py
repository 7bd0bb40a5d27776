"""The requests that a service is sent: from data to bytes and back, and what each one is owed."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

import jsonschema_rs

from conformance.base.errors import UsageError
from conformance.base.strict_json import BeyondDouble, TooManyDigits, parse_json
from conformance.base.values import JSON
from conformance.running.service.checks import (
    ANY,
    CONVERTED,
    DESCRIBED,
    EITHER,
    NOT_OFFERED_HERE,
    NOT_THERE,
    REFUSED,
    REFUSED_MEDIA_TYPE,
)

JSON_TYPE = "application/json"


class ServiceRequest(NamedTuple):
    """One request. content_type: None without a header. body: None without one."""

    method: str
    path: str
    content_type: str | None
    body: bytes | None


def request_of(data: JSON, operation: str) -> ServiceRequest:
    """Return a request from its data (specs/http-service.schema.json). Raises UsageError for another form."""
    try:
        parts = data.get("body")
        body = None if parts is None else b"".join(_bytes(part, operation) for part in parts)
        method, path, content_type = data["method"], data["path"], data.get("content_type")
        if not (isinstance(method, str) and isinstance(path, str) and isinstance(content_type, str | None)):
            raise TypeError
    except (AttributeError, KeyError, TypeError, ValueError):
        raise UsageError(
            "The input is not a request to a service.",
            'It needs "method" and "path"; "content_type" and "body" are optional.',
        ) from None
    return ServiceRequest(method, path.replace("{operation}", operation), content_type, body)


def _bytes(part: JSON, operation: str) -> bytes:
    if isinstance(part, str):
        return part.replace("{operation}", operation).encode("utf-8")
    if "base64" in part:
        return base64.b64decode(part["base64"], validate=True)
    text: str = part["text"] * part["times"]
    return text.encode("utf-8")


def data_of(request: ServiceRequest) -> JSON:
    """Return a request as data that `request_of` reads."""
    data: dict[str, JSON] = {"method": request.method, "path": request.path}
    if request.content_type is not None:
        data["content_type"] = request.content_type
    if request.body is not None:
        try:
            data["body"] = [request.body.decode("utf-8")] if request.body else []
        except UnicodeDecodeError:
            data["body"] = [{"base64": base64.b64encode(request.body).decode()}]
    return data


def number_of(request: ServiceRequest) -> JSON:
    """Return the id that a request's body has; None where it has none."""
    try:
        body = json.loads(request.body or b"")
    except (ValueError, RecursionError):
        return None
    return body.get("id") if isinstance(body, dict) else None


class Owed:
    """Says what any request is owed by a service that offers one operation. description: the OpenAPI document."""

    def __init__(self, description: Mapping[str, JSON], operation: str) -> None:
        schema = {"$ref": "#/components/schemas/ConvertRequest", "components": description["components"]}
        self._fits: Callable[[JSON], bool] = jsonschema_rs.validator_for(schema).is_valid
        self._operation = operation

    def __call__(self, request: ServiceRequest) -> str:
        """Return one of the words of `checks.service`."""
        path = request.path.partition("?")[0]
        if request.method in ("OPTIONS", "HEAD"):
            return ANY  # often answered for the whole server
        if path == "/describe":
            return DESCRIBED if request.method == "GET" else NOT_THERE
        if not path.startswith("/convert/") or "/" in path.removeprefix("/convert/"):
            return NOT_THERE
        if request.method != "POST":
            return NOT_THERE
        if path != f"/convert/{self._operation}":
            return ANY if "%" in path else NOT_OFFERED_HERE
        return self._body(request)

    def _body(self, request: ServiceRequest) -> str:
        if (request.content_type or "").partition(";")[0].strip().lower() != JSON_TYPE:
            return REFUSED_MEDIA_TYPE
        try:
            body = parse_json((request.body or b"").decode("utf-8"))
        except (BeyondDouble, TooManyDigits, RecursionError):
            return EITHER  # Python reads no integer of thousands of digits, others do
        except ValueError:
            return REFUSED
        try:
            fits = self._fits(body)
        except (ValueError, RecursionError):
            return EITHER  # nested deeply, or half a character: readers differ
        if not fits:
            return REFUSED
        return CONVERTED if body["params"]["operation"] == self._operation else ANY
