"""conformance drift on changes planted in types of each kind: what it names, with which inputs, and how it ends."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from conformance.apis.oracles import KINDS
from conformance.formats.operations import operations
from conformance.running.drift.model import READ, WRITTEN
from tests.running.drift.planted_changes import CHANGES, Planted
from tests.running.drift.planting import planted

SCHEMA = Path(__file__).parents[2] / "specs" / "drift.schema.json"
COSTLY = pytest.mark.expensive("it converts all examples of the operations that read or write the kind")
SLOW = {kind for kind in KINDS if kind.endswith(("-request", "-event", "-chunk"))}


@pytest.fixture
def python_with(here: Path) -> Callable[..., str]:
    """Makes an interpreter whose packages have types of a kind with changes."""

    def made(kind: str, *changes: Planted) -> str:
        schema = planted(kind, *(change.plant for change in changes))
        derived = {kind: {"package": "planted", "version": "1", "types": [], "schema": schema}}
        (here / "derived.json").write_text(json.dumps(derived), "utf-8")
        path = here / "some-python"
        path.write_text(f"#!{sys.executable}\nprint(open({str(here / 'derived.json')!r}).read())\n", "utf-8")
        path.chmod(0o755)
        return str(path)

    return made


def broken(change: Mapping[str, Any], way: str) -> set[str]:
    """The operations that a change breaks in a way, each of which has an input that shows it."""
    found = {name for name, ways in change["broken"].items() if way in ways}
    assert all(change["broken"][name][way].startswith(("case ", "example ")) for name in found)
    return found


def test_each_kind_and_each_operation_have_planted_changes() -> None:
    assert CHANGES.keys() == set(KINDS)
    assert {len(changes) for changes in CHANGES.values()} == {4}
    found = {name for changes in CHANGES.values() for change in changes for name in (*change.read, *change.written)}
    assert found == operations().keys()


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=[COSTLY] if kind in SLOW else []) for kind in CHANGES])
def test_planted_changes_name_the_operations_that_they_break(run, here, python_with, kind: str) -> None:
    changes = CHANGES[kind]
    ran = run("drift", "--python", python_with(kind, *changes), "--kind", kind, "--json", "drift.json")
    assert (ran.status, ran.err) == (1, "")
    document = json.loads((here / "drift.json").read_text("utf-8"))
    Draft202012Validator(json.loads(SCHEMA.read_text("utf-8"))).validate(document)
    found = {f"{change['definition']}.{change['at']}": change for change in document["changes"]}
    for other_change in changes:
        change = found[other_change.place]
        assert (broken(change, READ), broken(change, WRITTEN)) == (set(other_change.read), set(other_change.written)), (
            other_change.place
        )
        breaks = [way for way, names in ((WRITTEN, other_change.written), (READ, other_change.read)) if names]
        assert change["breaks"] == breaks
        line = f"  ! {kind} {other_change.place}: {change['what']}"
        assert (line in ran.out) == bool(breaks)
        assert set(change["operations"]) >= {*other_change.read, *other_change.written}


def test_the_input_that_shows_a_break_is_named(run, python_with) -> None:
    kind = "anthropic-response"
    ran = run("drift", "--python", python_with(kind, *CHANGES[kind]), "--kind", kind)
    place = ran.out.index(
        "  ! anthropic-response ToolUseBlock.input: is gone (breaks what we write and what we read)\n"
    )
    lines = ran.out[place:].splitlines()
    assert lines[1].startswith("      touches anthropic-response-to-chat-response")
    assert lines[2:4] == [
        "      case call of anthropic-response-to-chat-response converts otherwise",
        "      the result of case calls of chat-response-to-anthropic-response no longer fits",
    ]
    verbose = run("drift", "--python", python_with(kind, *CHANGES[kind]), "--kind", kind, "-v").out
    assert "      case text-and-calls of anthropic-response-to-tool-calls converts otherwise\n" in verbose


RECORDED = {
    "interactions": [
        {
            "index": 0,
            "api": "chat",
            "request": {
                "method": "POST",
                "path": "/v1/chat/completions",
                "json": {"model": "gpt-x", "messages": [{"role": "user", "content": "Hello"}]},
            },
            "response": {"status": 200, "content_type": "application/json", "json": {
                "id": "c1", "object": "chat.completion", "created": 1, "model": "gpt-x",
                "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
                "choices": [{"index": 0, "finish_reason": "stop", "logprobs": None,
                             "message": {"role": "assistant", "content": "Hello.", "refusal": None}}]}},
        }
    ]
}  # fmt: skip


def test_planted_changes_end_with_1_beside_recordings_that_are_taken_and_that_are_not(run, here, python_with) -> None:
    (here / "traffic").mkdir()
    (here / "traffic" / "one.json").write_text(json.dumps(RECORDED), "utf-8")
    kind = "chat-response"
    for change, refused in zip(CHANGES[kind], (0, 0, 0, 1), strict=True):
        ran = run("drift", "--python", python_with(kind, change), "--kind", kind, "--recordings", "traffic")
        assert (ran.status, ran.err) == (1, ""), change.place
        assert f"  ! {kind} {change.place}: " in ran.out
        assert f"Recordings, {kind}: 1 judged by both, {refused} newly refused" in ran.out
        assert ("  ! one.json, interaction 0, response\n" in ran.out) == bool(refused)


def test_what_was_recorded_and_the_suite_refuses_ends_with_1_where_nothing_changed(run, here, python_with) -> None:
    call = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
    request = {"method": "POST", "path": "/v1/responses", "json": {"model": "m", "input": [call]}}
    response = {"status": 200, "content_type": "application/json", "json": {"error": {}}}
    recorded = {"interactions": [{"index": 0, "api": "responses", "request": request, "response": response}]}
    (here / "traffic").mkdir()
    (here / "traffic" / "one.json").write_text(json.dumps(recorded), "utf-8")
    kind = "responses-request"
    ran = run("drift", "--python", python_with(kind), "--kind", kind, "--recordings", "traffic")
    assert "Stricter than recorded traffic: 1 place, 0 of them taken by the suite\n  ! " in ran.out
    assert "No drift: nothing changed; the suite refuses what was recorded at 1 place.\n" in ran.out
    assert (ran.status, ran.err) == (1, "")
