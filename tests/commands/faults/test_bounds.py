"""Subjects whose answers are too large, too many or too slow: the whole command ends, and holds little memory."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.command import COMMAND, without_progress
from tests.commands.conftest import seeded
from tests.fault_sequences import ALL_FORMS

SINGLE = "mcp-tool-to-chat-tool"
MOST_MEMORY = 330_000  # kilobytes; the largest run takes 314,000
# Runs a command and reports the most memory that it or a process of its own held. In a process of its own: the tests'
# own memory would count as that of each process they start.
MEASURE = """
import resource, subprocess, sys
status = subprocess.call(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
sys.exit(status)
"""
# What stands in the middle of every answer, by the name of the test.
LARGE = {
    "15 MB of small lists": b"[[]" + b",[]" * 5_000_000 + b"]",
    "15 MB of small nested lists": b"[[[0]]" + b",[[0]]" * 2_500_000 + b"]",
    "15 MB of text": b'"' + b"a" * 15_000_000 + b'"',
    "15 MB of text that takes four bytes for each character": b'"' + b"a" * 15_000_000 + b'\\ud83d\\ude00"',
    "600 KB of small lists": b"[[]" + b",[]" * 120_000 + b"]",
}
SOME = ("15 MB of small lists", "600 KB of small lists")
BEFORE, AFTER = b'{"jsonrpc":"2.0","id":%d,"result":{"output":{"type":"function","x":', b"}}}"

SUBJECT = """
import json, sys

large = open("large", "rb").read()
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "describe":
        result = {"protocol": 1, "name": "large", "operations": ["mcp-tool-to-chat-tool"]}
        answer = [json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}).encode()]
    else:
        answer = [BEFORE % request["id"], large, AFTER]
    for part in (*answer, b"\\n"):
        sys.stdout.buffer.write(part)
    sys.stdout.buffer.flush()
"""


class Measured(NamedTuple):
    """What a run of the command came to. memory: kilobytes, of the process that held most."""

    status: int
    out: str
    memory: int


@pytest.fixture
def measure(here: Path, environment: dict[str, str]) -> Callable[..., Measured]:
    def run(*arguments: str) -> Measured:
        done = subprocess.run(
            [sys.executable, "-S", "-c", MEASURE, *COMMAND, *seeded(arguments)],
            cwd=here,
            env=environment,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        return Measured(done.returncode, done.stdout, int(without_progress(done.stderr)))

    return run


def read_report(here: Path) -> dict[str, Any]:
    report: dict[str, Any] = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    return report


# Further forms take a minute: `tox -e faults` runs them.
further = pytest.mark.skipif(not ALL_FORMS, reason="one of the further forms")


@pytest.mark.expensive("the answers are large")
@pytest.mark.parametrize("what", [name if name in SOME else pytest.param(name, marks=further) for name in LARGE])
def test_answers_of_a_process_that_are_too_large_cost_little_memory(measure, here, what):
    (here / "large").write_bytes(LARGE[what])
    (here / "subject.py").write_text(f"BEFORE, AFTER = {BEFORE!r}, {AFTER!r}\n{SUBJECT}", "utf-8")
    done = measure("certify", "--command", f"{sys.executable} -S subject.py")
    assert done.status == 1
    assert done.memory < MOST_MEMORY
    report = read_report(here)
    assert report["run"]["complete"] is False
    assert "the subject's answers are too large" in done.out


class Large(BaseHTTPRequestHandler):
    """Answers every request with the body of its server; without an end where that is None."""

    protocol_version = "HTTP/1.1"
    server: LargeService

    def do_GET(self) -> None:
        self.reply(json.dumps({"id": 0, "result": {"protocol": 1, "name": "large", "operations": [SINGLE]}}).encode())

    def do_POST(self) -> None:
        request = self.rfile.read(int(self.headers["Content-Length"]))
        number = json.loads(request)["id"] if request.startswith(b'{"jsonrpc"') else 0
        if self.server.chunk is None:
            self.reply(BEFORE % number, self.server.body, AFTER)
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        while not self.server.closing.is_set():
            self.wfile.write(b"%x\r\n%b\r\n" % (len(self.server.chunk), self.server.chunk))

    def reply(self, *parts: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(sum(map(len, parts))))
        self.end_headers()
        for part in parts:
            self.wfile.write(part)

    def log_message(self, *_reported: object) -> None:
        """Say nothing."""


class LargeService(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    body = b""
    chunk: bytes | None = None

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Large)
        self.closing = threading.Event()
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: the client goes away in the middle of answers."""


@pytest.fixture
def service() -> Iterator[LargeService]:
    made = LargeService()
    yield made
    made.closing.set()
    made.shutdown()
    made.server_close()


@pytest.mark.parametrize(
    ("body", "chunk"),
    [
        pytest.param(LARGE["15 MB of small lists"], None, id="15 MB of small lists", marks=further),
        pytest.param(b"[{}" + b",{}" * 20_000_000 + b"]", None, id="60 MB of small objects"),
        pytest.param(LARGE["15 MB of text"], None, id="15 MB of text"),
        pytest.param(b"", b"a" * (1 << 20), id="an endless text", marks=further),
        pytest.param(b"", b"[]," * (1 << 18), id="an endless list"),
    ],
)
def test_answers_of_a_service_that_are_too_large_cost_little_memory(measure, here, service, body, chunk):
    service.body, service.chunk = body, chunk
    done = measure("certify", "--url", f"http://127.0.0.1:{service.server_address[1]}", "--timeout", "30")
    assert done.status == 1
    assert done.memory < MOST_MEMORY
    assert read_report(here)["run"]["complete"] is False
    assert "the subject's answers are too large" in done.out


GROWS = """
from conformance.reference import mcp_tool_to_chat_tool

calls = 0

def convert(tool):
    global calls
    calls += 1
    result = mcp_tool_to_chat_tool(tool)
    result["function"]["parameters"]["properties"] = {f"p{number}": {"type": "string"} for number in range(10 * calls)}
    return result
"""


@further
def test_a_converter_whose_results_grow_with_every_call_ends(measure, here):
    """What it may say altogether bounds the time; the time limit of a run stays far off."""
    (here / "grows.py").write_text(GROWS, "utf-8")
    done = measure("certify", "--bind", f"{SINGLE}=grows:convert")
    assert done.status == 1
    assert done.memory < MOST_MEMORY
    assert read_report(here)["run"]["complete"] is False
    assert "together over 500000 values more than a fair share" in done.out
