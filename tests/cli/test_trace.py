"""certify --trace prints the path of one case, with the file and line of each step, whatever the verdict."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.conftest import ACME, KEEPS_DEFAULTS, Run

SINGLE = "mcp-tool-to-chat-tool"
ONE = ("--operation", SINGLE, "--rule", "MCP-2", "--case", "default-in-items", "--trace")
STEP = re.compile(r"  (\w+) +(\S+):(\d+)  (.*)")


def steps(out: str, here: Path) -> dict[str, tuple[str, str]]:
    """The steps by name: the line of the file that each names, and what it says."""
    found = {}
    for name, path, number, text in STEP.findall(out):
        found[name] = Path(here, path).read_text("utf-8").splitlines()[int(number) - 1].strip(), text
    return found


def test_a_case_that_passes_has_its_path(run: Run, here: Path) -> None:
    done = run("certify", "reference", *ONE)
    found = steps(done.out, here)
    assert (done.status, list(found)) == (
        0,
        ["case", "planned", "asked", "outcome", "view", "check", "judgement", "verdict"],
    )
    assert "id: default-in-items" in found["case"][0]
    assert found["view"] == ("class McpTool(ToolsView):", "McpTool")
    assert found["check"] == (found["check"][0], "no-default-in-properties")
    assert found["check"][0].startswith("def no_default_in_properties(")
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


def test_a_path_is_of_one_rule_and_one_case(run: Run) -> None:
    for narrowed in ((), ("--rule", "MCP-2"), ("--rule", "MCP-2", "--case", "a", "--case", "b")):
        done = run("certify", "reference", "--trace", *narrowed)
        assert (done.status, done.out) == (2, "")
        assert "--trace needs one --rule and one --case" in done.err


def test_a_list_form_has_the_path_of_its_own(run: Run) -> None:
    done = run("certify", "reference", "--rule", "mcp-2", "--case", "default-in-items", "--trace")
    assert [line for line in done.out.splitlines() if line.startswith("Path of")] == [
        f"Path of default-in-items to MCP-2 of {operation}:" for operation in (SINGLE, "mcp-tools-to-chat-tools")
    ]
