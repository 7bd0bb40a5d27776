"""certify --wire and --gateway, from end to end: through the package of the API, and through a running gateway."""

from __future__ import annotations

import json
import shlex
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.apis.emulator.running import running_api

SCRIPTS = Path(__file__).parents[1] / "running" / "subjects" / "scripts"
TO_CHAT, TO_RESPONSES, LOOP = "mcp-tools-to-chat-tools", "mcp-tools-to-responses-tools", "tool-loop"


def driver(module: str) -> str:
    return shlex.join([sys.executable, "-m", f"conformance.running.wire_drivers.{module}"])


def report_in(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "reports" / "report.json").read_text("utf-8"))


def failing(report: dict[str, Any]) -> set[tuple[str, str]]:
    rules = report["rules"]
    return {(rule["operation"], rule["id"]) for rule in rules if rule["verdict"] == "fail" and rule["level"] == "MUST"}


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def gateway() -> Iterator[Callable[..., int]]:
    """Starts a gateway that asks a port of this machine; gives the port that it listens on."""
    started: list[subprocess.Popen[str]] = []

    def start(way: str, upstream: int, *defects: str) -> int:
        command = [sys.executable, str(SCRIPTS / "gateway.py"), way, f"http://127.0.0.1:{upstream}/v1", *defects]
        started.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True))
        assert started[-1].stdout is not None
        return int(started[-1].stdout.readline())

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.mark.expensive("certifies a package over the wire")
def test_the_package_of_the_api_conforms_over_the_wire(run, here) -> None:
    pytest.importorskip("openai", reason="its package leads the conversations")
    some = ("--operation", TO_RESPONSES, "--operation", LOOP, "--max-examples", "0", "-v")
    ran = run("certify", "--wire", driver("openai_package"), *some)
    assert ran.status == 0, ran.out + ran.err
    report = report_in(here)
    assert report["subject"]["name"] == "openai" and report["subject"]["adapter"] == "wire"
    assert report["run"]["max_examples"] == 0
    assert {rule["operation"] for rule in report["rules"]} == {TO_RESPONSES, LOOP}
    assert "Not observable: LAW-1 of mcp-tools-to-responses-tools: There is one step to be seen" in ran.out


def test_requests_that_the_api_refuses_are_refused_over_the_wire_in_its_words(run, here) -> None:
    nesting = shlex.join([sys.executable, str(SCRIPTS / "driver.py"), "nests-messages"])
    ran = run("certify", "--wire", nesting, "--operation", LOOP, "--max-examples", "0")
    assert ran.status == 1
    report = report_in(here)
    assert {(LOOP, "API-1"), (LOOP, "LOOP-3")} <= failing(report)
    evidence = next(rule["evidence"][0] for rule in report["rules"] if rule["id"] == "API-1")
    refused = next(request["body"] for request in evidence["requests"] if len(request["body"]["messages"]) > 1)
    with running_api("text") as api:
        (status, answer) = post(api.base_url, refused)
    assert status == 400
    assert answer["error"]["message"] == "Missing required parameter: 'messages[1].content[0].type'."
    assert evidence["message"].endswith(answer["error"]["message"])
    assert answer["error"]["message"] in evidence["error"]["message"]


def post(base_url: str, body: Any) -> tuple[int, Any]:
    headers = {"Authorization": "Bearer key", "Content-Type": "application/json"}
    request = urllib.request.Request(base_url + "/chat/completions", json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_a_broken_driver_is_convicted_and_its_evidence_repeats(run, here) -> None:
    broken = shlex.join([sys.executable, str(SCRIPTS / "driver.py"), "strict"])
    ran = run("certify", "--wire", broken, "--operation", TO_CHAT, "--max-examples", "0", "-vv")
    assert ran.status == 1
    assert (TO_CHAT, "MCP-8a") in failing(report_in(here))
    repeat = next(line.split("repeat", 1)[1] for line in ran.out.splitlines() if "--rule MCP-8a" in line)
    _conformance, *words = shlex.split(repeat)
    again = run(*words)
    assert again.status == 1 and "MCP-8a" in again.out


def test_few_conversations_are_led_by_default(run, here) -> None:
    sound = shlex.join([sys.executable, str(SCRIPTS / "driver.py"), "chat-only"])
    assert run("certify", "--wire", sound, "--operation", TO_CHAT).status == 0
    assert report_in(here)["run"]["max_examples"] == 10


@pytest.mark.expensive("certifies two gateways")
def test_a_gateway_conforms_and_a_broken_one_is_convicted(run, here, gateway) -> None:
    ours = free_port()
    sound = f"http://127.0.0.1:{gateway('responses:chat', ours)}/v1"
    ran = run("certify", "--gateway", sound, "--gateway-port", str(ours), "--max-examples", "5")
    assert ran.status == 0, ran.out + ran.err
    assert report_in(here)["subject"]["adapter"] == "gateway"
    broken = f"http://127.0.0.1:{gateway('responses:chat', ours, 'no_instructions')}/v1"
    ran = run("certify", "--gateway", broken, "--gateway-port", str(ours), "--max-examples", "0", "-vv")
    assert ran.status == 1
    assert failing(report_in(here)) == {
        ("responses-input-to-chat-messages", "INP-6"),
        ("responses-request-to-chat-request", "R2C-1"),
    }
    assert f"--gateway {broken} --gateway-port {ours} " in ran.out
