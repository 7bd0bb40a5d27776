"""The server of given tools: the tools and results of its file, as the file has them at the moment."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp_types", reason="the client of these tests is that of the mcp package, version 2")

import anyio
from mcp import Client, StdioServerParameters

from conformance.commands.mcp_demo.given import REVISIONS, _answer_to_call

ROOT = Path(__file__).parents[3]
PATIENT = 60.0  # seconds; nothing here comes near it
SCHEMA = {"type": "object", "properties": {"default": {"type": "number", "default": 1.0}}, "x-odd": [9007199254740993]}


def given(*names: str, **results: Any) -> str:
    return json.dumps({"tools": [{"name": name, "inputSchema": SCHEMA} for name in names], "results": results})


def test_a_whole_answer_of_the_file_is_given_as_it_is() -> None:
    answer = {"content": [{"type": "text", "text": "a", "_meta": {"b": 1}}], "structuredContent": {"c": 1.0}}
    assert _answer_to_call({"name": "a"}, {"a": "sunny"}, {"a": answer}) == answer


def test_it_serves_what_the_file_holds_also_when_that_changes(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    path.write_text(given("a", "b", a="sunny", b={"degrees": 21}), "utf-8")

    async def talk() -> tuple[Any, ...]:
        words = ["-m", "conformance.mcp_demo", "--tools", str(path)]
        server = StdioServerParameters(command=sys.executable, args=words, env={"PYTHONPATH": str(ROOT)})
        async with Client(server, read_timeout_seconds=PATIENT) as client:
            tools = (await client.list_tools()).tools
            answers = [await client.call_tool(name, {}) for name in ("a", "b", "c")]
            path.write_text(given("d", d={"error": "out of luck"}), "utf-8")
            later = (await client.list_tools(cache_mode="refresh")).tools
            return tools, answers, later, await client.call_tool("d", {})

    tools, answers, later, failed = anyio.run(talk)
    assert [(tool.name, tool.input_schema, tool.description) for tool in tools] == [
        ("a", SCHEMA, None),
        ("b", SCHEMA, None),
    ]
    assert [answer.content[0].text for answer in answers[:2]] == ["sunny", '{"degrees": 21}']
    assert answers[2].is_error and "'c'" in answers[2].content[0].text
    assert [tool.name for tool in later] == ["d"]
    assert failed.is_error and failed.content[0].text == "out of luck"


@pytest.mark.parametrize(
    "tool", [{"name": 1, "inputSchema": SCHEMA}, {"name": "a"}, {"name": "a", "inputSchema": {"type": "string"}}, 7]
)
def test_a_file_that_holds_no_tools_is_reported_in_a_line(tmp_path: Path, tool: Any) -> None:
    path = tmp_path / "tools.json"
    path.write_text(json.dumps({"tools": [tool]}), "utf-8")
    command = [sys.executable, "-m", "conformance.mcp_demo", "--tools", str(path)]
    done = subprocess.run(command, input="", capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"conformance.mcp_demo: {path} cannot be served: ")
    assert done.stderr.count("\n") == 1


def asked(path: Path, *lines: str) -> list[Any]:
    """Return what the server writes to these lines."""
    command = [sys.executable, "-m", "conformance.mcp_demo", "--tools", str(path)]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, cwd=ROOT, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("wanted", "agreed"), [(revision, revision) for revision in REVISIONS] + [("1999-01-01", REVISIONS[-1])]
)
def test_a_known_revision_of_the_protocol_is_agreed_to(tmp_path: Path, wanted: str, agreed: str) -> None:
    path = tmp_path / "tools.json"
    path.write_text(given("a"), "utf-8")
    params = {"protocolVersion": wanted, "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    opened = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}
    (answer,) = asked(path, json.dumps(opened), '{"jsonrpc": "2.0", "method": "notifications/initialized"}')
    assert answer["result"]["protocolVersion"] == agreed


def test_a_request_that_it_cannot_answer_is_answered_with_an_error(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    path.write_text(given("a"), "utf-8")
    calls = (
        {"method": "tools/call"},
        {"method": "tools/call", "params": {"name": "a", "arguments": [1]}},
        {"method": "tools/call", "params": []},
    )
    lines = ("{", "[]", '{"id": 1, "method": "server/discover"}', *(json.dumps({"id": 2, **call}) for call in calls))
    assert [(element["id"], element["error"]["code"]) for element in asked(path, *lines)] == [
        (None, -32700),
        (None, -32600),
        (1, -32601),
        *[(2, -32602)] * 3,
    ]


def test_it_starts_without_the_mcp_package(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    path.write_text(given("a"), "utf-8")
    script = f"""
import runpy, sys
sys.modules.update(dict.fromkeys(("mcp", "mcp_types", "pydantic", "anyio")))
sys.argv[1:] = ["--tools", {str(path)!r}]
runpy.run_module("conformance.mcp_demo", run_name="__main__")
"""
    command = [sys.executable, "-c", script]
    asks = '{"id": 1, "method": "ping"}'
    done = subprocess.run(command, input=asks, capture_output=True, text=True, cwd=ROOT, check=True)
    assert json.loads(done.stdout) == {"jsonrpc": "2.0", "id": 1, "result": {}}
