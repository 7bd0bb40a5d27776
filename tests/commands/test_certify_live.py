"""conformance live: results of a subject sent to an API, whose opinion is shown beside the oracles'."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.apis.emulator.running import running_api

KEY = "sk-proj-Abcdef0123456789"
SAYS_HELLO = {"answers": [{"text": "Hello."}]}
REFUSES = {"answers": [{"http": 400, "error": {"message": "No.", "param": "tools"}}]}
OPERATION = "chat-tools-to-responses-tools"
CASES = ("live", "reference", "--operation", OPERATION, "--max-examples", "0")
KEEPS_THE_WRAPPER = "def convert(tools):\n    return tools\n"


def live(folder: Path) -> dict[str, Any]:
    report: dict[str, Any] = json.loads((folder / "reports" / "report.json").read_text("utf-8"))
    found: dict[str, Any] = report["live"]
    return found


@pytest.mark.expensive("runs all operations, and sends results of each to an API")
def test_results_of_every_operation_are_dealt(run, here: Path) -> None:
    with running_api(SAYS_HELLO) as api:
        words = ("--base-url", api.base_url, "--max-examples", "0", "--max-requests", "24")
        done = run("live", "reference", *words, OPENAI_API_KEY=KEY)
        sent = [seen.body for seen in api.requests]
    assert (done.status, done.err, len(sent)) == (0, "", 24)
    assert "Live: 24 results sent to http://local-api.invalid/v1 (gpt-4.1-mini): 23 accepted, 1 refused;" in done.out
    assert done.out.splitlines()[-1].startswith("Reports: ")
    answers = live(here)["answers"]
    assert len({answer["operation"] for answer in answers}) == 13
    # A case of names that are passed on unchanged is among them, and the oracles foresee that the API refuses them.
    assert [answer["case"] for answer in answers if answer["refused"]] == ["names-are-not-mended"]
    assert all(answer["agree"] for answer in answers)
    assert all(body["model"] == "gpt-4.1-mini" for body in sent)
    # A request of Anthropic or Gemini has a limit of its own: 9 or 64 in the cases.
    assert all(body.get("max_output_tokens") == 16 or body.get("max_completion_tokens") in (1, 9, 64) for body in sent)
    assert KEY not in done.out + (here / "reports" / "report.json").read_text("utf-8")


@pytest.mark.expensive("certifies, and asks an API")
def test_a_refusal_that_the_oracles_foresee_is_evidence(run, here: Path) -> None:
    (here / "acme.py").write_text(KEEPS_THE_WRAPPER, "utf-8")
    words = ("live", "--bind", f"{OPERATION}=acme:convert", "--max-examples", "0", "--max-requests", "2")
    with running_api(SAYS_HELLO) as api:
        done = run(*words, "--base-url", api.base_url, OPENAI_API_KEY=KEY)
        assert len(api.requests) == 2
    assert (done.status, done.err) == (1, "")
    assert "0 accepted, 2 refused; the oracles say otherwise of 0." in done.out
    assert "    the API: Missing required parameter: 'tools[0].name'.\n" in done.out
    assert [answer["agree"] for answer in live(here)["answers"]] == [True, True]


def test_a_refusal_that_the_oracles_do_not_foresee_is_the_fault_of_the_suite(run, here: Path) -> None:
    with running_api(REFUSES) as api:
        done = run(*CASES, "--base-url", api.base_url, "--max-requests", "1", OPENAI_API_KEY=KEY)
    assert done.status == 3
    assert "the oracles disagree" not in done.out
    assert "The API and the suite's oracles disagree on 1 of 1 results." in done.err
    assert "  SUITE WRONG chat-tools-to-responses-tools " in done.out
    assert "    the API: No.\n    the suite: accepted\n" in done.out
    (answer,) = live(here)["answers"]
    assert (answer["refused"], answer["foreseen"], answer["agree"]) == ("No.", [], False)


def test_an_answer_that_is_not_about_a_request_ends_the_asking_and_the_reports_are_written(run, here: Path) -> None:
    wrong_key = {"answers": [{"http": 401, "error": {"message": f"Incorrect API key provided: {KEY}"}}]}
    with running_api(wrong_key) as api:
        done = run(*CASES, "--base-url", api.base_url, OPENAI_API_KEY=KEY)
        assert len(api.requests) == 1
    assert done.status == 2
    assert "answers 401: Incorrect API key provided" in done.err
    assert live(here)["answers"] == []
    assert KEY not in done.out + done.err + json.dumps(live(here))


def test_a_dry_run_prints_the_requests_and_their_cost_and_judges_nothing(run, here: Path) -> None:
    done = run("live", "reference", "--dry-run", "--max-requests", "4", OPENAI_API_KEY="")
    assert (done.status, done.err, list(here.iterdir())) == (0, "", [])
    *listed, cost = [line for line in done.out.splitlines() if not line.startswith("Left out: ")]
    assert len(listed) == 8
    assert all(": POST /" in head for head in listed[::2])
    assert all(json.loads(body)["model"] for body in listed[1::2])
    assert cost.startswith("4 requests: about ")


def test_a_given_input_is_all_that_is_sent(run, here: Path) -> None:
    function = {
        "name": "look_up",
        "description": "Looks a word up.",
        "parameters": {"type": "object", "properties": {}},
    }
    (here / "tools.json").write_text(json.dumps([{"type": "function", "function": function}]), "utf-8")
    words = ("live", "reference", "--operation", OPERATION, "--input", "tools.json")
    with running_api(SAYS_HELLO) as api:
        done = run(*words, "--base-url", api.base_url, OPENAI_API_KEY=KEY)
        sent = [seen.body["tools"] for seen in api.requests]
    assert (done.status, done.err) == (0, "")
    assert [[tool["name"] for tool in tools] for tools in sent] == [["look_up"]]


def test_the_flags_of_the_command_are_no_flags_of_certify(run) -> None:
    for flag in ("--live", "--dry-run", "--base-url=http://127.0.0.1:1/v1", "--max-requests=2"):
        done = run("certify", "reference", flag)
        assert done.status == 2
        assert f"unknown option '{flag.partition('=')[0]}'" in done.err


def test_a_model_is_for_gateways(run) -> None:
    done = run("certify", "reference", "--model", "gpt-x")
    assert (done.status, "--model is for gateways" in done.err) == (2, True)
