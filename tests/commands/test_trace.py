"""certify --trace prints the path of one case, and what each station found about failures, with file and line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.commands.conftest import ACME, KEEPS_DEFAULTS, Run

pytestmark = pytest.mark.usefixtures("few_cases")

SINGLE = "mcp-tool-to-chat-tool"
ONE = ("--operation", SINGLE, "--rule", "MCP-2", "--case", "default-in-items", "--trace")
STEP = re.compile(r"  (\w+(?: \w+)?) +(\S+):(\d+)  +(.*)")
LIFE = re.compile(r"Life of a failure of (\S+) in (.+) of (\S+):\n((?:  .*\n)+)")

# Fails without a description, remembers schemas by the name of the tool, and drops `required` of a few generated tools.
FAILS_MUCH = """
seen = {}

def convert(tool):
    function = {"name": tool["name"], "description": tool["description"]}
    function["parameters"] = seen.setdefault(tool["name"], tool["inputSchema"])
    return {"type": "function", "function": function}
"""
DROPS_NOW_AND_THEN = """
from conformance.reference import mcp_tool_to_chat_tool

def convert(tool):
    made = mcp_tool_to_chat_tool(tool)
    if len(tool["name"]) > 12 and len(made["function"]["description"]) % 3 == 0:
        made["function"]["parameters"].pop("required", None)
    return made
"""


def steps(out: str, here: Path) -> dict[str, tuple[str, str]]:
    """The steps by name: the line of the file that each names, and what it says."""
    found = {}
    for name, path, number, text in STEP.findall(out):
        found[name] = Path(here, path).read_text("utf-8").splitlines()[int(number) - 1].strip(), text
    return found


def lives(out: str, here: Path) -> dict[str, tuple[str, dict[str, tuple[str, str]]]]:
    """By rule, the input of its failure, and the steps."""
    return {rule: (given, steps(life, here)) for rule, given, _operation, life in LIFE.findall(out)}


def test_a_case_that_passes_has_its_path(run: Run, here: Path) -> None:
    done = run("certify", "reference", *ONE)
    found = steps(done.out, here)
    assert (done.status, list(found)) == (
        0,
        ["case", "planned", "asked", "outcome", "view", "check", "judgement", "verdict"],
    )
    assert "id: default-in-items" in found["case"][0]
    assert found["view"] == ("class McpTool(ReadTools):", "McpTool")
    assert found["check"] == (found["check"][0], "no-default-in-properties")
    assert found["check"][0].startswith("def schemas(")
    assert found["judgement"][1] == "no failure"
    assert found["verdict"][1].startswith("pass (MUST)")


def test_a_case_that_fails_shows_the_failure_and_the_report(run: Run, here: Path) -> None:
    Path(here, "acme.py").write_text(KEEPS_DEFAULTS, "utf-8")
    case = ("--operation", SINGLE, "--rule", "MCP-2", "--case", "property-default-null", "--trace")
    done = run("certify", *ACME, *case, "--json", "report.json")
    found = steps(done.out, here)
    assert done.status == 1
    assert found["asked"][1].startswith("acme:convert by python, ")
    assert found["judgement"][1].startswith("failure ")
    assert found["verdict"][1].startswith("fail (MUST)") and found["verdict"][1].endswith("report.json")


def test_the_path_of_a_case_that_fails_goes_on_to_its_defect(run: Run, here: Path) -> None:
    Path(here, "acme.py").write_text(KEEPS_DEFAULTS, "utf-8")
    done = run("certify", *ACME, "--rule", "MCP-2", "--case", "property-default-null", "--trace")
    given, found = lives(done.out, here)["MCP-2"]
    assert (given, list(found)) == ("property-default-null", ["trial", "charge", "defect"])
    assert found["trial"][0].startswith("def ask_all(") and "still has its default" in found["trial"][1]
    assert found["defect"][1] == "D1 breaks documents"
    assert f"Calls of {SINGLE}: choices 12, trial 2\n" in done.out


@pytest.mark.expensive("certifies, and follows each failure")
def test_the_life_of_each_failure_names_the_stations_that_found_something(run: Run, here: Path) -> None:
    Path(here, "acme.py").write_text(FAILS_MUCH, "utf-8")
    rules = [f"--rule={rule}" for rule in ("MCP-9", "ALL-2", "CONV-1")]
    done = run("certify", *ACME, *rules, "--trace", "--max-examples", "5")
    found = {rule: own for rule, (_given, own) in lives(done.out, here).items()}
    assert found["MCP-9"]["contrast"][1].endswith("MCP-9 is charged instead of CONV-1")
    assert found["MCP-9"]["recurrence"][1] == "a fresh copy fails in the same way"
    assert found["ALL-2"]["repetition"][1].startswith("the restarted subject answers differently: ")
    assert found["ALL-2"]["sequence"][1].startswith("a fresh copy shows it after ")
    assert "trial" not in found["ALL-2"]
    assert all("charge" in own and "defect" in own for own in found.values())


def test_an_example_is_reduced_and_the_reference_is_asked(run: Run, here: Path) -> None:
    Path(here, "acme.py").write_text(DROPS_NOW_AND_THEN, "utf-8")
    done = run("certify", *ACME, "--rule", "MCP-3", "--trace", "--max-examples", "100")
    given, found = lives(done.out, here)["MCP-3"]
    assert given == "an example"
    assert re.match(r"from [\d,]+ to \d+ bytes, \d+ asked", found["reduction"][1])
    assert found["last check"][1] == "the reference keeps it"


def test_where_nothing_fails_there_is_nothing_to_follow(run: Run) -> None:
    done = run("certify", "reference", "--operation", SINGLE, "--rule", "MCP-2", "--max-examples", "0", "--trace")
    assert done.status == 0
    assert done.out.endswith("No rule fails: there is no failure to follow.\n")


def test_a_list_form_has_the_path_of_its_own(run: Run) -> None:
    done = run("certify", "reference", "--rule", "mcp-2", "--case", "default-in-items", "--trace")
    assert [line for line in done.out.splitlines() if line.startswith("Path of")] == [
        f"Path of default-in-items to MCP-2 of {operation}:" for operation in (SINGLE, "mcp-tools-to-chat-tools")
    ]
