"""Sends the requests of a scan, and reads what comes back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import httpx2

from conformance.apis.emulator import ANTHROPIC, CHAT, GEMINI
from conformance.base.strict_json import parse_json
from conformance.base.values import ABSENT, JSON
from conformance.formats.exchanges import ANSWERS
from conformance.running.scan.model import OWN_KEY, Exchanged, HttpReply, HttpRequest

NO_KEY: Final = "none"  # what clients of servers without keys send
BAD_KEY: Final = "wrong-key-of-a-conformance-scan"
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
LARGEST: Final = 32 << 20  # bytes of one answer
_END: Final = "[DONE]"


class Target(NamedTuple):
    """A server. addresses: by API, what is before a route. headers: further ones. key: "none" where there is none."""

    addresses: Mapping[str, str]
    key: str = NO_KEY
    headers: Mapping[str, str] = {}


Send = Callable[[HttpRequest], Exchanged]


class ScanClient:
    """A connection to a server. silence: seconds without a byte after which no more is waited for."""

    def __init__(self, target: Target, silence: float) -> None:
        self._target = target
        local = all(urlsplit(address).hostname in LOOPBACK for address in target.addresses.values())
        # Not compressed: a recording should be readable.
        plain = {"accept-encoding": "identity", "user-agent": "tool-conformance"}
        # No connection is used twice: servers that end one after an error would break the next request.
        limits = httpx2.Limits(max_keepalive_connections=0)
        self._client = httpx2.Client(headers=plain, timeout=silence, trust_env=not local, limits=limits)

    def __call__(self, request: HttpRequest) -> Exchanged:
        """Send a request and read the whole answer. What goes wrong on the way is the reply's failure."""
        url = self._target.addresses[request.api] + request.route
        return read(request, self._reply(request, url), url)

    def _reply(self, request: HttpRequest, url: str) -> HttpReply:
        headers = {**headers_of(request, self._target), **self._target.headers}
        data = None if request.body is None else body_text(request.body).encode("utf-8", "surrogatepass")
        status, kind, pieces = 0, "", bytearray()
        try:
            with self._client.stream(request.method, url, content=data, headers=headers) as response:
                status, kind = response.status_code, response.headers.get("content-type", "")
                for piece in response.iter_bytes():
                    pieces += piece
                    if len(pieces) > LARGEST:
                        return HttpReply(status=status, content_type=kind, failure=f"more than {LARGEST:,} bytes came")
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            late = isinstance(error, httpx2.TimeoutException)
            failure = "nothing came for too long" if late else str(error) or type(error).__name__
            return HttpReply(status=status, content_type=kind, text=_text(pieces), failure=failure, timed_out=late)
        return HttpReply(status=status, content_type=kind, text=_text(pieces))

    def close(self) -> None:
        """End the connection."""
        self._client.close()


def _text(data: bytearray) -> str:
    return bytes(data).decode("utf-8", "replace")


def body_text(body: JSON) -> str:
    """Return a body as it is sent. A text is sent as it is: only what is no JSON on purpose is one."""
    return body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)


def headers_of(request: HttpRequest, target: Target) -> dict[str, str]:
    """Return the headers of a request, as the API's own clients send them."""
    key = target.key if request.key == OWN_KEY else BAD_KEY
    headers = {"content-type": "application/json"} if request.body is not None else {}
    if request.api == ANTHROPIC:
        return headers | {"x-api-key": key, "anthropic-version": "2023-06-01"}
    if request.api == GEMINI:
        return headers | {"x-goog-api-key": key}
    return headers | {"authorization": f"Bearer {key}"}


def read(request: HttpRequest, reply: HttpReply, url: str) -> Exchanged:
    """Return a request with its reply, read. What cannot be read is its damage."""
    found = Exchanged(request=request, reply=reply, url=url)
    if reply.failure is not None:
        return replace(found, damage=reply.failure)
    if reply.is_success and _asks_for_stream(request):
        return _read_stream(found)
    try:
        value: JSON = parse_json(reply.text)
    except (ValueError, RecursionError):
        return replace(found, damage="the body is not JSON")
    answer = ANSWERS[f"{request.api}-response"](value).answer if reply.is_success else None
    return replace(found, value=value, answer=answer)


def _asks_for_stream(request: HttpRequest) -> bool:
    body = request.body
    return (isinstance(body, dict) and body.get("stream") is True) or ":streamGenerateContent" in request.route


def _read_stream(found: Exchanged) -> Exchanged:
    if "event-stream" not in found.reply.content_type:
        kind = found.reply.content_type or "nothing"
        return replace(found, damage=f"Content-Type: wanted text/event-stream, got {kind}")
    events: list[JSON] = []
    marked = False
    for name, data in _events(found.reply.text):
        if data.strip() == _END:
            marked = True
            continue
        try:
            event: JSON = parse_json(data)
        except (ValueError, RecursionError):
            return replace(found, damage=f"the data of event {len(events)} is not JSON: {data[:80]}")
        if isinstance(event, dict) and "type" not in event and name and found.api not in (CHAT, GEMINI):
            event = {"type": name, **event}
        events.append(event)
    if not events:
        return replace(found, damage="the stream has no event")
    answer = ANSWERS[f"{found.api}-stream"](events).answer
    return replace(found, value=events, is_stream=True, is_marked=marked, answer=answer)


def _events(text: str) -> list[tuple[str, str]]:
    """Return the events of server-sent-event text: name and data of each. One that is cut off has no end, and counts:
    its JSON says whether it is whole.
    """
    found: list[tuple[str, str]] = []
    name, lines = "", list[str]()
    for line in [*text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"), ""]:
        if not line:
            if lines:
                found.append((name, "\n".join(lines)))
            name, lines = "", []
            continue
        field, _colon, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            lines.append(value)
        elif field == "event":
            name = value
    return found


def error_text(found: Exchanged) -> str:
    """Return what an error says, in the server's words; its text where it has no form."""
    value = found.value
    error = value[0].get("error") if isinstance(value, list) and value and isinstance(value[0], dict) else None
    if isinstance(value, dict):
        error = value.get("error", value)
    if isinstance(error, dict) and isinstance(error.get("message"), str):
        return str(error["message"])
    if isinstance(error, str):
        return error
    return found.reply.failure or found.reply.text.strip()[:300] or "nothing"


def is_absent(found: Exchanged) -> bool:
    """Whether nothing answers at an address: a model that is not known has words about it."""
    status = found.reply.status
    if status in (405, 501):
        return True
    return status == 404 and not ("model" in error_text(found).lower() and found.value is not ABSENT)
