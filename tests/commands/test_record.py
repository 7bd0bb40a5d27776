"""conformance record: conversations held through a converter, against the local API unless somebody asks for more."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
import yaml

from conformance.apis.emulator.running import running_api

ONE = "responses-json-one-call"
CALL = "call_Ab12Cd34Ef56Gh78Ij90Kl12"
KEY = "sk-proj-Abcdef0123456789"

# Says what the model of the local API does not: a call by an id as the real one makes it.
AS_THE_REAL_ONE = {
    "answers": [
        {
            "responses": [
                {"type": "function_call", "id": "fc_68a1b2c3d4e5f60718293a4b5c6d7e8f", "call_id": CALL,
                 "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}
            ]
        },
        {"text": f"Clear, says {CALL}."},
    ]
}  # fmt: skip


@pytest.fixture(scope="module")
def recorded_once(run_in, tmp_path_factory):
    """One conversation, recorded; the output, and the folder."""
    folder = tmp_path_factory.mktemp("recorded")
    return run_in(folder, "record", "--out", "made", "--scenario", ONE, OPENAI_API_KEY=KEY), folder / "made"


@pytest.fixture
def made(recorded_once, here):
    """A copy of it that a test may change."""
    shutil.copytree(recorded_once[1], here / "made")
    return here / "made"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*")) if folder.exists() else []


def test_one_conversation_in_every_answer_to_tool_turns(run, recorded_once, made):
    done = recorded_once[0]
    assert (done.status, done.err) == (0, "")
    assert names(made) == [f"{ONE}-{answer}.yaml" for answer in ("items", "parts", "text")]
    assert f"recorded {ONE}-items: answered in 2 requests" in done.out
    assert f"recorded {ONE}-parts: the API refuses request 2, 400: Invalid value: 'tool_result'." in done.out
    assert "3 recorded against the local API of tool-conformance, 0 failed: made" in done.out
    again = run("replay", "made", "reference")
    assert (again.status, again.err) == (0, "")
    assert "Conversations: 3 as recorded" in again.out


def test_what_is_recorded_live_is_redacted_and_is_found_again(run, here):
    with running_api(AS_THE_REAL_ONE) as api:
        live = ("record", "--live", "--base-url", api.base_url, "--out", "live", "--scenario", ONE)
        done = run(*live, OPENAI_API_KEY=KEY, OPENAI_ORG_ID="acme-org-name")
        asked = [seen.body for seen in api.requests]
    assert (done.status, done.err) == (0, "")
    assert CALL in str(asked[1])  # what was sent was not redacted
    for name in names(here / "live"):
        text = (here / "live" / name).read_text("utf-8")
        for secret in (CALL, KEY, "68a1b2c3d4", "acme-org-name", "127.0.0.1"):
            assert secret not in text
    assert len(names(here / "live")) == 3
    again = run("replay", "live", "--operation", "responses-output-to-tool-calls")
    assert "Conversations: 3 as recorded" in again.out
    assert again.status == 0
    # One of the local API does not replace it.
    before = (here / "live" / f"{ONE}-items.yaml").read_bytes()
    done = run("record", "--out", "live", "--scenario", ONE)
    assert (done.status, "was recorded against" in done.err) == (2, True)
    assert (here / "live" / f"{ONE}-items.yaml").read_bytes() == before


def test_a_dry_run_lists_the_requests_of_each_conversation(run, here):
    with running_api(AS_THE_REAL_ONE) as api:
        live = ("record", "--live", "--base-url", api.base_url, "--out", "live", "--scenario", ONE)
        planned = run(*live, "--dry-run", OPENAI_API_KEY="")
        assert not api.requests
    assert (planned.status, planned.err, (here / "live").exists()) == (0, "", False)
    *lines, summary = planned.out.splitlines()
    listed, bodies = lines[::2], lines[1::2]
    assert all(json.loads(body)["model"] for body in bodies)
    recorded = run("record", "--scenario", ONE).out
    sent = sum(int(number) for number in re.findall(r"(?:answered in|refuses request) (\d+)", recorded))
    assert len(listed) == sent > 0
    assert all(line.startswith(f"{ONE}-") and ": POST /responses, " in line for line in listed)
    tokens = sum(int(line.rpartition("about ")[2].split()[0]) for line in listed)
    assert summary.startswith(f"{sent} requests: about {tokens:,} tokens of input, output without a limit.")


def test_a_budget_is_not_exceeded_and_what_is_complete_is_kept(run, here):
    with running_api(AS_THE_REAL_ONE) as api:
        live = ("record", "--live", "--base-url", api.base_url, "--out", "live", "--scenario", ONE)
        done = run(*live, "--max-requests", "3", OPENAI_API_KEY=KEY)
        sent = len(api.requests)
    assert (done.status, sent) == (2, 3)
    assert done.err.startswith("conformance: The budget of 3 requests is used up. What is complete is kept.")
    assert len(names(here / "live")) == 1


def test_a_changed_request_is_shown_as_what_it_means(run, made):
    path = made / f"{ONE}-items.yaml"
    path.write_text(path.read_text("utf-8").replace("light wind", "strong wind"), "utf-8")
    done = run("replay", "made", "reference")
    assert (done.status, done.err) == (1, "")
    (place,) = (line for line in done.out.splitlines() if line.startswith("  request 1: "))
    assert place.startswith("  request 1: /input/2/output/0/text changed: recorded ")
    assert "strong wind" in place
    assert "light wind" in place
    assert done.out.endswith("Replay: 1 conversations not as recorded\n")


def test_another_order_of_keys_changes_nothing(run, made):
    for path in made.glob("*.yaml"):
        reported = yaml.safe_load(path.read_text("utf-8"))
        for interaction in reported["interactions"]:
            body = json.loads(interaction["request"]["body"])
            interaction["request"]["body"] = json.dumps({"stream": False, **dict(reversed(body.items()))})
        path.write_text(yaml.safe_dump(reported), "utf-8")
    done = run("replay", "made", "reference")
    assert (done.status, "Conversations: 3 as recorded" in done.out) == (0, True)
