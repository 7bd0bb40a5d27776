"""The API behind a gateway, as cases of `specs/gateway-service.yaml` have it: late, broken off, framed otherwise."""

from __future__ import annotations

import gzip
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from conformance.apis.emulator import ANTHROPIC, GEMINI, asked_at
from conformance.apis.emulator.gemini import ARRAY
from conformance.apis.emulator.live import LiveAnswer, LiveRequest
from conformance.apis.emulator.routes import Asked
from conformance.apis.emulator.stream import events_of, failure_of
from conformance.base.values import JSON
from conformance.running.conduct.conversations import (
    answer_of,
    error_of,
    markers_in,
    pieces_of,
    reason_of,
)
from conformance.running.subjects.json_text import read

HOLD: Final = 3.0  # seconds for which the API waits for what a client or the other conversations do
BREATH: Final = 0.05  # seconds between the pieces of a stream that goes on
SILENCE: Final = 1.5  # seconds until a silent API closes the connection
PACKET: Final = 7  # bytes
OVERLOADED: Final = {ANTHROPIC: 529}  # where others say 503
_PAGE: Final = b"<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"
_JSON_TYPE, _EVENTS_TYPE = "application/json", "text/event-stream; charset=utf-8"
_FRAMED: Final = ("comments", "crlf", "bare", "split")


class AskedRequest(NamedTuple):
    """A request of the gateway. api: whose it is. markers: of the conversations that its body and address name."""

    api: str
    path: str
    query: str
    headers: dict[str, str]
    body: JSON
    streams: bool
    markers: frozenset[str]
    at: float


class Meeting:
    """Conversations that wait for each other, for HOLD seconds from the first one on. Who is late is not waited for."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._changed = threading.Condition()
        self._begun: list[int] = []
        self._half = self._left = 0
        self._until = 0.0

    def enter(self) -> int:
        """Wait until all have asked; return who this one is, from 0."""
        with self._changed:
            self._until = self._until or time.monotonic() + HOLD
            number = len(self._begun)
            self._begun.append(number)
            self._changed.notify_all()
            self._wait(lambda: len(self._begun) >= self._size)
            return number

    def wait_for_half(self) -> None:
        """Wait until all have half of their answers."""
        with self._changed:
            self._half += 1
            self._changed.notify_all()
            self._wait(lambda: self._half >= len(self._begun))

    def wait_for_turn(self, number: int) -> None:
        """Wait until all that asked later are answered: nobody is answered in the order of the questions."""
        with self._changed:
            self._wait(lambda: self._left >= len(self._begun) - 1 - number)

    def leave(self) -> None:
        """Let the others go on."""
        with self._changed:
            self._left += 1
            self._changed.notify_all()

    def _wait(self, is_over: Callable[[], bool]) -> None:
        self._changed.wait_for(is_over, timeout=max(0.0, self._until + HOLD - time.monotonic()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What the API does in one conversation.

    kind: a word of `api` in specs/gateway-service.schema.json; status, after, retry_after, message: as there. given:
    the answer of a worked case. has_first: the client has the beginning of its answer. held: the API waited for that
    in vain, or wrote a stream to its end that its client had left. ended: of such a stream. asked: what came.
    """

    marker: str
    kind: str
    status: int = 0
    after: int | None = None
    retry_after: int | None = None
    message: str = ""
    meeting: Meeting | None = None
    given: JSON = None
    has_first: threading.Event = field(default_factory=threading.Event)
    held: threading.Event = field(default_factory=threading.Event)
    ended: threading.Event = field(default_factory=threading.Event)
    asked: list[AskedRequest] = field(default_factory=list)


class Backend:
    """Answers a gateway by the plans of the conversations that its requests name."""

    def __init__(self) -> None:
        self._plans: dict[str, Plan] = {}
        self._alone: Plan | None = None

    def plan(self, plan: Plan) -> None:
        """Take a conversation."""
        self._plans[plan.marker] = plan

    @contextmanager
    def alone(self, plan: Plan) -> Iterator[None]:
        """Take whatever is asked in the context as of one conversation."""
        self._alone = plan
        try:
            yield
        finally:
            self._alone = None

    def __call__(self, request: LiveRequest) -> LiveAnswer:
        """Answer one request."""
        asked = asked_at(request.path, request.query)
        if asked is None:
            return _whole(404, error_of("chat", 404, f"there is no {request.path}"))
        try:
            body: JSON = read(request.body)
        except (ValueError, RecursionError):
            return _whole(400, error_of(asked.api, 400, "The request body is not valid JSON"))
        markers = markers_in(request.body.decode("utf-8", "replace"))
        plans = [self._plans[marker] for marker in sorted(markers) if marker in self._plans]
        plans = [self._alone] if self._alone is not None else plans
        streams = asked.stream is not None or (isinstance(body, dict) and body.get("stream") is True)
        seen = AskedRequest(
            asked.api, request.path, request.query, dict(request.headers), body, streams, markers, time.monotonic()
        )
        for plan in plans:
            plan.asked.append(seen)
        if not plans:
            return _whole(400, error_of(asked.api, 400, "The request is of no conversation of this run"))
        return _answer(plans[0], asked, request, body, streams=streams)


def _answer(plan: Plan, asked: Asked, request: LiveRequest, body: JSON, *, streams: bool) -> LiveAnswer:
    api, kind = asked.api, plan.kind
    if kind in ("silent", "closed"):
        if kind == "silent":
            time.sleep(SILENCE)
        return LiveAnswer(status=None, whole=False)
    if kind in ("page", "empty"):
        page = _PAGE if kind == "page" else b""
        headers = {"Content-Type": "text/html"} if page else {}
        return LiveAnswer(status=plan.status, headers=headers, pieces=(page,), length=len(page))
    if kind == "error" or (kind == "failed" and not streams):
        return _error(plan, api)
    if not streams:
        return _in_one(plan, api, request)
    pieces = _events(plan, asked, body)
    kind_of_stream = _JSON_TYPE if asked.stream == ARRAY else _EVENTS_TYPE
    headers = {"Content-Type": kind_of_stream, "Cache-Control": "no-cache"}
    count = len(pieces) // 2 if plan.after is None else plan.after
    if kind == "cut":
        broken = pieces[count][: len(pieces[count]) // 2] if count else b""
        return LiveAnswer(
            status=200, headers=headers, pieces=(*pieces[:count], *([broken] if broken else [])), whole=False
        )
    if kind == "endless":
        return LiveAnswer(status=200, headers=headers, pieces=_endless(plan, pieces, count))
    if kind == "failed":
        pieces = [*pieces[:count], failure_of(api, count, asked.stream)]
    sent = _framed(kind, pieces) if kind in _FRAMED and asked.stream != ARRAY else _in_time(plan, pieces, count)
    return LiveAnswer(status=200, headers=headers, pieces=sent)


def _events(plan: Plan, asked: Asked, body: JSON) -> list[bytes]:
    if asked.stream != ARRAY:
        return pieces_of(asked.api, plan.marker, body)
    return events_of(asked.api, answer_of(asked.api, plan.marker), {}, ARRAY)


def _error(plan: Plan, api: str) -> LiveAnswer:
    status = OVERLOADED.get(api, plan.status) if plan.status == 503 else plan.status or 500
    body = error_of(api, status, f"{plan.message} ({reason_of(plan.marker)})")
    headers = {}
    if plan.retry_after is not None and api == GEMINI:
        delay = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": f"{plan.retry_after}s"}
        body["error"]["details"] = [delay]
    elif plan.retry_after is not None:
        headers["retry-after"] = str(plan.retry_after)
    return _whole(status, body, headers)


def _in_one(plan: Plan, api: str, request: LiveRequest) -> LiveAnswer:
    if plan.meeting is not None:
        plan.meeting.wait_for_turn(plan.meeting.enter())
    given = plan.given if plan.kind == "worked" else answer_of(api, plan.marker)
    if plan.meeting is not None:
        plan.meeting.leave()
    if plan.kind == "cut":
        data = _written(given)
        headers = {"Content-Type": _JSON_TYPE}
        return LiveAnswer(status=200, headers=headers, pieces=(data[: len(data) // 2],), length=len(data), whole=False)
    if plan.kind == "gzip" and takes_gzip(request.headers):
        data = gzip.compress(_written(given))
        headers = {"Content-Type": _JSON_TYPE, "Content-Encoding": "gzip"}
        return LiveAnswer(status=200, headers=headers, pieces=(data,), length=len(data))
    return _whole(200, given)


def takes_gzip(headers: Mapping[str, str]) -> bool:
    """Whether a request says that its answer may be compressed."""
    return "gzip" in headers.get("accept-encoding", "").lower()


def _in_time(plan: Plan, pieces: Sequence[bytes], count: int) -> Iterator[bytes]:
    """Yield the pieces when it is time for them."""
    meeting = plan.meeting
    if meeting is not None:
        meeting.enter()
    yield from pieces[:count]
    if plan.kind == "held" and not plan.has_first.wait(HOLD):
        plan.held.set()
    if meeting is not None:
        meeting.wait_for_half()
    yield from pieces[count:]


def _endless(plan: Plan, pieces: Sequence[bytes], count: int) -> Iterator[bytes]:
    """Yield half of the pieces, and the last of them again for as long as somebody listens."""
    try:
        yield from pieces[:count]
        plan.has_first.wait(HOLD)
        until = time.monotonic() + HOLD
        while time.monotonic() < until:
            time.sleep(BREATH)
            yield pieces[count - 1]
        plan.held.set()
        yield from pieces[count:]
    finally:
        plan.ended.set()


def _framed(kind: str, pieces: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the same events in another framing."""
    if kind == "split":
        data = b"".join(pieces)
        yield from (data[at : at + PACKET] for at in range(0, len(data), PACKET))
        return
    for piece in pieces:
        plain = piece.replace(b"\r\n", b"\n")
        if kind == "comments":
            yield b": PROCESSING\n\n"
            yield plain
        elif kind == "crlf":
            yield plain.replace(b"\n", b"\r\n")
        else:
            yield b"\n".join(_without_space(line) for line in plain.split(b"\n"))


def _without_space(line: bytes) -> bytes:
    for name in (b"data: ", b"event: "):
        if line.startswith(name):
            return name.rstrip() + line[len(name) :]
    return line


def _whole(status: int, body: JSON, headers: dict[str, str] | None = None) -> LiveAnswer:
    data = _written(body)
    return LiveAnswer(
        status=status, headers={"Content-Type": _JSON_TYPE, **(headers or {})}, pieces=(data,), length=len(data)
    )


def _written(body: JSON) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode("utf-8", "backslashreplace")
