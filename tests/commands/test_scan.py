"""conformance scan: of a sound server all works; what it sends is limited, and sent nowhere unasked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import jsonschema_rs
import pytest

from conformance.apis.emulator.model import ModelApi
from conformance.apis.emulator.running import running_api
from conformance.base.files import specs_folder
from conformance.commands.main import main
from conformance.running.scan.capabilities import APIS, CAPABILITIES

KEY = "a-key-that-no-report-has"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with running_api(api=ModelApi(("sound", "other")), key=KEY) as api:
        yield api.base_url


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOME_KEY", KEY)
    monkeypatch.chdir(tmp_path)


@pytest.mark.expensive("scans four APIs, and replays that")
def test_all_of_a_sound_server_works_in_all_apis(server, capsys, tmp_path):
    words = ["scan", server, "--key-env", "SOME_KEY", "--json", "scan.json", "--markdown", "scan.md"]
    assert main([*words, "--record", "traffic"]) == 0
    said = capsys.readouterr().out
    assert "WRONG" not in said and "LACKS" not in said
    assert f"{server}: chat, responses, anthropic, gemini by sound; " in said
    assert "Claude Code        anthropic" in said and "has all it needs" in said
    document = json.loads((tmp_path / "scan.json").read_text("utf-8"))
    schema = json.loads((Path(specs_folder()) / "scan.schema.json").read_text("utf-8"))
    assert [error.message for error in jsonschema_rs.validator_for(schema).iter_errors(document)] == []
    assert {each["outcome"] for each in document["capabilities"]} == {"works"}
    assert len(document["capabilities"]) == sum(len(each.apis) for each in CAPABILITIES)
    assert "| Codex | responses | has all it needs |" in (tmp_path / "scan.md").read_text("utf-8")
    recorded = sorted(path.name for path in (tmp_path / "traffic").iterdir())
    assert recorded == sorted(f"scan-{api}.yaml" for api in APIS)
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or KEY not in path.read_text("utf-8")
    assert main(["replay", "traffic"]) == 0
    assert "0 refused by the oracles" in capsys.readouterr().out


class Unmarked(ModelApi):
    """A server whose Chat streams end without their mark."""

    def answer(self, api, request, key=None, stream=None):
        reply = super().answer(api, request, key, stream)
        return replace(reply, pieces=tuple(piece for piece in reply.pieces if b"[DONE]" not in piece))


def test_a_wrong_server_ends_with_1_and_a_line_that_shows_it(capsys):
    with running_api(api=Unmarked(("sound",))) as api:
        assert main(["scan", api.base_url, "--api", "chat", "--capability", "streaming"]) == 1
        said = capsys.readouterr().out
        assert main(["scan", api.base_url, "--api", "chat", "--for", "openai-sdk"]) == 1
        assert "something that is needed is not there" in capsys.readouterr().out
    assert "W1 streamed text (chat): the stream ends without data: [DONE]" in said
    assert f"   curl -sN {api.base_url}/chat/completions " in said


def test_a_client_alone_is_asked_for_by_its_apis(server, capsys):
    assert main(["scan", server, "--key-env", "SOME_KEY", "--for", "codex"]) == 0
    said = capsys.readouterr().out
    assert "responses by sound" in said and "Codex: what is needed is there" in said
    assert "Claude Code" not in said


def test_json_alone_is_on_standard_output(server, capsys):
    words = ["scan", server, "--key-env", "SOME_KEY", "--api", "chat", "--capability", "text", "--json", "-"]
    assert main(words) == 0
    document = json.loads(capsys.readouterr().out)
    assert [each["capability"] for each in document["capabilities"]] == ["text"]
    assert document["requests"] == 3  # to find the API, for its models, for a text


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ([], "No server is named"),
        (["llm.example/v1"], "'llm.example/v1' is not the address of a server"),
        (["https://llm.example/v1"], "llm.example is not on this machine: this scan would send it up to "),
        (["http://127.0.0.1:9/v1", "--max-requests", "20"], "sends up to "),
        (["http://127.0.0.1:9/v1", "--for", "codx"], "Unknown client 'codx'. Did you mean codex?"),
        (["http://127.0.0.1:9/v1", "--capability", "tool"], "Unknown capability 'tool'. Did you mean tools"),
        (["http://127.0.0.1:9/v1", "--key-env", "NO_SUCH_KEY"], "the variable is not set"),
        (["http://127.0.0.1:9/v1", "--header", "a"], "is not of the form NAME=VALUE"),
        (["http://127.0.0.1:1/v1"], "No answer came from http://127.0.0.1:1/v1"),
    ],
)
def test_a_mistake_is_one_line_and_nothing_is_sent(words, what, capsys):
    assert main(["scan", *words]) == 2
    said = capsys.readouterr()
    assert what in said.err and said.err.count("\n") == 1 and said.out == ""


def test_what_would_be_sent_is_listed_and_not_sent(capsys):
    assert main(["scan", "https://llm.example/v1", "--dry-run", "--model", "m", "--api", "chat"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert listed[0] == "chat list of models: GET /models, 0 bytes"
    assert any(line.startswith("chat tool call: POST /chat/completions, ") for line in listed)
    assert "chat tool result: goes on from an answer before" in listed
    assert listed[-1].startswith("Up to ") and listed[-1].endswith("Nothing was sent.")
    assert int(listed[-1].split()[2]) == len(listed) - 1 + 14 + 6


def test_capabilities_and_clients_are_listed(capsys):
    assert main(["scan", "--list"]) == 0
    said = capsys.readouterr().out
    lines = [" ".join(line.split()) for line in said.splitlines()]
    assert "streamed-tools streamed tool call (chat, responses, anthropic, gemini)" in lines
    assert any(line.startswith("claude-code Claude Code (anthropic) needs system, turns, streaming") for line in lines)
