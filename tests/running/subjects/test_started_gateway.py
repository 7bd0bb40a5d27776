"""A gateway of the catalogue is started, asked and ended."""

from __future__ import annotations

import shlex
import socket
import sys
from pathlib import Path

import pytest

from conformance.base.errors import SubjectError
from conformance.base.observation import ConversionRequest
from conformance.running.subjects.base import Limits
from conformance.running.subjects.started_gateway import HOST, StartedGateway, StartedGatewayConfig

GATEWAY = """
import json, sys, urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

port, api = sys.argv[1:]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if body["messages"][0]["content"] == "die":
            sys.exit(3)
        asked = {"model": body["model"], "messages": body["messages"], "user": self.headers["x-api"]}
        request = urllib.request.Request(api + "/v1/chat/completions", json.dumps(asked).encode(),
                                         {"content-type": "application/json"})
        answer = urllib.request.urlopen(request).read()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        print("x" * 100_000)  # more than a pipe takes


print(json.dumps({"name": "acme", "version": "1.0"}), flush=True)
HTTPServer(("127.0.0.1", int(port)), Handler).serve_forever()
"""
OPERATION = "anthropic-request-to-chat-request"


def config(tmp_path: Path, source: str, seconds: float = 20) -> StartedGatewayConfig:
    program = tmp_path / "gateway.py"
    program.write_text(source)
    command = shlex.join((sys.executable, str(program)))
    limits = Limits(start_timeout=seconds, timeout=5)
    return StartedGatewayConfig(command=command, api="anthropic", headers={"x-api": "{api}/v1"}, limits=limits)


def asked(subject: StartedGateway, content: str) -> object:
    body = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": content}]}
    ((_request, outcome),) = subject.ask([ConversionRequest(key=0, operation=OPERATION, input=body)])
    return outcome.output


def test_it_is_started_with_a_port_and_the_address_of_the_api_and_ended(tmp_path: Path) -> None:
    subject = config(tmp_path, GATEWAY).open()
    assert isinstance(subject, StartedGateway)
    try:
        described = subject.describe()
        assert (described.name, described.version) == ("acme", "1.0")
        assert OPERATION in described.operations
        assert subject.asked.directions == (("anthropic", "chat"),)  # what the rules of gateways are asked of
        for content in ("a", "b", "c"):
            output = asked(subject, content)
            assert isinstance(output, dict)
            assert output["messages"] == [{"role": "user", "content": content}]
            assert output["user"].startswith(f"http://{HOST}:") and output["user"].endswith("/v1")
        port = subject._port
    finally:
        subject.close()
    with socket.socket() as client:
        assert client.connect_ex((HOST, port)) != 0


def test_one_that_died_is_started_again(tmp_path: Path) -> None:
    subject = config(tmp_path, GATEWAY.replace("sys.exit(3)", "__import__('os')._exit(3)")).open()
    try:
        subject.describe()
        asked(subject, "die")
        assert isinstance(asked(subject, "a"), dict)
    finally:
        subject.close()


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("raise ValueError('no key')\n", "ended with status 1 before it listened: ValueError: no key"),
        ("import sys; sys.exit(4)\n", "ended with status 4 before it listened: it said nothing"),
        (GATEWAY.replace("print(json.dumps", "print(str"), "first line is"),
        ("import time; time.sleep(60)\n", "does not listen after 0.5 s"),
    ],
)
def test_one_that_does_not_start_is_told_in_a_line(tmp_path: Path, source: str, said: str) -> None:
    subject = config(tmp_path, source, 0.5 if "sleep" in source else 20).open()
    with pytest.raises(SubjectError, match=said) as caught:
        subject.describe()
    subject.close()
    assert "\n" not in str(caught.value)


def test_its_headers_are_no_secrets_because_the_catalogue_has_them(tmp_path: Path) -> None:
    assert config(tmp_path, GATEWAY).secrets == ()
