"""conformance record --disputed: the requests that settle disputed points, sent or listed."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from conformance.emulator.running import running_api

KEY = "sk-proj-Abcdef0123456789"
REFUSES = {"answers": [{"http": 400, "error": {"message": "Invalid 'tools[0].name'.", "param": "tools[0].name"}}]}


def test_a_dry_run_prints_each_request_and_needs_no_key(run, here: Path) -> None:
    done = run("record", "--disputed", "all", "--live", "--dry-run", OPENAI_API_KEY="")
    assert (done.status, done.err, list(here.iterdir())) == (0, "", [])
    *listed, summary = done.out.splitlines()
    heads, bodies = listed[::2], listed[1::2]
    assert all(": POST /" in head and " tokens" in head for head in heads)
    assert all(yaml.safe_load(body)["model"] for body in bodies)
    assert summary.startswith(f"{len(heads)} requests: about ")


def test_the_local_api_does_what_is_assumed_and_nothing_is_kept(run, here: Path) -> None:
    done = run("record", "--disputed", "chat-no-tools", "--disputed", "responses-strict-null")
    assert (done.status, done.err, list(here.iterdir())) == (0, "", [])
    assert "as assumed chat-no-tools: refused: Invalid 'tools': empty array." in done.out
    assert "  /tools/0/strict of the answer: true\n" in done.out
    assert done.out.endswith("2 as assumed by the local API of tool-conformance, 0 not.\n")


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


def test_the_budget_holds(run, here: Path) -> None:
    with running_api(REFUSES) as api:
        live = ("record", "--live", "--base-url", api.base_url, "--out", "settled", "--max-requests", "2")
        done = run(*live, "--disputed", "all", OPENAI_API_KEY=KEY)
        assert len(api.requests) == 2
    assert (done.status, len(list((here / "settled").iterdir()))) == (2, 2)
    assert "The budget of 2 requests is used up." in done.err


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--disputed", "chat-no-tool"), "Unknown disputed point 'chat-no-tool'. Did you mean chat-no-tools"),
        (("--disputed", "all", "--live"), "--live needs a key. Set OPENAI_API_KEY."),
        (("--disputed", "all", "--base-url", "http://example.com/v1"), "is not on this machine"),
    ],
)
def test_a_mistake_is_one_line(run, arguments: tuple[str, ...], problem: str) -> None:
    done = run("record", *arguments, OPENAI_API_KEY="")
    assert (done.status, done.out) == (2, "")
    assert problem in done.err
    assert done.err.count("\n") == 1


def test_explain_shows_a_point(run) -> None:
    done = run("explain", "chat-no-tools")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("chat-no-tools  chat  disputed\n")
    for part in ("The suite assumes\n  that it is refused", "tools-empty", '"tools": []', "If it is accepted"):
        assert part in done.out
