"""A gateway that has Chat Completions on both sides, with a fault or a freedom to choose."""

from __future__ import annotations

import http.client
import json
import threading
import zlib
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

ROUTE = "/v1/chat/completions"
PASSED_ON = ("content-type", "retry-after", "content-encoding")
DONE = b"data: [DONE]\n\n"
CHUNK = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
STOP = {**CHUNK, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
STOPPED = b"data: %s\n\n" % json.dumps(STOP).encode()
EMPTY = {
    "id": "c", "object": "chat.completion", "created": 1, "model": "m",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": ""}, "finish_reason": "stop"}],
}  # fmt: skip
ANOTHER_STATUS = {
    "refusals_are_its_own": {400: 500}, "failures_are_refusals": {500: 400, 502: 400, 503: 400},
    "limits_are_failures": {429: 503}, "no_such_thing_is_refused": {404: 400},
    # Freedoms.
    "failures_of_the_api": {500: 502, 503: 502, 529: 503}, "its_key_is_its_own_matter": {401: 500},
    "unprocessable": {400: 422},
}  # fmt: skip


class Proxy(ThreadingHTTPServer):
    """Asks `upstream` what it is asked. way: the fault or the freedom that it has; none if empty."""

    daemon_threads = True
    request_queue_size = 128
    upstream = ""
    way = ""
    last: bytes = b""
    first_key = ""
    lock = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    """Answers a client."""

    protocol_version = "HTTP/1.1"
    wbufsize = 0
    disable_nagle_algorithm = True
    server: Proxy

    def do_POST(self) -> None:
        """Ask the API, and pass its answer on."""
        data = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path != ROUTE:
            self.answer(404, {"error": {"message": "no such route"}})
            return
        try:
            self.pass_on(data)
        except (OSError, http.client.HTTPException) as error:
            self.close_connection = True
            if self.server.way == "lost_connections_are_answers":
                self.answer(200, EMPTY)
            elif not self.has_begun:
                self.answer(502, {"error": {"message": f"{type(error).__name__}"}})

    has_begun = False

    def pass_on(self, data: bytes) -> None:
        """Ask as often as this gateway does."""
        attempts = 3 if self.server.way == "asks_again" else 1
        for attempt in range(attempts):
            connection, response = self.asked(data)
            if response.status < 429 or attempt == attempts - 1:
                break
            response.read()
            connection.close()
        try:
            self.answered(response)
        finally:
            connection.close()

    def asked(self, data: bytes) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """Send the client's request to the API."""
        server, way = self.server, self.server.way
        with server.lock:
            server.first_key = server.first_key or self.headers["Authorization"]
        keys = {"one_key_for_all": server.first_key, "a_key_of_its_own": "Bearer sk-of-the-gateway"}
        headers = {"Authorization": keys.get(way, self.headers["Authorization"]), "Content-Type": "application/json"}
        if way in ("decodes", "forgets_to_decode"):
            headers["Accept-Encoding"] = "gzip"
        body = json.loads(data)
        if way == "known_members_only":
            body = {key: body[key] for key in ("model", "messages", "tools", "stream") if key in body}
        if way == "adds_usage" and body.get("stream"):
            body["stream_options"] = {"include_usage": True}
        address = urlsplit(server.upstream)
        connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=20)
        connection.request("POST", ROUTE, json.dumps(body).encode(), headers)
        return connection, connection.getresponse()

    def answered(self, response: http.client.HTTPResponse) -> None:
        """Pass the API's answer on."""
        way = self.server.way
        if response.status >= 400:
            self.failed(response)
        elif "event-stream" in (response.headers["Content-Type"] or ""):
            self.streamed(response)
        else:
            data = response.read()
            if way == "decodes" and response.headers["Content-Encoding"] == "gzip":
                data = zlib.decompress(data, 31)
                del response.headers["Content-Encoding"]
            if way == "forgets_to_decode":
                del response.headers["Content-Encoding"]
            if way == "answers_of_the_last_client":
                with self.server.lock:
                    data, self.server.last = self.server.last or data, data
            self.send(200, dict(self.passed(response)), data)

    def failed(self, response: http.client.HTTPResponse) -> None:
        """Pass an error on."""
        way, data, status = self.server.way, response.read(), response.status
        headers = dict(self.passed(response))
        if way == "errors_are_answers":
            self.answer(200, EMPTY)
            return
        if way == "no_retry_after":
            headers.pop("retry-after", None)
        if way == "sooner":
            headers |= {"retry-after": "1"} if "retry-after" in headers else {}
        if way == "no_messages":
            data = b'{"error": {"message": "The provider failed.", "type": "api_error"}}'
        if way == "errors_are_texts":
            data = b"upstream said: " + data
            headers["content-type"] = "text/plain"
        if way == "tells_keys":
            data = json.dumps({"error": {"message": f"{data!r} for {self.headers['Authorization']}"}}).encode()
        if way == "wraps_messages":
            said = data.decode("utf-8", "replace")
            data = json.dumps({"error": {"message": f"provider failed: {said}", "type": "upstream"}}).encode()
        self.send(ANOTHER_STATUS.get(way, {}).get(status, status), headers, data)

    def streamed(self, response: http.client.HTTPResponse) -> None:
        """Pass a stream on."""
        way = self.server.way
        pieces = self.pieces(response)
        if way == "drops_streams":
            pieces = iter([*[b"" for _piece in pieces], DONE])
        elif way == "holds_back":
            pieces = iter([b"".join(pieces)])
        self.begin()
        try:
            for piece in pieces:
                self.chunk(piece)
        except (OSError, http.client.HTTPException) as error:
            if way == "reads_on" and isinstance(error, ConnectionError):
                deque(pieces, maxlen=0)
            if way == "ends_what_broke_off":
                self.chunk(STOPPED + DONE)
                self.chunk(b"", last=True)
            elif way == "says_that_it_broke_off":
                self.chunk(b'data: {"error": {"message": "the provider is gone"}}\n\n')
                self.chunk(b"", last=True)
            elif way == "ends_without_an_end":
                self.chunk(b"", last=True)
            self.close_connection = True
            return
        self.chunk(b"", last=True)

    def pieces(self, response: http.client.HTTPResponse) -> Iterator[bytes]:
        """Yield what of the stream goes on. Raises OSError and HTTPException."""
        way = self.server.way
        while piece := response.read1(65536):
            if way == "packets_are_events":
                piece = b"".join(line + b"\n\n" for line in piece.split(b"\n\n") if line.startswith(b"data: {"))
            elif way == "ends_at_comments" and b": PROCESSING" in piece:
                return
            elif way == "passes_over_errors" and b'"error"' in piece:
                piece = STOPPED + DONE
            yield piece

    def begin(self) -> None:
        """Begin a stream."""
        self.has_begun = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def chunk(self, data: bytes, *, last: bool = False) -> None:
        """Send a piece of a stream."""
        if data or last:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))

    def passed(self, response: http.client.HTTPResponse) -> Iterator[tuple[str, str]]:
        """Yield the headers that go on."""
        return ((name, value) for name in PASSED_ON if (value := response.headers[name]) is not None)

    def answer(self, status: int, body: Any) -> None:
        """Answer JSON."""
        self.send(status, {"content-type": "application/json"}, json.dumps(body).encode())

    def send(self, status: int, headers: dict[str, str], data: bytes) -> None:
        """Send a whole answer."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def serving(way: str) -> Iterator[Proxy]:
    """Serve a proxy; who enters names its upstream."""
    server = Proxy(("127.0.0.1", 0), Handler)
    server.way = way
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
