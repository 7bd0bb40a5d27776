"""conformance emulate: a process that answers, captures, and ends when it is asked to."""

from __future__ import annotations

import http.client
import json
import re
import signal

import pytest

from conformance.apis.emulator.scripts import SCRIPTS
from conformance.base.extras import install_command

ASKED = {"model": "any", "messages": [{"role": "user", "content": "Is it warm?"}]}
TOOLS = {"tools": [{"type": "function", "function": {"name": "look"}}]}
LIMIT = 60

OWN = """
title: one answer
answers:
  - calls:
      - tool: look
        arguments: {city: Oslo}
"""


def asked(line: str, body: dict) -> tuple[int, dict]:
    (host,) = re.findall(r"^Listening on http://(127\.0\.0\.1:\d+)/v1$", line)
    connection = http.client.HTTPConnection(host, timeout=LIMIT)
    try:
        headers = {"Authorization": "Bearer key", "Content-Type": "application/json"}
        connection.request("POST", "/v1/chat/completions", json.dumps(body), headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_answers_until_a_signal_ends_it(start, here, number):
    (here / "mine.yaml").write_text(OWN, "utf-8")
    process = start("emulate", "--script", "mine.yaml", "--capture", "captured.jsonl")
    try:
        line = process.stdout.readline()
        status, body = asked(line, ASKED | TOOLS)
        call = body["choices"][0]["message"]["tool_calls"][0]["function"]
        assert (status, call) == (200, {"name": "look", "arguments": '{"city":"Oslo"}'})
        assert asked(line, ASKED | {"tool": 1})[1]["error"]["message"] == "Unknown parameter: 'tool'."
        process.send_signal(number)
        assert process.communicate(timeout=LIMIT) == ("", "")
        assert process.returncode == 0
    finally:
        process.kill()
        process.communicate()
    captured = [json.loads(line) for line in (here / "captured.jsonl").read_text("utf-8").splitlines()]
    assert [interaction["response"]["status"] for interaction in captured] == [200, 400]
    assert captured[0]["request"] == {"method": "POST", "path": "/v1/chat/completions", "json": ASKED | TOOLS}
    assert captured[0]["response"]["json"] == body
    assert captured[1]["script"]["rule"]


def test_scripts_are_listed(run):
    done = run("emulate", "--scripts")
    assert (done.status, done.err) == (0, "")
    listed = dict(line.split(maxsplit=1) for line in done.out.splitlines())
    assert listed == {name: script["title"] for name, script in SCRIPTS.items()}


@pytest.mark.parametrize(
    ("arguments", "what"),
    [(("emulate", "--port", "0"), "The local API"), (("serve", "reference"), "Serving over HTTP")],
)
@pytest.mark.expensive("loads the suite without a library")
def test_without_a_library_it_says_how_to_install_it(run, here, monkeypatch, arguments, what):
    monkeypatch.chdir(here)  # the command depends on where it is given
    (here / "h11.py").write_text("raise ModuleNotFoundError(\"No module named 'h11'\", name='h11')", "utf-8")
    done = run(*arguments, PYTHONPATH=str(here))
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        f"conformance: {what} needs starlette and uvicorn; h11 is not installed. "
        f"Install what is missing: {install_command(arguments[0])}\n"
    )


def test_a_model_answers_in_the_place_of_a_script(start, here):
    process = start("emulate", "--model", "sound", "--key", "key")
    try:
        line = process.stdout.readline()
        status, body = asked(line, {**ASKED, "model": "sound"})
        assert (status, body["choices"][0]["finish_reason"]) == (200, "stop")
        assert asked(line, ASKED)[0] == 404  # another model
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=LIMIT) == ("", "")
    finally:
        process.kill()
        process.communicate()


def test_a_model_and_a_script_are_one_too_many(run):
    done = run("emulate", "--model", "sound", "--script", "text")
    assert (done.status, done.out) == (2, "")
    assert done.err == "conformance: --model and --script say both what is answered. Give one of them.\n"
