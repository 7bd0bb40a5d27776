"""What the user gave is judged and shown as it was given, and each input is accounted for by its name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from conformance.commands import given_input
from tests.command import Ran
from tests.commands.conftest import Run

pytestmark = pytest.mark.usefixtures("few_cases")

SINGLE, LIST, PARSE = "mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools", "responses-output-to-tool-calls"
KEY = "sk-abcdefghijklmnopqrstuvwxyz0123456789ABCD"
# Keeps defaults, and refuses a tool called `delete`. The list loses the description of its second tool.
CONVERTER = """
import copy

def convert(tool):
    if tool["name"] == "delete":
        raise PermissionError("delete is not for models")
    tool = copy.deepcopy(tool)
    function = {"name": tool["name"], "description": tool.get("description", ""), "parameters": tool["inputSchema"]}
    return {"type": "function", "function": function}

def convert_all(tools):
    found = [convert(tool) for tool in tools]
    found[1]["function"]["description"] = ""
    return found
"""
PARSER = """
import json

def parse(answer):
    calls = [
        {"id": one["call_id"], "type": "function", "name": one["name"], "arguments": json.loads(one["arguments"])}
        for one in answer["output"]
        if one["type"] == "function_call"
    ]
    return {"content": "", "tool_calls": calls, "finish_reason": "tool_calls", "done": False}
"""


def tool(name: str, **properties: Any) -> dict[str, Any]:
    """A real tool: the schemas of its properties."""
    schema = {"type": "object", "properties": properties}
    return {"name": name, "description": f"Does what {name} says.", "inputSchema": schema}


def certify(run_in: Run, here: Path, *arguments: str) -> tuple[Ran, dict[str, Any]]:
    """Certify the converter of this module, without examples; return what was said, and the report."""
    (here / "acme.py").write_text(CONVERTER + PARSER, "utf-8")
    ran = run_in(here, "certify", "--max-examples", "0", "--report-dir", "reports", *arguments)
    return ran, json.loads((here / "reports" / "report.json").read_text("utf-8"))


def write(here: Path, name: str, value: Any) -> None:
    (here / name).write_text(json.dumps(value), "utf-8")


def test_a_long_tool_is_shown_as_it_was_given_around_its_defect_and_then_reduced(here: Path, run_in: Run) -> None:
    fields = {f"field_{number}": {"type": "string", "description": "x" * 40} for number in range(60)}
    given = tool("report", **fields, deadline={"type": "string", "default": "tomorrow"})
    write(here, "report.json", given)
    arguments = ("--bind", f"{SINGLE}=acme:convert", "--operation", SINGLE, "--input", "report.json", "-v")
    ran, report = certify(run_in, here, *arguments)
    (evidence,) = [shown for rule in report["rules"] if rule["id"] == "MCP-2" for shown in rule["evidence"]]
    assert (evidence["input"], evidence["given"]) == (given, {"kind": "input", "name": "report.json"})
    reduced = evidence["reduced"]
    assert len(json.dumps(reduced["input"])) < 200 < len(json.dumps(given))
    assert "default" in json.dumps(reduced["input"])
    assert reduced["at"].endswith("/default")
    lines = ran.out.splitlines()
    shown, after = next((line, lines[place + 1]) for place, line in enumerate(lines) if line.startswith("    input  "))
    assert '"deadline": {"type": "string", "default": "tomorrow"}' in shown
    assert after.startswith("    reduced   {")
    assert "Given inputs: 1 fails\n  report.json: D1\n" in ran.out
    page = (here / "reports" / "report.html").read_text("utf-8")
    assert "Reduced: a smaller input that shows the same" in page
    written = next((here / "reports" / "evidence").glob(f"{SINGLE}.MCP-2*"))
    assert json.loads(written.read_text("utf-8")) == given


def served(run_in: Run, here: Path, tools: list[dict[str, Any]], *arguments: str) -> tuple[Ran, dict[str, Any]]:
    """Certify with the tools of a server, which is not started."""
    with patch.object(given_input, "harvest", lambda command, **_more: tools):
        return certify(run_in, here, "--mcp-server", f"server --key {KEY}", *arguments)


TOOLS = [tool("search", city={"default": "Paris"}), tool("fetch", url={"type": "string"}), tool("list")]


def test_each_tool_of_a_server_is_named_with_how_it_fared(here: Path, run_in: Run) -> None:
    delete = tool("delete", id={"type": "string"})
    ran, report = served(run_in, here, [*TOOLS, delete], "--bind", f"{SINGLE}=acme:convert", "-v")
    lines = ran.out.splitlines()
    begin = lines.index("Tools of the server server --key [redacted OpenAI key]: 4 came")
    ids = {defect["rules"][0]["rule"]: defect["id"] for defect in reversed(report["defects"])}
    found = [f"  search: {ids['MCP-2']}", f"  delete: {ids['CONV-1']}", "  fine: fetch, list"]
    assert lines[begin + 1 : begin + 4] == found
    given = {element["name"]: element for element in report["given"]}
    assert (given["search"]["verdict"], given["search"]["rules"], given["search"]["defects"]) == (
        "fails", ["MCP-2"], [ids["MCP-2"]]
    )  # fmt: skip
    assert given["delete"]["rules"] == ["CONV-1"]
    assert given["delete"]["reason"] == "PermissionError: delete is not for models"
    assert (given["fetch"]["verdict"], given["fetch"]["standing"]) == ("converted", {"kind": "real"})
    assert "at        /input in tool delete of the server" in ran.out
    assert "/city/default in tool search of the server\n" in ran.out
    for file in (here / "reports").rglob("*.*"):
        assert KEY not in file.read_text("utf-8")
    assert KEY not in ran.out


@pytest.mark.expensive("certifies a converter")
def test_tools_that_go_in_as_one_list_are_named_one_by_one(here: Path, run_in: Run) -> None:
    bindings = ("--bind", f"{SINGLE}=acme:convert", "--bind", f"{LIST}=acme:convert_all")
    ran, report = served(run_in, here, TOOLS, *bindings, "--jobs", "2")
    of_list = {element["name"]: element.get("rules", []) for element in report["given"] if element["operation"] == LIST}
    assert "MCP-2" in of_list["search"]
    assert "MCP-1" in of_list["fetch"] or "MCP-9" in of_list["fetch"]
    assert of_list["list"] == []
    assert "  fine: list\n" in ran.out


def test_a_list_that_is_refused_says_nothing_of_its_tools(here: Path, run_in: Run) -> None:
    ran, report = served(run_in, here, [*TOOLS, tool("delete")], "--bind", f"{LIST}=acme:convert_all")
    assert [(element["name"], element["tools"]) for element in report["given"]] == [
        ("all tools", ["search", "fetch", "list", "delete"])
    ]
    assert "fine: " not in ran.out
    assert ": 4 came\n  all of them at once: D" in ran.out


def test_tools_that_nothing_takes_are_said_not_to_be_judged(here: Path, run_in: Run) -> None:
    ran, _report = served(run_in, here, TOOLS[:1], "--bind", f"{PARSE}=acme:parse", "--operation", PARSE)
    assert ": 1 came\n  search: not judged: not offered by the subject\n" in ran.out


def test_a_server_without_tools_is_a_mistake(run: Run) -> None:
    with patch.object(given_input, "harvest", lambda command, **_more: []):
        ran = run("certify", "reference", "--mcp-server", "server")
    assert (ran.status, ran.err.strip()) == (
        2, "conformance: The server of --mcp-server has no tools. Name a server that has some."
    )  # fmt: skip


@pytest.mark.expensive("certifies a converter")
def test_recorded_inputs_that_fail_are_named(here: Path, run_in: Run) -> None:
    interactions = []
    for text in ("one", "two"):
        part = {"type": "output_text", "text": text, "annotations": [], "logprobs": []}
        item = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [part]}
        body = {
            "id": "resp_1", "object": "response", "created_at": 1, "status": "completed", "model": "gpt-5",
            "parallel_tool_calls": True, "tool_choice": "auto", "tools": [], "output": [item],
        }  # fmt: skip
        request = {"method": "POST", "uri": "https://api.openai.com/v1/responses", "headers": {}}
        answer = {
            "status": {"code": 200, "message": "OK"}, "headers": {"Content-Type": ["application/json"]},
            "body": {"string": json.dumps(body)},
        }  # fmt: skip
        asked = request | {"body": json.dumps({"model": "gpt-5", "input": "Hi"})}
        interactions.append({"request": asked, "response": answer})
    (here / "rec").mkdir()
    write(here, "rec/talk.json", {"version": 1, "interactions": interactions})
    bind = ("--bind", f"{PARSE}=acme:parse")
    ran, report = certify(run_in, here, *bind, "--cassettes", "rec")
    assert "Recorded inputs: 2 fail\n  talk.json, interaction 0, response: D" in ran.out
    assert {(element["kind"], element["verdict"]) for element in report["given"]} == {("recording", "fails")}
    ran = run_in(here, "replay", "rec", *bind)
    assert "Recorded inputs: 2 fail\n  talk.json, interaction 0, response: D1" in ran.out


def test_an_input_needs_no_operation_where_one_is_bound(here: Path, run_in: Run) -> None:
    write(here, "report.json", tool("report", deadline={"type": "string", "default": "tomorrow"}))
    _ran, report = certify(run_in, here, "--bind", f"{SINGLE}=acme:convert", "--input", "report.json")
    assert [(given["name"], given["operation"]) for given in report["given"]] == [("report.json", SINGLE)]
    two = ("--bind", f"{SINGLE}=acme:convert", "--bind", "mcp-tools-to-chat-tools=acme:convert")
    done = run_in(here, "certify", "--input", "report.json", *two)
    assert (done.status, "--input needs --operation" in done.err) == (2, True)
