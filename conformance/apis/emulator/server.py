"""The routes of the APIs on loopback, each under a token that identifies one script, or under none at all."""

from __future__ import annotations

import contextlib
import itertools
import re
import secrets
import socket
import sys
import threading
from collections.abc import Collection, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from conformance.apis.emulator import wording
from conformance.apis.emulator.acceptance import BODY_BYTES, Acceptance, read_body
from conformance.apis.emulator.api import ApiReply, ScriptedApi, error_reply, in_form_of, json_reply
from conformance.apis.emulator.bodies import ROUTES, error_body
from conformance.apis.emulator.gemini import GEMINI
from conformance.apis.emulator.live import LiveAnswer, LiveRequest, Responder
from conformance.apis.emulator.routes import Asked, asked_at
from conformance.apis.emulator.scripts import Script, ScriptedAnswer, planned_script
from conformance.base.listening import WRONG_HOST, is_allowed
from conformance.base.values import JSON, MOST_VALUES, count_values

_POLL = 0.02  # seconds between two looks whether to end
_CHUNK_SIZE = re.compile(rb"[0-9A-Fa-f]{1,16}")
MOST_SEEN = 100  # requests that a script takes: a client that asks for ever must not fill the memory
BARE = ""  # the token of a script whose address has none


class SeenRequest(NamedTuple):
    """One request that reached a script: its path behind the token, its body, and which answer it got.

    body: what the JSON says; the text itself where it is none. answer: the position in the script; None where the
    request was refused, or came when the script was over. refusal: what the API refuses of it: {"rule", "message",
    "at"}, `at` a JSON pointer into the body; None where it takes the request, or nothing judged it.
    """

    path: str
    body: Any
    answer: int | None
    refusal: dict[str, str] | None = None


class _Script:
    """One script, and what was asked of it so far. api: None where it answers by any."""

    def __init__(
        self, api: str | None, script: Sequence[JSON | ScriptedAnswer] | Script, acceptance: Acceptance | None
    ) -> None:
        self._routes = {f"/v1{route}": Asked(name) for name, route in ROUTES.items() if api in (None, name)}
        self._takes_gemini = api in (None, GEMINI)
        self._api = ScriptedApi(script if isinstance(script, Script) else planned_script(script), acceptance)
        self._lock = threading.Lock()
        self._bytes_left, self._values_left = BODY_BYTES, MOST_VALUES
        self.seen: list[SeenRequest] = []

    def reply(self, path: str, query: str, data: bytes, content_type: str | None) -> ApiReply:
        """Take in one request, and answer it, in the form of the API that it is for."""
        asked = self._asked(path, query)
        reply = self._reply(path, asked, data, content_type)
        return in_form_of(asked.api, reply, stream=asked.stream) if asked is not None else reply

    def _asked(self, path: str, query: str) -> Asked | None:
        if not self._takes_gemini or not path.startswith("/v1"):
            return self._routes.get(path)
        asked = asked_at(path, query)
        return asked if asked is not None and asked.api == GEMINI else self._routes.get(path)

    def _reply(self, path: str, asked: Asked | None, data: bytes, content_type: str | None) -> ApiReply:
        with self._lock:
            if len(self.seen) >= MOST_SEEN:
                return error_reply(wording.over(429, f"it took {MOST_SEEN} requests"))
            self._bytes_left -= len(data)
            self._values_left -= count_values(data, MOST_VALUES)
            if self._bytes_left < 0 or self._values_left < 0:
                self.seen.append(SeenRequest(path, f"({len(data):,} bytes, too large to be kept)", None))
                return error_reply(wording.over(413, f"it takes {BODY_BYTES} bytes and {MOST_VALUES} values"))
            body, refused = read_body(content_type, data)
            if asked is None:
                reply = error_reply(wording.no_route("POST", path))
            elif refused:
                reply = error_reply(refused)
            else:
                reply = self._api.answer(asked.api, asked.request(body), None, asked.stream)
            self.seen.append(SeenRequest(path, body, reply.answer, reply.verdict and reply.verdict.noted()))
            return reply


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, hosts: Collection[str]) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.hosts = hosts
        self.scripts: dict[str, _Script] = {}
        self.responders: dict[str, Responder] = {}
        self.connections: set[socket.socket] = set()

    def server_bind(self) -> None:
        """Bind without asking any name server who we are."""
        # A port that is named is taken again by the next run, whose predecessor's connections linger.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = "127.0.0.1", int(self.server_address[1])

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve a connection in a thread, and remember it, so that it can be ended."""
        self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """End a connection."""
        self.connections.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that disconnect; report any other error, which is a bug of this server."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "conformance"
    sys_version = ""
    wbufsize = -1  # head and body leave together
    disable_nagle_algorithm = True
    server: _Server

    def do_POST(self) -> None:
        """Answer from the script that the path names."""
        if not self._is_addressed():
            return
        data = self._body()
        token, slash, path = self.path.lstrip("/").partition("/")
        script = self.server.scripts.get(token)
        if script is None and BARE in self.server.scripts:
            script, token, slash, path = self.server.scripts[BARE], BARE, "", self.path
        if data is None:
            self.close_connection = True
            self._send(json_reply(411, error_body("The request has no readable length.")))
        elif script is None or not self.path.startswith("/"):
            self._send(error_reply(wording.no_route("POST", self.path)))
        elif (responder := self.server.responders.get(token)) is not None:
            path, _, query = path.partition("?")
            headers = {name.lower(): value for name, value in self.headers.items()}
            self._send_live(responder(LiveRequest(slash + path, query, headers, data)))
        else:
            path, _, query = path.partition("?")
            self._send(script.reply(slash + path, query, data, self.headers.get("Content-Type")))

    def do_GET(self) -> None:
        """Refuse: there is nothing to get."""
        if not self._is_addressed():
            return
        self._send(error_reply(wording.no_route(self.command, self.path)))

    do_PUT = do_PATCH = do_DELETE = do_GET

    def _is_addressed(self) -> bool:
        """Return whether the request addresses this machine; answer one that does not."""
        hosts = self.headers.get_all("Host") or ()
        if len(hosts) == 1 and is_allowed(hosts[0], self.server.hosts):
            return True
        self.close_connection = True  # its body is not read
        self._send(json_reply(421, error_body(WRONG_HOST)))
        return False

    def _body(self) -> bytes | None:
        """Read the body; None where its length is unknown or too large."""
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            try:
                return b"".join(self._chunks())
            except ValueError:
                return None
        length = self.headers.get("Content-Length", "")
        return self.rfile.read(int(length)) if length.isdigit() and int(length) <= BODY_BYTES else None

    def _chunks(self) -> Iterator[bytes]:
        """Yield the chunks of the body. Raises ValueError for one that is malformed, cut or too large."""
        left = BODY_BYTES
        while True:
            size = self.rfile.readline(64).partition(b";")[0].strip()
            if not _CHUNK_SIZE.fullmatch(size) or int(size, 16) > left:
                raise ValueError(f"no size of a chunk: {size!r}")
            length = int(size, 16)
            if not length:
                while self.rfile.readline(65536).strip():
                    pass  # trailers
                return
            chunk = self.rfile.read(length)
            if len(chunk) < length:
                raise ValueError("a chunk was cut")
            left -= length
            yield chunk
            self.rfile.readline(64)

    def _send(self, reply: ApiReply) -> None:
        data = b"".join(reply.pieces)
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.content_type)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _send_live(self, answer: LiveAnswer) -> None:
        """Send an answer piece by piece, each at once; close the connection where it is not whole."""
        self.close_connection = self.close_connection or not answer.whole
        if answer.status is None:
            return
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.length is None:
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.send_header("Content-Length", str(answer.length))
        self.end_headers()
        self.wfile.flush()
        for piece in answer.pieces:
            self.wfile.write(piece if answer.length is not None else b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()
        if answer.length is None and answer.whole:
            self.wfile.write(b"0\r\n\r\n")

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: standard error belongs to the run."""


class Emulator:
    """The scripted API, listening on loopback from the moment it is made until it is closed.

    port: 0 for any that is free. hosts: further names that requests may address. Raises OSError where nothing can
    listen there.
    """

    def __init__(self, port: int = 0, hosts: Collection[str] = ()) -> None:
        self._server = _Server(port, hosts)
        self._numbers = itertools.count(1)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(_POLL,), daemon=True)
        self._thread.start()

    def open(self, api: str, script: Sequence[JSON], acceptance: Acceptance | None = None) -> str:
        """Return the base URL of a new script (`http://127.0.0.1:PORT/TOKEN/v1`).

        api: a name of ROUTES; requests to another one's route are refused. The answers are given in order.
        acceptance: None for one that was given nothing.
        Raises ValueError for another API.
        """
        if api not in ROUTES:
            raise ValueError(f"no API {api!r}; there are {', '.join(ROUTES)}")
        # The random part keeps a late request of another process from reaching this script.
        token = f"{next(self._numbers)}-{secrets.token_hex(4)}"
        self._server.scripts[token] = _Script(api, script, acceptance)
        return f"http://127.0.0.1:{self._server.server_port}/{token}/v1"

    def address(self, *, bare: bool = False) -> str:
        """Return the base URL of an address that `play` gives one script after the other.

        bare: it has no token (`http://127.0.0.1:PORT/v1`), and so takes all that no other script does.
        """
        token = BARE if bare else f"{next(self._numbers)}-{secrets.token_hex(4)}"
        self._server.scripts[token] = _Script(None, (), None)
        return f"http://127.0.0.1:{self._server.server_port}{'/' if token else ''}{token}/v1"

    def play(
        self, base_url: str, script: Sequence[JSON | ScriptedAnswer] | Script, acceptance: Acceptance | None = None
    ) -> tuple[SeenRequest, ...]:
        """Give an address its next script, for any API; return what the last one saw.

        script: planned answers, or a whole script.
        """
        before, self._server.scripts[_token(base_url)] = (
            self._server.scripts[_token(base_url)],
            _Script(None, script, acceptance),
        )
        return tuple(before.seen)

    def respond(self, base_url: str, responder: Responder | None) -> None:
        """Let a function answer whatever an address is asked, in the place of its script; None for the script again."""
        if responder is None:
            self._server.responders.pop(_token(base_url), None)
        else:
            self._server.responders[_token(base_url)] = responder

    def seen(self, base_url: str) -> tuple[SeenRequest, ...]:
        """Return what reached a script so far, in order. Raises KeyError for one that is not open."""
        return tuple(self._server.scripts[_token(base_url)].seen)

    def end(self, base_url: str) -> tuple[SeenRequest, ...]:
        """End a script; return what reached it, in order. Raises KeyError for one that is not open."""
        return tuple(self._server.scripts.pop(_token(base_url)).seen)

    def close(self) -> None:
        """End everything: no connection and no thread that waits is left."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        for connection in list(self._server.connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> Emulator:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def _token(base_url: str) -> str:
    parts = base_url.rstrip("/").split("/")
    return parts[-2] if len(parts) > 4 else BARE  # http:, "", HOST, TOKEN, v1
