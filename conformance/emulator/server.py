"""Two routes on loopback, each under a token that identifies one script, or under none at all."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import secrets
import socket
import sys
import threading
from collections.abc import Collection, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from conformance.emulator import wording
from conformance.emulator.acceptance import Acceptance, Verdict
from conformance.emulator.bodies import ROUTES, completed, error_body, refusal_of
from conformance.emulator.stream import events_of
from conformance.listening import WRONG_HOST, is_allowed
from conformance.values import MOST_VALUES, count_values

_POLL = 0.02  # seconds between two looks whether to end
# What one script takes: bytes of a body, and values of all of its requests together, which are all held.
BODY_BYTES = 16 << 20
_CHUNK_SIZE = re.compile(rb"[0-9A-Fa-f]{1,16}")
MOST_SEEN = 100  # requests that a script takes: a client that asks for ever must not fill the memory
BARE = ""  # the token of a script whose address has none
EVENT_STREAM = "text/event-stream; charset=utf-8"


class Seen(NamedTuple):
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
    """The answers of one token, and what was asked so far. acceptance: None where nothing is refused."""

    def __init__(
        self, api: str | None, answers: Sequence[Any], acceptance: Acceptance | None = None, *, streams: bool = False
    ) -> None:
        self._routes = {f"/v1{route}": name for name, route in ROUTES.items() if api in (None, name)}
        self._streams = streams
        self._answers = answers
        self._acceptance = acceptance
        self._next = 0
        self._lock = threading.Lock()
        self._bytes_left, self._values_left = BODY_BYTES, MOST_VALUES
        self.seen: list[Seen] = []

    def answer(self, path: str, data: bytes, content_type: str | None) -> tuple[int, Any]:
        """Take in one request; return the status and the body of its answer: JSON, or the bytes of a stream."""
        if len(self.seen) >= MOST_SEEN:
            return 429, error_body(f"This script is over: it took {MOST_SEEN} requests.", code="script_over")
        if not self._has_room(data):
            with self._lock:
                self.seen.append(Seen(path, f"({len(data):,} bytes, too large to be kept)", None))
            message = f"This script is over: it takes {BODY_BYTES} bytes and {MOST_VALUES} values."
            return 413, error_body(message, code="script_over")
        try:
            body = json.loads(data)
        except ValueError:
            body = None
            with self._lock:
                self.seen.append(Seen(path, data.decode("utf-8", "replace"), None))
            return wording.no_json()[:2]
        with self._lock:
            problem = self._problem(path, body, content_type)
            refused = None
            if problem is None and self._acceptance is not None:
                refused = self._acceptance.refusal(self._routes[path], body)
                if refused is not None and not refused.answered:
                    problem = refused.error[:2]
            if problem is None:
                problem = self._over()
            number = self._next if problem is None else None
            self.seen.append(Seen(path, body, number, _noted(refused)))
            if problem is not None or number is None:
                return problem or (500, error_body("no answer"))
            self._next += 1
            entry = self._answers[number]
        refusal = refusal_of(entry)
        if refusal is not None:
            return refusal
        api = self._routes[path]
        full = completed(api, entry, number, body.get("model"))
        if full is None:
            return 500, error_body(f"answer {number} of the script is none of this API's", "server_error")
        if self._acceptance is not None:
            with self._lock:
                self._acceptance.keep(api, body, full)
        if not body.get("stream"):
            return 200, full
        try:
            return 200, b"".join(events_of(api, full, body))
        except (KeyError, TypeError, AttributeError, ValueError):
            return 500, error_body(f"answer {number} of the script cannot be streamed", "server_error")

    def _has_room(self, data: bytes) -> bool:
        """Whether a request can be held beside the others of this script."""
        values = count_values(data, MOST_VALUES)
        with self._lock:
            self._bytes_left -= len(data)
            self._values_left -= values
            return self._bytes_left >= 0 and self._values_left >= 0

    def _problem(self, path: str, body: Any, content_type: str | None) -> tuple[int, Any] | None:
        """Return the refusal of a request that gets none of the script's answers."""
        if path not in self._routes:
            known = " and ".join(f"POST {route}" for route in self._routes)
            return 404, error_body(f"Unknown request URL: POST {path}. This script answers {known}.")
        if content_type is not None and content_type.partition(";")[0].strip().lower() != "application/json":
            refused = wording.no_content_type(content_type)
            return refused.status, refused.body
        if not isinstance(body, dict):
            return 400, error_body("The body of the request is not a JSON object.")
        if body.get("stream") and not self._streams:
            return 400, error_body("Unsupported value: 'stream' is not supported by this script.", param="stream")
        return None

    def _over(self) -> tuple[int, Any] | None:
        """Return the refusal of what comes after the last answer."""
        if self._next >= len(self._answers):
            message = f"The script is over: it has {len(self._answers)} answers."
            return 400, error_body(message, code="script_over")
        return None


def _noted(refused: Verdict | None) -> dict[str, str] | None:
    if refused is None:
        return None
    error = refused.error
    return {"rule": error.rule, "message": error.body["error"]["message"], "at": refused.at}


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, hosts: Collection[str]) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.hosts = hosts
        self.scripts: dict[str, _Script] = {}
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
            script, slash, path = self.server.scripts[BARE], "", self.path
        if data is None:
            self.close_connection = True
            self._send(411, error_body("The request has no readable length."))
        elif script is None or not self.path.startswith("/"):
            self._send(404, error_body("Unknown request URL: nothing is scripted here."))
        else:
            self._send(*script.answer(slash + path.partition("?")[0], data, self.headers.get("Content-Type")))

    def do_GET(self) -> None:
        """Refuse: there is nothing to get."""
        if not self._is_addressed():
            return
        self._send(404, error_body(f"Unknown request URL: {self.command} {self.path}."))

    do_PUT = do_PATCH = do_DELETE = do_GET

    def _is_addressed(self) -> bool:
        """Return whether the request addresses this machine; answer one that does not."""
        hosts = self.headers.get_all("Host") or ()
        if len(hosts) == 1 and is_allowed(hosts[0], self.server.hosts):
            return True
        self.close_connection = True  # its body is not read
        self._send(421, error_body(WRONG_HOST))
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

    def _send(self, status: int, body: Any) -> None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", EVENT_STREAM if isinstance(body, bytes) else "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

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

    def open(self, api: str, script: Sequence[Any], acceptance: Acceptance | None = None) -> str:
        """Return the base URL of a new script (`http://127.0.0.1:PORT/TOKEN/v1`).

        api: `chat` or `responses`; requests to the other one's route are refused. The answers are given in order.
        acceptance: refuses what the API refuses; None for a script that answers any object.
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
        self._server.scripts[token] = _Script(None, ())
        return f"http://127.0.0.1:{self._server.server_port}{'/' if token else ''}{token}/v1"

    def play(self, base_url: str, script: Sequence[Any], acceptance: Acceptance | None = None) -> tuple[Seen, ...]:
        """Give an address its next script, for either API and for streams too; return what the last one saw."""
        before, self._server.scripts[_token(base_url)] = (
            self._server.scripts[_token(base_url)],
            _Script(None, script, acceptance, streams=True),
        )
        return tuple(before.seen)

    def seen(self, base_url: str) -> tuple[Seen, ...]:
        """Return what reached a script so far, in order. Raises KeyError for one that is not open."""
        return tuple(self._server.scripts[_token(base_url)].seen)

    def end(self, base_url: str) -> tuple[Seen, ...]:
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
