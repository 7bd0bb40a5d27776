"""The API behind a gateway: its addresses, its key, and the events of its streams."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from http.cookiejar import DefaultCookiePolicy
from typing import Any
from urllib.parse import parse_qsl

import httpx2

from conformance import __version__
from conformance.apis.emulator import addressed
from conformance.reference import ToolError

Object = dict[str, Any]

CONNECT_SECONDS = 10.0
_VERSION = "2023-06-01"  # of Anthropic's API, where the client does not name one
# What is about one connection, or is made anew for the other one.
_NOT_PASSED_ON = frozenset({
    "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "te", "trailer", "transfer-encoding",
    "upgrade", "host", "content-length", "expect",
})  # fmt: skip


def client_of(timeout: float) -> httpx2.AsyncClient:
    """Return what asks the backend. timeout: seconds without a byte. It keeps no cookie: they would mix clients."""
    client = httpx2.AsyncClient(
        timeout=httpx2.Timeout(timeout, connect=CONNECT_SECONDS, pool=None),
        limits=httpx2.Limits(max_connections=None, max_keepalive_connections=100),
        headers={"user-agent": f"tool-conformance/{__version__}"},
    )
    client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return client


def key_of(headers: Mapping[str, str], query: str) -> str | None:
    """Return the key that a client gives, in the header of any of the APIs or in Gemini's address; None without one."""
    for name in ("x-api-key", "x-goog-api-key", "api-key"):
        if headers.get(name):
            return headers[name]
    scheme, _, key = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and key.strip():
        return key.strip()
    return dict(parse_qsl(query)).get("key") or None


def headers_for(api: str, key: str | None, given: Mapping[str, str]) -> dict[str, str]:
    """Return the headers of a request to an API. given: what the user wants there, in the place of any other."""
    own = {"content-type": "application/json"}
    if api == "anthropic":
        own["anthropic-version"] = _VERSION
    if key is not None:
        name = {"anthropic": "x-api-key", "gemini": "x-goog-api-key"}.get(api)
        own |= {name: key} if name is not None else {"authorization": f"Bearer {key}"}
    named = {name.lower() for name in given}
    if named & {"authorization", "x-api-key", "x-goog-api-key", "api-key"}:  # it replaces the client's key
        own = {name: value for name, value in own.items() if value != key and not value.endswith(f" {key}")}
    return {name: value for name, value in own.items() if name not in named} | dict(given)


def passed_on(headers: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    """Return the headers of a client's request, or of an answer, as they go on where nothing is converted."""
    named = {name.lower() for name in given}
    kept = {name: value for name, value in headers.items() if name.lower() not in {*_NOT_PASSED_ON, *named}}
    return kept | dict(given)


def base_of(url: str, api: str) -> str:
    """Return what is before the route of an API at a backend: without a path the API's own version; Gemini's is v1beta.

    url: as the user gives it, without a slash at its end.
    """
    scheme, _, rest = url.partition("://")
    host, _, path = rest.partition("/")
    if path in ("", "v1"):
        path = "v1beta" if api == "gemini" else "v1"
    return f"{scheme}://{host}/{path}"


def question(url: str, api: str, body: Object) -> tuple[str, Object]:
    """Return the address that a request goes to, and the body that is sent there. Raises ValueError."""
    route, sent = addressed(api, body)
    return base_of(url, api) + route, sent


def is_stream(answer: httpx2.Response) -> bool:
    """Whether an answer comes as server-sent events."""
    kind: str = answer.headers.get("content-type", "")
    return kind.partition(";")[0].strip().lower() == "text/event-stream"


async def events_of(answer: httpx2.Response) -> AsyncGenerator[Object, None]:
    """Yield the events of a stream as they come, read as `conformance.reference.events_of_sse` reads them.

    Raises ToolError for data that is no JSON object, httpx2.HTTPError where the connection is lost.
    """
    answer.encoding = "utf-8-sig"  # without a byte order mark
    async for event in httpx2.EventSource(answer, max_event_size=None):
        if not event.data or event.data.strip() == "[DONE]":
            continue
        try:
            value = json.loads(event.data)
        except (ValueError, RecursionError):
            raise ToolError("an event of the backend's stream is no JSON") from None
        if not isinstance(value, dict):
            raise ToolError("an event of the backend's stream is no object")
        if "type" not in value and event.event != "message":
            value = {"type": event.event, **value}
        yield value
