"""conformance record --disputed: the requests that settle disputed points, sent or listed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest
import yaml

from conformance.apis.emulator.running import running_api

KEY = "sk-proj-Abcdef0123456789"
REFUSES = {"answers": [{"http": 400, "error": {"message": "Invalid 'tools[0].name'.", "param": "tools[0].name"}}]}


def test_a_dry_run_prints_each_request_and_needs_no_key(run, here: Path) -> None:
    done = run("record", "--disputed", "all", "--live", "--dry-run", OPENAI_API_KEY="")
    assert (done.status, done.err, list(here.iterdir())) == (0, "", [])
    *listed, summary = done.out.splitlines()
    heads, bodies = listed[::2], listed[1::2]
    assert all(": POST /" in head and " tokens" in head for head in heads)
    assert all(yaml.safe_load(body)["model"] for body in bodies)
    assert any("POST /messages," in head for head in heads) and any(":generateContent," in head for head in heads)
    assert summary.startswith(f"{len(heads)} requests: about ")


def test_an_api_that_answers_otherwise_is_told_apart_and_recorded_without_the_key(run, here: Path) -> None:
    with running_api(REFUSES) as api:
        live = ("record", "--live", "--base-url", api.base_url, "--out", "settled", "--model", "gpt-x")
        done = run(*live, "--disputed", "responses-name-65", OPENAI_API_KEY=KEY)
        assert [seen.body["model"] for seen in api.requests] == ["gpt-x"]
    assert (done.status, done.err) == (1, "")
    assert done.out.startswith("OTHERWISE responses-name-65: refused: Invalid 'tools[0].name'. (tools[0].name)\n")
    assert "tool-name-length refuses from 65 characters" in done.out
    text = (here / "settled" / "disputed-responses-name-65.yaml").read_text("utf-8")
    assert KEY not in text + done.out
    assert "status:\n      code: 400" in text


class Provider(BaseHTTPRequestHandler):
    """An API that takes every request, and keeps its headers."""

    seen: ClassVar[list[tuple[str, dict[str, str], dict[str, Any]]]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.seen.append((self.path, {key.lower(): value for key, value in self.headers.items()}, json.loads(body)))
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_: object) -> None:
        """Write no log."""


@pytest.fixture
def provider() -> Iterator[str]:
    Provider.seen.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Provider) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()
        thread.join()


def test_a_point_of_another_provider_is_asked_with_its_key(run, here: Path, provider: str) -> None:
    live = ("record", "--live", "--base-url", provider, "--out", "settled")
    keys = {"ANTHROPIC_API_KEY": "sk-ant-0123456789", "GEMINI_API_KEY": "gemini-key-0123", "OPENAI_API_KEY": ""}
    done = run(*live, "--disputed", "anthropic-property-dot", "--disputed", "google-untyped", **keys)
    (route, headers, _body), (other_route, other_headers, other_body) = Provider.seen
    assert (route, headers["x-api-key"], headers["anthropic-version"]) == (
        "/v1/messages", "sk-ant-0123456789", "2023-06-01",
    )  # fmt: skip
    assert (other_route, other_headers["x-goog-api-key"]) == (
        "/v1/models/gemini-2.5-flash-lite:generateContent", "gemini-key-0123",
    )  # fmt: skip
    assert "authorization" not in headers | other_headers and "model" not in other_body
    assert "as assumed anthropic-property-dot: accepted" in done.out
    assert "as assumed google-untyped: accepted" in done.out
    assert (done.status, done.err) == (0, "")
    kept = "".join(path.read_text("utf-8") for path in (here / "settled").iterdir())
    assert "functionDeclarations" in kept and "0123" not in kept + done.out


def test_of_all_points_those_without_a_key_are_left_out(run, here: Path, provider: str) -> None:
    live = ("record", "--live", "--base-url", provider, "--out", "settled", "--disputed", "all")
    done = run(*live, OPENAI_API_KEY="", ANTHROPIC_API_KEY="sk-ant-0123456789")
    assert "of Google: GEMINI_API_KEY or GOOGLE_API_KEY is not set" in done.out
    assert "of OpenAI: OPENAI_API_KEY is not set" in done.out
    assert {route for route, _headers, _body in Provider.seen} == {"/v1/messages"}


def test_the_budget_holds(run, here: Path) -> None:
    with running_api(REFUSES) as api:
        live = ("record", "--live", "--base-url", api.base_url, "--out", "settled", "--max-requests", "2")
        done = run(*live, "--disputed", "all", OPENAI_API_KEY=KEY)
        assert len(api.requests) == 2
    assert (done.status, len(list((here / "settled").iterdir()))) == (2, 2)
    assert "The budget of 2 requests is used up." in done.err
