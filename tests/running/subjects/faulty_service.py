"""A small service that speaks the protocol, and misbehaves where an input says so: {"do": "a deed"}."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from socketserver import ThreadingMixIn
from typing import Any

from conformance.running.subjects.http_client import BODY_BYTES

DRIP = 0.05  # seconds between two bytes of an answer that drips

Handler = BaseHTTPRequestHandler
Deed = Callable[["Moody", Any], None]


def echo(_operation: str, given: Any) -> Any:
    return given


class MethodNotFound(Exception):
    """Raised by a `convert`: the service answers JSON-RPC's "method not found" under an HTTP status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class FaultyService(ThreadingHTTPServer):
    """One that listens from the moment it is made. convert: what it makes of an operation and an input."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(
        self,
        operations: tuple[str, ...] = ("echo",),
        convert: Callable[[str, Any], Any] = echo,
        port: int = 0,
        behind: str = "",
        **describe: Any,
    ) -> None:
        super().__init__(("127.0.0.1", port), Moody)
        self.description = {"protocol": 1, "name": "moody", "version": "1", "operations": operations, **describe}
        self.convert = convert
        self.behind = behind  # what comes after each answer: a tail, or a forged answer
        self.closing = threading.Event()
        self.asked: list[Any] = []  # the inputs that came, in order
        self.connections = 0
        self.open: list[socket.socket] = []
        self.describe_deed: str | None = None
        self.dies_on_every: int | None = None
        self.thread = threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def close(self) -> None:
        """Go away, with every connection."""
        if self.closing.is_set():
            return
        self.closing.set()
        self.shutdown()
        self.server_close()
        for connection in self.open:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def process_request(self, request: Any, client_address: Any) -> None:
        self.connections += 1
        self.open.append(request)
        super().process_request(request, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: clients go away on purpose here."""


class OneAtATime(FaultyService):
    """One that serves a connection to its end before it looks at the next."""

    def process_request(self, request: Any, client_address: Any) -> None:
        HTTPServer.process_request(self, request, client_address)


assert issubclass(FaultyService, ThreadingMixIn)


class Moody(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    server: FaultyService

    def do_GET(self) -> None:
        if self.server.describe_deed is not None:
            DEEDS[self.server.describe_deed](self, 0)
        elif self.path == "/describe":
            self.answer({"jsonrpc": "2.0", "id": 0, "result": self.server.description})
        else:
            self.reply(404, b"no such page", "text/plain")

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        number, given = request["id"], request["params"]["input"]
        self.server.asked.append(given)
        every = self.server.dies_on_every
        if every is not None and len(self.server.asked) % every == 0:
            close(self, number)
            return
        deed = given.get("do") if isinstance(given, dict) else None
        if deed in DEEDS:
            DEEDS[deed](self, number)
            return
        try:
            reported = {"result": {"output": self.server.convert(request["params"]["operation"], given)}}
        except MethodNotFound as missing:
            reported = {"error": {"code": -32601, "message": "no such method"}}
            self.answer({"jsonrpc": "2.0", "id": number, **reported}, missing.status)
            return
        except Exception as error:
            reported = {"error": {"code": -32000, "message": str(error), "data": {"type": type(error).__name__}}}
        if self.server.behind and "result" in reported:
            output = reported["result"]["output"]
            more = b"tail" if self.server.behind == "tail" else _answered(number + 1, "forged")
            self.wfile.write(_answered(number, output) + more)
            return
        self.answer({"jsonrpc": "2.0", "id": number, **reported})

    def answer(self, answer: Any, status: int = 200) -> None:
        self.reply(status, json.dumps(answer).encode(), "application/json")

    def reply(self, status: int, body: bytes, content_type: str | None, **headers: str) -> None:
        self.send_response(status)
        if content_type is not None:
            self.send_header("Content-Type", content_type)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def raw(self, data: bytes) -> None:
        self.wfile.write(data)
        self.wfile.flush()
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def close(moody: Moody, _number: Any) -> None:
    moody.close_connection = True


def reset(moody: Moody, _number: Any) -> None:
    moody.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    moody.close_connection = True


def half(moody: Moody, _number: Any) -> None:
    moody.raw(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"jsonrpc"')


def half_chunk(moody: Moody, _number: Any) -> None:
    moody.raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{")


def bad_chunk(moody: Moody, _number: Any) -> None:
    moody.raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n")


def silent(moody: Moody, _number: Any) -> None:
    moody.server.closing.wait()
    moody.close_connection = True


def drip(moody: Moody, start: bytes, piece: bytes) -> None:
    moody.raw(start)
    while not moody.server.closing.wait(DRIP):
        moody.raw(piece)


def drip_head(moody: Moody, _number: Any) -> None:
    drip(moody, b"HTTP/1.1 200 OK\r\nX-Slow: ", b"x")


def drip_body(moody: Moody, _number: Any) -> None:
    drip(moody, b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n", b" ")


def drip_chunks(moody: Moody, _number: Any) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    drip(moody, head, b"1\r\n \r\n")


def endless_continue(moody: Moody, _number: Any) -> None:
    drip(moody, b"", b"HTTP/1.1 100 Continue\r\n\r\n")


def no_http(moody: Moody, _number: Any) -> None:
    moody.raw(b"SSH-2.0-OpenSSH_9.2\r\n")


def many_headers(moody: Moody, _number: Any) -> None:
    moody.raw(b"HTTP/1.1 200 OK\r\n" + b"X-More: 1\r\n" * 200 + b"\r\n")


def long_line(moody: Moody, _number: Any) -> None:
    moody.raw(b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 100_000 + b"\r\n\r\n")


def redirect(moody: Moody, _number: Any) -> None:
    moody.reply(302, b"", None, Location="http://127.0.0.1:1/elsewhere")


def html(moody: Moody, number: Any) -> None:
    moody.reply(200, json.dumps({"jsonrpc": "2.0", "id": number, "result": {"output": 1}}).encode(), "text/html")


def no_type(moody: Moody, number: Any) -> None:
    moody.reply(200, json.dumps({"jsonrpc": "2.0", "id": number, "result": {"output": 1}}).encode(), None)


def gzipped(moody: Moody, _number: Any) -> None:
    moody.reply(200, b"\x1f\x8b\x08", "application/json", Content_Encoding="gzip")


def no_json(moody: Moody, _number: Any) -> None:
    moody.reply(200, b"{nope \x1b[31m", "application/json")


def no_utf8(moody: Moody, number: Any) -> None:
    moody.reply(200, b'{"jsonrpc":"2.0","id":%d,"result":{"output":"\xff"}}' % number, "application/json")


def empty(moody: Moody, _number: Any) -> None:
    moody.reply(200, b"", "application/json")


def deep(moody: Moody, number: Any) -> None:
    body = b'{"jsonrpc":"2.0","id":%d,"result":{"output":%s}}' % (number, b"[" * 100_000 + b"]" * 100_000)
    moody.reply(200, body, "application/json")


def nan(moody: Moody, number: Any) -> None:
    moody.reply(200, b'{"jsonrpc":"2.0","id":%d,"result":{"output":NaN}}' % number, "application/json")


def another_id(moody: Moody, number: Any) -> None:
    moody.answer({"jsonrpc": "2.0", "id": number + 1, "result": {"output": 1}})


def no_answer(moody: Moody, number: Any) -> None:
    moody.answer({"jsonrpc": "2.0", "id": number})


def server_error(moody: Moody, _number: Any) -> None:
    moody.reply(500, b"<h1>Internal Server Error</h1>", "text/html")


def problem(moody: Moody, _number: Any) -> None:
    document = {"title": "Unprocessable", "detail": "tools[0] has no name", "status": 422}
    moody.reply(422, json.dumps(document).encode(), "application/problem+json")


def refusal_500(moody: Moody, number: Any) -> None:
    moody.answer({"jsonrpc": "2.0", "id": number, "error": {"code": -32000, "message": "no name"}}, 500)


def refusal_422(moody: Moody, number: Any) -> None:
    moody.answer({"jsonrpc": "2.0", "id": number, "error": {"code": -32000, "message": "no name"}}, 422)


def not_offered(moody: Moody, number: Any) -> None:
    moody.answer({"jsonrpc": "2.0", "id": number, "error": {"code": -32601, "message": "not offered"}}, 404)


def result_404(moody: Moody, number: Any) -> None:
    moody.answer({"jsonrpc": "2.0", "id": number, "result": {"output": 1}}, 404)


def huge(moody: Moody, _number: Any) -> None:
    moody.raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % (BODY_BYTES + 1))


def flood(moody: Moody, _number: Any) -> None:
    moody.raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
    for _ in range(BODY_BYTES // (1 << 20) + 2):
        moody.raw(b" " * (1 << 20))


def twice(moody: Moody, number: Any) -> None:
    moody.answer({"jsonrpc": "2.0", "id": number, "result": {"output": 1}})
    moody.answer({"jsonrpc": "2.0", "id": number, "result": {"output": 2}})


def _answered(number: Any, output: Any, **headers: str) -> bytes:
    """A whole answer, as bytes."""
    body = json.dumps({"jsonrpc": "2.0", "id": number, "result": {"output": output}}).encode()
    reported = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n{reported or f'Content-Length: {len(body)}'}".rstrip()
    return head.encode() + b"\r\n\r\n" + body


def forged(moody: Moody, number: Any) -> None:
    """Answer, and the next request too, before anybody asks it."""
    moody.wfile.write(_answered(number, "own") + _answered(number + 1, "forged"))


def tail(moody: Moody, number: Any) -> None:
    moody.wfile.write(_answered(number, "own") + b"tail")


def negative_length(moody: Moody, number: Any) -> None:
    moody.raw(_answered(number, "own", Content_Length="-1"))


def odd_length(moody: Moody, number: Any) -> None:
    moody.raw(_answered(number, "own", Content_Length="ten"))


def last(moody: Moody, number: Any) -> None:
    """Answer, and close the connection as the answer says."""
    body = json.dumps({"jsonrpc": "2.0", "id": number, "result": {"output": "last"}}).encode()
    moody.reply(200, body, "application/json", Connection="close")


DEEDS: dict[str, Deed] = {
    deed.__name__.replace("_", "-"): deed
    for deed in (
        close, reset, half, half_chunk, bad_chunk, silent, drip_head, drip_body, drip_chunks, endless_continue, no_http,
        many_headers, long_line, redirect, html, no_type, gzipped, no_json, no_utf8, empty, deep, nan, another_id,
        no_answer, server_error, problem, refusal_500, refusal_422, not_offered, result_404, huge, flood, twice, last,
        forged, tail, negative_length, odd_length,
    )
}  # fmt: skip
