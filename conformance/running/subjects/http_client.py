"""One keep-alive connection to an untrusted HTTP server: each request ends, in bounded time and memory.

Proxies of the environment are not used, redirects are not followed, certificates are verified.
"""

from __future__ import annotations

import http.client
import io
import select
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from conformance.base.errors import UsageError
from conformance.base.observation import Fault
from conformance.base.values import MOST_VALUES, count_values
from conformance.running.subjects.allowance import ANSWER_BYTES
from conformance.running.subjects.answers import line_start

BODY_BYTES = ANSWER_BYTES
TOO_MANY_VALUES = b"(a body of over %d values)" % MOST_VALUES  # in place of one
# Of bodies that are larger than any sound subject's, only two are read at a time: each connection could bring one.
SMALL_BYTES = 1 << 20
_large_bodies = threading.BoundedSemaphore(2)
READ_BYTES = 1 << 16
# Servers close connections that were idle for two to five seconds. One that was idle for this long is not used again,
# so that no request is sent into a connection that is just being closed.
IDLE = 1.0

# What http.client says of what it cannot read, or a socket of what it cannot do.
_BROKEN = (OSError, http.client.HTTPException, ValueError, AttributeError)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceAddress:
    """Where a service is. prefix: the path before /describe and /convert; url: the whole, as it is shown."""

    secure: bool
    host: str
    port: int
    prefix: str
    url: str


class HttpRequest(NamedTuple):
    """A request. path: behind the address's prefix, percent-encoded."""

    method: str
    path: str
    body: bytes | None = None
    headers: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpResponse:
    """A whole response. headers: by names in lower case. content_type: without parameters; "" where there is none."""

    status: int
    reason: str
    content_type: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def is_json(self) -> bool:
        """Whether it says that its body is JSON."""
        return self.content_type == "application/json" or self.content_type.endswith("+json")


class Unsent(Exception):
    """No connection came about, so nothing was sent: asking again is safe. The message says why, in words.

    kind: of the fault that it is; a connection that took too long is a hang, which a busy machine may cause.
    """

    def __init__(self, message: str, hint: str = "", kind: str = "exit") -> None:
        super().__init__(message)
        self.hint = hint
        self.kind = kind


class Lost(Exception):
    """The request was sent, or a part of it, and no whole answer came.

    size: bytes that were read and refused. unanswered: whether the connection ended before any answer.
    """

    def __init__(self, fault: Fault, size: int = 0, *, unanswered: bool = False) -> None:
        super().__init__(fault.message)
        self.fault = fault
        self.size = size
        self.unanswered = unanswered


def address_of(url: str, flag: str = "--url") -> ServiceAddress:
    """Read the URL of a service. Raises UsageError."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise UsageError(f"{flag} {url!r} is not a URL: {error}.", "Write http://HOST:PORT.") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        hint = f"Write {flag} http://{url}." if "://" not in url else "Write http://HOST:PORT or https://HOST."
        raise UsageError(f"{flag} {url!r} is not an http or https URL.", hint)
    if parts.username is not None or parts.password is not None:
        raise UsageError(f"{flag}: a URL with a user name or a password would appear in every report.", "Remove them.")
    if parts.query or parts.fragment or not url.isprintable() or not url.isascii() or " " in url:
        raise UsageError(f"{flag} {url!r} has a query, a fragment or odd characters.", "Write http://HOST:PORT/PATH.")
    secure = parts.scheme == "https"
    return ServiceAddress(
        secure=secure,
        host=parts.hostname,
        port=port or (443 if secure else 80),
        prefix=parts.path.rstrip("/"),
        url=url.rstrip("/"),
    )


class _BodyReader(io.BufferedReader):
    """The bytes of one answer. surplus: whether there were more of them when it was closed."""

    def __init__(self, sock: socket.socket) -> None:
        super().__init__(sock.makefile("rb", buffering=0))
        self._sock = sock
        self.surplus = False

    def close(self) -> None:
        """Close it, after a look at what is there already: nothing is waited for."""
        if not self.closed:
            with suppress(OSError, ValueError):
                self._sock.settimeout(0)
                self.surplus = bool(self.peek(1))
            with suppress(OSError):
                self._sock.settimeout(None)
        super().close()


class _Response(http.client.HTTPResponse):
    """An answer that knows, once it was read, whether more came than itself."""

    def __init__(self, sock: socket.socket, *arguments: Any, **named: Any) -> None:
        super().__init__(sock, *arguments, **named)
        self.fp.close()
        self.reader = self.fp = _BodyReader(sock)


class Connection:
    """A connection that is opened when it is needed and kept. One thread asks; any other may `abort`.

    One that ended without an answer when it was used again is the last that is kept: a new connection that ends so is
    the server's fault. again: whether a request that a kept connection lost, before any answer, can be sent once more:
    the server may have closed the connection before it read the request. surplus: how often the server sent something
    unrequested: bytes behind an answer, a second answer.
    """

    def __init__(self, address: ServiceAddress, again: Callable[[], bool] = lambda: True) -> None:
        self._address = address
        self._again = again
        self._keeps = True
        self._http: http.client.HTTPConnection | None = None
        self._used = 0.0
        self._context: ssl.SSLContext | None = None
        self._aborted = False
        self.surplus = 0

    def ask(self, call: HttpRequest, timeout: float) -> HttpResponse:
        """Send a request and return the whole answer. Raises Unsent and Lost.

        timeout: seconds for connecting. What follows has no limit, unless another thread calls `abort`; the
        words about that name these seconds too. `within` does it.
        """
        self._aborted = False
        kept = self._kept()
        try:
            answer = self._exchange(kept or self._connected(timeout), call, timeout)
        except Lost as lost:
            self.close()
            if kept is None or not lost.unanswered:
                raise
            self._keeps = False
            if not self._again():
                raise
            answer = self._anew(call, timeout, lost)
        except BaseException:
            self.close()
            raise
        self._used = time.monotonic()
        # The server closes it after this answer, or does so soon: many do where they failed.
        if not self._keeps or self._http is None or self._http.sock is None or answer.status >= 500:
            self.close()
        return answer

    def _anew(self, call: HttpRequest, timeout: float, lost: Lost) -> HttpResponse:
        """Send a request that a kept connection lost by a new one. Raises Lost, also where there is none any more."""
        try:
            return self._exchange(self._connected(timeout), call, timeout)
        except Unsent:
            raise lost from None
        except BaseException:
            self.close()
            raise

    def abort(self) -> None:
        """End what is under way: the asking thread gets Unsent or Lost at once."""
        self._aborted = True
        connection = self._http
        sock = connection.sock if connection else None
        if sock is not None:
            with suppress(OSError):
                socket.socket.shutdown(sock, socket.SHUT_RDWR)  # below TLS, which could wait for the other side

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        connection, self._http = self._http, None
        if connection is not None:
            with suppress(OSError):
                connection.close()

    def _kept(self) -> http.client.HTTPConnection | None:
        """Return the connection of the last request; None where it cannot be used again."""
        connection = self._http
        if connection is not None:
            idle = time.monotonic() - self._used
            if connection.sock is not None and idle < IDLE and not _readable(connection.sock):
                return connection
            if connection.sock is not None and not self._address.secure and _speaks(connection.sock):
                self.surplus += 1
            self.close()  # the server closed it, or sent something unrequested
        return None

    def _connected(self, timeout: float) -> http.client.HTTPConnection:
        address = self._address
        self._http = connection = http.client.HTTPConnection(address.host, address.port, timeout=timeout)
        connection.response_class = _Response
        try:
            connection.connect()
            if address.secure:
                self._context = self._context or ssl.create_default_context()
                raw = connection.sock
                connection.sock = self._context.wrap_socket(
                    raw, server_hostname=address.host, do_handshake_on_connect=False
                )
                connection.sock.do_handshake()
        except (OSError, ValueError) as error:  # ValueError: a host name that no name server could be asked for
            aborted = self._aborted
            self.close()
            raise _unsent(address, error, aborted, timeout) from None
        connection.sock.settimeout(None)
        if self._aborted:  # before there was a connection that could have been ended
            self.close()
            raise _unsent(address, TimeoutError(), True, timeout)
        return connection

    def _exchange(self, connection: http.client.HTTPConnection, call: HttpRequest, timeout: float) -> HttpResponse:
        refused = response = None
        try:
            connection.request(call.method, self._address.prefix + call.path, call.body, dict(call.headers))
        except (http.client.HTTPException, ValueError) as error:  # a method or a target that cannot be written
            raise Unsent(f"The request cannot be sent: {error}.") from None
        except OSError as error:  # it may have answered before it closed, such as 413 to a body it does not want
            refused = error
        try:
            response = connection.getresponse()
            assert isinstance(response, _Response)
            _check_length(response)
            body = _body(response)
        except _Oversized as error:
            raise Lost(Fault("garbage", str(error)), BODY_BYTES) from None
        except _UnusableAnswer as error:
            raise Lost(Fault("garbage", str(error))) from None
        except _BROKEN as error:
            ended = isinstance(error, ConnectionError | ssl.SSLEOFError)  # http.client.RemoteDisconnected too
            unanswered = ended and response is None and not self._aborted
            raise Lost(self._fault(refused or error, response, timeout), unanswered=unanswered) from None
        finally:
            refused = None  # it holds this frame, and that the response
            if response is not None:
                with suppress(OSError):
                    response.close()  # where the server closes the connection, the response holds the socket
        if self._aborted:  # http.client takes headers that were cut off for whole ones
            raise Lost(self._fault(TimeoutError(), response, timeout))
        if response.reader.surplus:
            self.surplus += 1
            self.close()
        headers = {name.lower(): value for name, value in response.headers.items()}
        content_type = headers.get("content-type", "").partition(";")[0].strip().lower()
        return HttpResponse(
            status=response.status, reason=response.reason, content_type=content_type, headers=headers, body=body
        )

    def _fault(self, error: Exception, response: http.client.HTTPResponse | None, timeout: float) -> Fault:
        """Put in words why no whole answer came."""
        part = "in the middle of an answer" if response is not None else "without an answer"
        if self._aborted:
            return Fault("hang", f"the subject gave no whole answer within {timeout:g} s")
        if isinstance(error, http.client.IncompleteRead) and isinstance(error.__context__, ValueError):
            return Fault("garbage", "the subject's answer cannot be read as HTTP (a chunk does not say how long it is)")
        if isinstance(error, http.client.RemoteDisconnected | ConnectionError | http.client.IncompleteRead):
            return Fault("exit", f"the subject closed the connection {part}")
        if isinstance(error, http.client.BadStatusLine):
            return Fault(
                "garbage", f"the subject does not speak HTTP: it answered {line_start(_raw(str(error.args[0])))}"
            )
        if isinstance(error, http.client.HTTPException):
            reason = line_start(_raw(f"{type(error).__name__}: {error}"))
            return Fault("garbage", f"the subject's answer cannot be read as HTTP ({reason})")
        return Fault("exit", f"the connection to the subject broke {part} ({_reason(error)})")


class _Oversized(Exception):
    """The body is longer than the bound."""


class _UnusableAnswer(Exception):
    """An answer of which no body is read. The message says why."""


def within(connection: Connection, call: HttpRequest, seconds: float) -> HttpResponse:
    """Ask, and end it after so many seconds whatever the server does. Raises Unsent and Lost."""
    watch = threading.Timer(seconds, connection.abort)
    watch.daemon = True
    watch.start()
    try:
        return connection.ask(call, seconds)
    finally:
        watch.cancel()


def _body(response: http.client.HTTPResponse) -> bytes:
    """Read the body, up to the bounds."""
    if response.length is not None:
        if response.length > BODY_BYTES:
            raise _Oversized(f"the subject's answer is longer than {BODY_BYTES} bytes")
        if response.length <= SMALL_BYTES:
            return response.read()
        with _large_bodies:
            return _checked_body(response.read())
    body = bytearray()
    while piece := response.read1(READ_BYTES):
        body += piece
        if len(body) > SMALL_BYTES:
            with _large_bodies:
                return _rest(response, body)
    response.close()
    return bytes(body)


def _rest(response: http.client.HTTPResponse, body: bytearray) -> bytes:
    """Read a body to its end. body: what was read of it; emptied."""
    while piece := response.read1(READ_BYTES):
        body += piece
        if len(body) > BODY_BYTES:
            body.clear()
            raise _Oversized(f"the subject's answer is longer than {BODY_BYTES} bytes")
    response.close()
    whole = bytes(body)
    body.clear()
    return _checked_body(whole)


def _checked_body(body: bytes) -> bytes:
    """Return a body that can be kept, or its replacement."""
    return TOO_MANY_VALUES if count_values(body, MOST_VALUES) > MOST_VALUES else body


def _check_length(response: http.client.HTTPResponse) -> None:
    """Raise _Unusable for a Content-Length that is not a number: http.client then reads until the connection ends."""
    stated = set(response.headers.get_all("Content-Length", ()))
    if len(stated) > 1 or not all(length.isascii() and length.strip().isdecimal() for length in stated):
        lengths = line_start(_raw(", ".join(sorted(stated))))
        raise _UnusableAnswer(f"the subject's answer cannot be read as HTTP (its Content-Length is {lengths})")


def _speaks(sock: socket.socket) -> bool:
    """Whether a socket has bytes to be read. One on which nothing comes is not waited for."""
    try:
        return bool(sock.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
    except OSError:
        return False


def _readable(sock: socket.socket) -> bool:
    """Whether something came, or the other side closed, while nothing was asked."""
    poll = select.poll()
    poll.register(sock, select.POLLIN)
    return bool(poll.poll(0))


def _unsent(address: ServiceAddress, error: Exception, aborted: bool, timeout: float) -> Unsent:
    """Put in words why no connection came about."""
    url = address.url
    if aborted or isinstance(error, TimeoutError):
        late = f"{url} did not take a connection within {timeout:g} s."
        return Unsent(late, "Is it the right host and port?", "hang")
    if isinstance(error, ssl.SSLCertVerificationError):
        what = f"The certificate of {url} is not trusted: {error.verify_message}."
        return Unsent(what, "SSL_CERT_FILE names a file of further authorities.")
    if isinstance(error, ssl.SSLError):
        return Unsent(f"{url} gives no TLS connection ({_reason(error)}).", "Is it http, not https?")
    if isinstance(error, ConnectionRefusedError):
        return Unsent(f"Nothing listens at {url}: the connection was refused.", "Start the service, or check the port.")
    if isinstance(error, socket.gaierror):
        return Unsent(f"The host {address.host} is not known ({_reason(error)}).", "Check its spelling.")
    return Unsent(f"{url} cannot be reached: {_reason(error)}.", "Is it the right host and port?")


def _reason(error: Exception) -> str:
    if isinstance(error, ssl.SSLError) and error.reason:
        return error.reason.lower().replace("_", " ")
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def _raw(text: str) -> bytes:
    return text.encode("latin-1", "replace")
