"""What a scan found, as people and programs read it."""

from __future__ import annotations

import shlex
import subprocess

import jsonschema_rs
import pytest

from conformance.base.files import specs_folder
from conformance.base.redact import Redactor
from conformance.base.strict_json import parse_json
from conformance.results import scan as report
from conformance.running.scan.model import HttpRequest
from conformance.running.scan.wire import Target
from tests.running.scan.servers import URL, Server, in_bodies, scanned

TARGET = Target({"chat": URL, "anthropic": URL})


def _wrong(body: dict) -> None:
    for choice in body.get("choices", ()):
        if choice["message"].get("tool_calls"):
            choice["finish_reason"] = "stop"


@pytest.fixture(scope="module")
def result():
    return scanned(Server(in_bodies(_wrong)), "chat", "anthropic")


def test_a_defect_says_what_came_what_a_client_meets_and_how_to_see_it(result):
    said = report.lines(result, TARGET, "SOME_KEY")
    assert said[0].startswith(f"{URL}: chat, anthropic by one; ")
    assert "tool call                   WRONG W1  works" in said
    at = said.index("W1 tool call (chat): finish_reason of an answer with calls: wanted tool_calls, got stop")
    assert said[at + 1] == "   Agents take the answer for the last one, and run no tool."
    assert said[at + 2].startswith(f"   curl -sN {URL}/chat/completions -H 'content-type: application/json' ")
    assert '-H "authorization: Bearer $SOME_KEY"' in said[at + 2]
    assert said[at + 3].startswith('   answered 200: {"id": "chatcmpl-')
    together = [" ".join(line.split()) for line in said]
    assert "LangChain chat LACKS tool call (wrong W1)" in together
    assert "Claude Code anthropic has all it needs" in together
    assert said[-1].startswith("1 wrong, ")


def test_the_document_is_as_its_schema_says(result):
    document = report.document(result, TARGET, None, Redactor())
    with open(f"{specs_folder()}/scan.schema.json", encoding="utf-8") as file:
        schema = parse_json(file.read())
    assert [error.message for error in jsonschema_rs.validator_for(schema).iter_errors(document)] == []
    (defect,) = document["defects"]
    assert (defect["id"], defect["capability"], document["works"]) == ("W1", "tools", False)
    assert defect["answer"]["status"] == 200 and defect["request"]["body"]["tools"]


def test_markdown_has_the_table_the_defects_and_the_clients(result):
    said = report.markdown(result, TARGET, None)
    assert "| tool call | WRONG W1 | works |" in said
    assert "## W1 tool call (chat)" in said
    assert "| LangChain | chat | LACKS tool call (wrong W1) |" in said


def test_the_curl_line_is_one_that_a_shell_reads():
    request = HttpRequest(api="anthropic", route="/messages", body={"text": 'it\'s $HOME, "so"'})
    line = report.curl(request, f"{URL}/messages", TARGET._replace(headers={"x-more": "secret"}), "SOME_KEY")
    assert "secret" not in line
    script = f"curl() {{ printf '%s\\n' \"$@\"; }}; SOME_KEY=k X_MORE=m; {line}"
    said = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True).stdout.splitlines()
    assert said == [
        "-sN", f"{URL}/messages", "-H", "content-type: application/json", "-H", "x-api-key: k", "-H",
        "anthropic-version: 2023-06-01", "-H", "x-more: m", "-d", '{"text": "it\'s $HOME, \\"so\\""}',
    ]  # fmt: skip
    assert shlex.split(line)[0] == "curl"
