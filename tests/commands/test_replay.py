"""conformance replay, and certify --cassettes: recorded traffic."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import jsonschema_rs
import pytest

from conformance.rules.contracts.files import read_schema

SHARED = Path(__file__).parents[2].parent / "shared" / "recordings"
OWN = Path(__file__).parent / "roundtrips" / "cassettes"

RECORDED = Path(__file__).parent / "approved" / "samples" / "recorded.py"
# What the oracle refuses, what the API does and no oracle foresaw, and what the model cannot do.
CHANGES = (
    {},
    {"request": {"json": {"tools": [{"type": "function"}]}}},
    {"response": {"status": 400, "json": {"message": "Wrong."}}},
    {"response": {"status": 400, "json": {"error": "gpt-4.1 does not support tools"}}},
)


def test_the_data_have_the_form_that_is_documented(run, here):
    (here / "traffic").mkdir()
    words = [sys.executable, str(RECORDED), *map(json.dumps, CHANGES)]
    (here / "traffic" / "calls.json").write_bytes(subprocess.run(words, capture_output=True, check=True).stdout)
    assert run("replay", "traffic", "reference", "--since", "traffic", "--json", "replay.json").status == 1
    data = json.loads((here / "replay.json").read_text("utf-8"))
    jsonschema_rs.validate(read_schema("replay.schema.json"), data)
    jsonschema_rs.validate(read_schema("report.schema.json"), data["report"])
    found = data["oracles"]
    assert (len(found["refused"]), len(found["unforeseen"]), len(found["of_the_model"])) == (1, 1, 1)


@pytest.mark.expensive("records the reference anew")
def test_our_own_recordings_are_as_they_were(run):
    done = run("replay", str(OWN), "reference")
    assert (done.status, done.err) == (0, "")
    assert "Conversations: 24 as recorded" in done.out


@pytest.mark.expensive("replays recordings twice")
def test_another_converters_recordings_may_be_said_otherwise(run, here):
    (here / "acme.py").write_text(
        "from conformance.reference import chat_messages_to_responses_input as f\n"
        'def convert(messages):\n    made = f(messages)\n    return {**made, "input": made["input"][:-1]}\n',
        "utf-8",
    )
    bind = ("--bind", "chat-messages-to-responses-input=acme:convert", "--choice", "tool-turns=items")
    done = run("replay", str(OWN), *bind)
    assert "differs responses-json-one-call-items.yaml (responses-json-one-call), recorded with reference:" in done.out
    assert "request 0: /input/0 removed: recorded " in done.out
    assert "recorded with tool-turns: parts; acme:convert answers items" in done.out
    assert "as recorded chat" not in done.out
    assert "conversations not as recorded" not in done.out


@pytest.mark.skipif(not SHARED.is_dir(), reason="the folder of other people's recordings is not there")
@pytest.mark.expensive("converts all recorded traffic")
def test_real_traffic_is_accepted_and_the_reference_conforms_on_it(run, here):
    done = run("replay", str(SHARED), "reference", "--json", "replay.json")
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("Replay: nothing speaks against it\n")
    reported = json.loads((here / "replay.json").read_text("utf-8"))
    assert (reported["read"]["files"], reported["read"]["used"], reported["read"]["interactions"]) == (82, 80, 131)
    assert {skipped_file["file"] for skipped_file in reported["read"]["skipped"]} == {"README.md", "index.json"}
    oracles = reported["oracles"]
    assert (oracles["requests"], oracles["responses"], oracles["events"], oracles["refused"]) == (102, 81, 981, [])
    assert oracles["unforeseen"] == []
    assert (oracles["rejected"], len(oracles["of_the_model"])) == (9, 7)
    assert oracles["joined"] == 24  # responses that streams of chunks make
    asked = reported["inputs"]["operations"]
    assert (asked["chat-response-to-gemini-response"], asked["chat-stream-to-gemini-stream"]) == (46, 18)
    assert sum(asked.values()) == 1020
    assert reported["report"]["summary"]["conforms"] is True
