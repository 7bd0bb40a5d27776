"""serve and emulate answer requests that address this machine, and no page whose name was made to resolve to it."""

from __future__ import annotations

import http.client
import json
import re
import signal
import socket
from collections.abc import Callable, Iterator

import pytest

from conformance.apis.emulator.server import Emulator
from conformance.base.listening import host_of, is_allowed

LIMIT = 60
ALLOWED = ("--host", "0.0.0.0", "--allow-host", "Build.Example", "--allow-host", "2001:db8::1")
SERVERS = {"serve": ("serve", "--port", "0"), "emulate": ("emulate",)}
ROUTES = {"serve": ("GET", "/describe"), "emulate": ("GET", "/openapi.json")}
Ask = Callable[[str | None], tuple[int, str]]
CHUNKED = (
    b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)


@pytest.fixture(scope="module", params=SERVERS)
def listening(request, start_in, tmp_path_factory) -> Iterator[tuple[int, Ask]]:
    """A port at which a server listens, and what asks it. A line on its standard error fails the last test."""
    process = start_in(tmp_path_factory.mktemp("listening"), *SERVERS[request.param], *ALLOWED)
    try:
        line = process.stdout.readline()
        (port,) = re.findall(r"^Listening on http://0\.0\.0\.0:(\d+)", line)

        def ask(host: str | None) -> tuple[int, str]:
            connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=LIMIT)
            try:
                method, path = ROUTES[request.param]
                connection.putrequest(method, path, skip_host=True)
                if host is not None:
                    connection.putheader("Host", host)
                connection.endheaders()
                answer = connection.getresponse()
                return answer.status, answer.read().decode()
            finally:
                connection.close()

        yield int(port), ask
        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=LIMIT)[1] == ""
    finally:
        process.kill()
        process.communicate()


def test_only_names_of_this_machine_are_answered(listening):
    port, ask = listening
    for host in (f"localhost:{port}", "LOCALHOST", "localhost.", f"127.0.0.1:{port}", "127.9.8.7", f"[::1]:{port}"):
        assert ask(host)[0] == 200, host
    for host in (
        f"evil.example:{port}",
        "localhost.evil.example",
        "10.0.0.1",
        "[2001:db8::2]",
        "127.0.0.1@x",
        "",
    ):
        status, body = ask(host)
        assert (status, "--allow-host" in body) == (421, True), host
        json.loads(body)


def test_a_name_can_be_allowed(listening):
    port, ask = listening
    assert ask(f"build.example:{port}")[0] == ask(f"[2001:db8::1]:{port}")[0] == ask("localhost")[0] == 200
    assert ask("other.example")[0] == 421


def test_the_host_that_it_listens_at_is_allowed(listening):
    port, ask = listening
    assert ask(f"0.0.0.0:{port}")[0] == 200


def test_a_body_that_is_malformed_or_cut_leaves_no_trace(listening):
    port, ask = listening
    for pieces in ((CHUNKED, b"5\r\nab"), (CHUNKED, b"zz\r\nab"), (CHUNKED + b"5\r\nab",)):
        with socket.create_connection(("127.0.0.1", port), LIMIT) as connection:
            connection.sendall(pieces[0])
            if len(pieces) > 1:  # the answer is there before the rest of the body
                assert connection.recv(65536).startswith(b"HTTP/1.1 4")
                connection.sendall(pieces[1])
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65536):
                pass
    assert ask("localhost")[0] == 200


@pytest.fixture
def scripted() -> Iterator[tuple[Emulator, str, int]]:
    """The scripted API of tool loops, one script of it, and its port."""
    with Emulator(hosts=("build.example",)) as api:
        url = api.open("responses", ["Hi", "Hi"])
        yield api, url, int(url.split(":")[2].split("/")[0])


def said(port: int, head: bytes, body: bytes = b"") -> bytes:
    """What a server answers to bytes, after which nothing more comes."""
    with socket.create_connection(("127.0.0.1", port), LIMIT) as connection:
        connection.sendall(head + body)
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: connection.recv(65536), b""))


@pytest.mark.parametrize(
    ("host", "status"),
    [(b"localhost", b"200"), (b"[::1]:8", b"200"), (b"build.example:8", b"200"), (b"evil.example", b"421")],
)
def test_the_scripted_api_answers_names_of_this_machine(scripted, host, status):
    api, url, port = scripted
    path = url.partition(f":{port}")[2].encode()
    body = b'{"model": "m", "input": "Hi"}'
    head = b"POST %s/responses HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n\r\n" % (path, host, len(body))
    assert said(port, head, body).startswith(b"HTTP/1.1 " + status)
    assert len(api.seen(url)) == (status == b"200")


@pytest.mark.parametrize("body", [b"5\r\nab", b"zz\r\nab\r\n", b"-5\r\nab\r\n", b"", b"fffffffffff\r\nab"])
def test_the_scripted_api_refuses_a_body_that_is_malformed_or_cut(scripted, body, capfd):
    api, url, port = scripted
    head = b"POST %s/responses HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert said(port, head % url.partition(f":{port}")[2].encode(), body).startswith(b"HTTP/1.1 411")
    assert (api.seen(url), capfd.readouterr().err) == ((), "")


@pytest.mark.parametrize(
    ("header", "host"),
    [
        ("Example.org:80", "example.org"), ("example.org.", "example.org"), ("[::1]:80", "::1"), ("[::1]", "::1"),
        ("localhost:", "localhost"), ("::1", None), ("a b", None), ("", None), (":80", None), ("a:80:90", None),
        ("http://a", None), ("a@b", None), ("[::1", None), ("a,b", None),
    ],
)  # fmt: skip
def test_the_host_of_a_header(header, host):
    assert host_of(header) == host
    assert not is_allowed(header, ()) or host in ("::1", "localhost")
