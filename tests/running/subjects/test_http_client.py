"""The address of a service, as users write it; and what is left of an answer that breaks off."""

from __future__ import annotations

import http.client
import socket
import threading
from contextlib import ExitStack

import pytest

from conformance.base.errors import UsageError
from conformance.running.subjects.http_client import (
    Connection,
    HttpRequest,
    Lost,
    ServiceAddress,
    Unsent,
    address_of,
    within,
)

ADDRESSES = {
    "http://127.0.0.1:8000": ServiceAddress(
        secure=False, host="127.0.0.1", port=8000, prefix="", url="http://127.0.0.1:8000"
    ),
    "http://localhost": ServiceAddress(secure=False, host="localhost", port=80, prefix="", url="http://localhost"),
    "https://example.org": ServiceAddress(
        secure=True, host="example.org", port=443, prefix="", url="https://example.org"
    ),
    "http://[::1]:8000/": ServiceAddress(secure=False, host="::1", port=8000, prefix="", url="http://[::1]:8000"),
    "http://example.org/convert/er/": ServiceAddress(
        secure=False, host="example.org", port=80, prefix="/convert/er", url="http://example.org/convert/er"
    ),
}


@pytest.mark.parametrize("url", ADDRESSES)
def test_a_url_is_read(url):
    assert address_of(url) == ADDRESSES[url]


@pytest.mark.parametrize(
    ("url", "reported"),
    [
        ("localhost:8000", "Write --url http://localhost:8000"),
        ("127.0.0.1:8000", "Write --url http://127.0.0.1:8000"),
        ("ftp://example.org", "is not an http or https URL"),
        ("http://", "is not an http or https URL"),
        ("", "is not an http or https URL"),
        ("http://example.org:port", "is not a URL"),
        ("http://example.org:70000", "is not a URL"),
        ("http://[::1", "is not a URL"),
        ("http://me:secret@example.org", "would appear in every report"),
        ("http://example.org?key=1", "has a query"),
        ("http://example.org/#part", "has a query, a fragment"),
        ("http://example.org/a b", "odd characters"),
        ("http://example.org/ü", "odd characters"),
        ("http://example.org/\x1b[31m", "odd characters"),
    ],
)
def test_what_is_no_address_of_a_service_is_refused(url, reported):
    with pytest.raises(UsageError, match=r"^--url") as raised:
        address_of(url)
    assert reported in str(raised.value)
    assert "secret" not in str(raised.value)


@pytest.fixture
def cut_answers():
    """The port of a server that answers each request once, says that it closes the connection, and stops half-way."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            asking, _peer = listener.accept()
            with asking:
                asking.recv(10_000)
                asking.sendall(b"HTTP/1.1 413 Too Large\r\nContent-Length: 100\r\nConnection: close\r\n\r\n[1, 2")

        thread = threading.Thread(target=serve)
        thread.start()
        yield listener.getsockname()[1]
        thread.join()


def test_an_answer_that_breaks_off_leaves_no_socket_open(cut_answers, monkeypatch):
    def send_and_break(connection, *arguments):
        request(connection, *arguments)
        raise BrokenPipeError("the server closed while the body was on its way")

    request = http.client.HTTPConnection.request
    monkeypatch.setattr(http.client.HTTPConnection, "request", send_and_break)
    answers = []
    answered = http.client.HTTPConnection.getresponse
    monkeypatch.setattr(
        http.client.HTTPConnection, "getresponse", lambda value: answers.append(answered(value)) or answers[-1]
    )
    with pytest.raises(Lost):
        Connection(address_of(f"http://127.0.0.1:{cut_answers}")).ask(HttpRequest("POST", "/convert/x", b"[]"), 5.0)
    assert [answer.closed for answer in answers] == [True]


@pytest.mark.parametrize(("error", "kind"), [(TimeoutError(), "hang"), (ConnectionRefusedError(), "exit")])
def test_a_connection_that_takes_too_long_is_a_hang_which_is_asked_once_more(error, kind, monkeypatch):
    def connect(_connection):
        raise error

    monkeypatch.setattr(http.client.HTTPConnection, "connect", connect)
    with pytest.raises(Unsent) as caught:
        Connection(address_of("http://127.0.0.1:8000")).ask(HttpRequest("POST", "/convert/x", b"[]"), 5.0)
    assert caught.value.kind == kind


@pytest.fixture
def kept_open():
    """The port of a server that answers one request on each of two connections, and closes neither by itself."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with ExitStack() as held:
                for _connection in range(2):
                    asking = held.enter_context(listener.accept()[0])
                    asking.recv(10_000)
                    asking.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]")
                asking.recv(1)  # until the client closes it

        thread = threading.Thread(target=serve)
        thread.start()
        yield listener.getsockname()[1]
        thread.join()


def test_a_connection_that_was_idle_is_replaced_without_waiting_for_the_server(kept_open, monkeypatch):
    monkeypatch.setattr("conformance.running.subjects.http_client.IDLE", 0.0)
    connection = Connection(address_of(f"http://127.0.0.1:{kept_open}"))
    answers = [within(connection, HttpRequest("POST", "/convert/x", b"[]"), 5.0) for _ in range(2)]
    connection.close()
    assert [answer.body for answer in answers] == [b"[]", b"[]"]
    assert connection.surplus == 0


ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"


@pytest.fixture
def server():
    """Starts a server that serves connections one after the other; each is what it answers, and then it closes it.

    Returns the port and the bytes of the requests that came, in order.
    """
    with ExitStack() as stack:

        def start(*connections: tuple[bytes, ...]) -> tuple[int, list[bytes]]:
            listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
            came: list[bytes] = []

            def serve() -> None:
                for answers in connections:
                    asking, _peer = listener.accept()
                    with asking:
                        for answer in answers:
                            came.append(asking.recv(10_000))
                            asking.sendall(answer)
                        came.append(asking.recv(10_000) if answers else b"")
                listener.close()

            thread = threading.Thread(target=serve)
            thread.start()
            stack.callback(thread.join)
            return listener.getsockname()[1], came

        yield start


def connected(port: int, **more) -> Connection:
    return Connection(address_of(f"http://127.0.0.1:{port}"), **more)


def test_a_connection_is_not_used_again_after_an_answer_that_says_that_the_server_failed(server):
    failed = b"HTTP/1.1 500 E\r\nContent-Length: 2\r\n\r\n{}"
    port, came = server((failed,), (ANSWER,))
    connection = connected(port)
    assert connection.ask(HttpRequest("GET", "/"), 5).status == 500
    assert connection.ask(HttpRequest("GET", "/"), 5).status == 200
    connection.close()
    assert [bool(request) for request in came[:3]] == [True, False, True]


def test_a_request_is_sent_once_more_where_a_kept_connection_ends_without_an_answer(server):
    port, came = server((ANSWER,), (ANSWER,))
    connection = connected(port)
    connection.ask(HttpRequest("GET", "/first"), 5)
    assert connection.ask(HttpRequest("GET", "/second"), 5).status == 200
    assert [request.partition(b" HTTP")[0] for request in came[:3]] == [b"GET /first", b"GET /second", b"GET /second"]


def test_after_a_kept_connection_ended_without_an_answer_none_is_kept(server):
    port, _came = server((ANSWER,), (ANSWER,), (ANSWER,), ())
    connection = connected(port)
    for path in ("/first", "/second", "/third"):
        connection.ask(HttpRequest("GET", path), 5)
    with pytest.raises(Lost, match="closed the connection without an answer"):
        connection.ask(HttpRequest("GET", "/fourth"), 5)


def test_a_new_connection_that_ends_without_an_answer_loses_its_request(server):
    port, came = server((ANSWER,), ())
    connection = connected(port)
    connection.ask(HttpRequest("GET", "/first"), 5)
    with pytest.raises(Lost, match="closed the connection without an answer"):
        connection.ask(HttpRequest("GET", "/second"), 5)
    assert len(came) == 3


def test_a_server_that_is_gone_lost_the_request_that_it_took(server):
    port, _came = server((ANSWER,))
    connection = connected(port)
    connection.ask(HttpRequest("GET", "/first"), 5)
    with pytest.raises(Lost, match="closed the connection without an answer"):
        connection.ask(HttpRequest("GET", "/second"), 5)


def test_a_request_that_had_effects_is_not_sent_once_more(server):
    port, came = server((ANSWER,))
    connection = connected(port, again=lambda: False)
    connection.ask(HttpRequest("GET", "/first"), 5)
    with pytest.raises(Lost, match="closed the connection without an answer"):
        connection.ask(HttpRequest("GET", "/second"), 5)
    assert len(came) == 2
