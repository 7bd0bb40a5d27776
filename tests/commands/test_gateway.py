"""conformance gateway: a process that converts, reports, conforms, and ends when it is asked to."""

from __future__ import annotations

import re
import signal
import socket
import threading
from itertools import permutations

import httpx2
import pytest

from conformance.apis.emulator.running import running_api
from conformance.base.redact import Redactor
from conformance.commands.gateway import _reporting

LIMIT = 60
ASKED = {"model": "any", "max_tokens": 9, "metadata": {"user_id": "u"}, "messages": [{"role": "user", "content": "?"}]}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_answers_until_a_signal_ends_it(start, here, number):
    with running_api("text") as api:
        process = start("gateway", "--from", "anthropic", "--to", "gemini", "--backend", api.base_url, "--port", "0")
        try:
            (url,) = re.findall(r"^Listening on (http://127\.0\.0\.1:\d+)/v1$", process.stdout.readline())
            answered = httpx2.post(f"{url}/v1/messages", json=ASKED, headers={"x-api-key": "sk-key-of-mine"})
            process.send_signal(number)
            out, err = process.communicate(timeout=LIMIT)
        finally:
            process.kill()
            process.communicate()
    assert (answered.status_code, answered.json()["type"]) == (200, "message")
    assert (process.returncode, out) == (0, "")
    assert "conformance: anthropic to gemini, request: " in err
    assert "sk-key-of-mine" not in err


def test_mistakes_are_told_in_one_line(run, here):
    given = ("gateway", "--from", "chat", "--to", "gemini", "--backend")
    assert "--backend 'h' is not an http or https URL. Write --backend http://h." in run(*given, "h").err
    assert "the variable NO_SUCH is not set" in run(*given, "http://h", "--header", "a=env:NO_SUCH").err
    ran = run("gateway", "--from", "chat", "--to", "grpc", "--backend", "http://h")
    assert ran.status == 2 and "invalid choice: 'grpc'" in ran.err


@pytest.mark.expensive("certifies a gateway in each direction")
@pytest.mark.parametrize(("client", "backend"), list(permutations(("chat", "responses", "anthropic", "gemini"), 2)))
def test_each_direction_conforms(start, run, here, client, backend):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    given = ("gateway", "--from", client, "--to", backend, "--port", "0", "--backend", f"http://127.0.0.1:{port}/v1")
    with start(*given) as process:
        drained = threading.Thread(target=process.stderr.read)
        drained.start()
        try:
            url = process.stdout.readline().removeprefix("Listening on ").strip()
            ran = run("certify", "--gateway", url, "--gateway-port", port, "--gateway-api", client)
        finally:
            process.kill()
            drained.join()
    (verdict,) = re.findall(r"conforms: \d+ MUST rules pass, 0 fail .*", ran.out) or [ran.out]
    print(f"{client} to {backend}: {verdict}")
    assert ran.status == 0, ran.out


def test_a_line_is_printed_once(capsys):
    with _reporting(Redactor(["my-own-key"])) as report:
        for line in ("lost: a", "lost: a", "lost: my-own-key"):
            report(line)
    first, second = capsys.readouterr().err.splitlines()
    assert first == "conformance: lost: a"
    assert "my-own-key" not in second
