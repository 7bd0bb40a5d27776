"""certify --mcp-server, the whole command: a real MCP server gives its tools, a converter is asked about them."""

import copy
import json
import shlex
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from conformance.commands import given_input as command
from conformance.running.subjects.mcp_server import harvest
from tests.command import Ran

pytest.importorskip("mcp_types", reason="asking a server needs the mcp package, version 2")

ROOT = Path(__file__).parents[2]
SERVER = shlex.join([sys.executable, "-m", "conformance.mcp_demo"])
TOOLS = 14
SINGLE, LIST, FLAT = "mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools", "chat-tools-to-responses-tools"
# Everything right but for MCP-2 and MCP-2a: the schema is copied as it stands.
LAZY = """
import copy

def convert(tool):
    if not isinstance(tool.get("inputSchema"), dict) or not isinstance(tool.get("name"), str):
        raise ValueError("no tool")
    tool = copy.deepcopy(tool)
    if tool["inputSchema"].get("type") == "object":
        tool["inputSchema"].setdefault("properties", {})
    function = {"name": tool["name"], "description": tool.get("description") or "", "parameters": tool["inputSchema"]}
    return {"type": "function", "function": function}
"""


@pytest.fixture(scope="module")
def certify(run_in):
    """Certifies with the tools of the server, which is asked once; gives what it came to, and the report."""
    asked: dict[str, Any] = {}

    def harvested(command: str, **more: Any) -> Any:
        if command not in asked:
            asked[command] = harvest(command, **more)
        return copy.deepcopy(asked[command])

    def certified(folder: Path, *arguments: str) -> tuple[Ran, dict[str, Any]]:
        server = ("--mcp-server", SERVER, "--env", f"PYTHONPATH={ROOT}", "--report-dir", "reports")
        with patch.object(command, "harvest", harvested):
            done = run_in(folder, "certify", *arguments, "--max-examples", "0", *server)
        return done, json.loads((folder / "reports" / "report.json").read_text("utf-8"))

    return certified


@pytest.fixture(scope="module")
def reference_run(certify, tmp_path_factory):
    operations = [word for name in (SINGLE, LIST, FLAT) for word in ("--operation", name)]
    return certify(tmp_path_factory.mktemp("reference"), "reference", *operations)


@pytest.fixture(scope="module")
def lazy_run(certify, tmp_path_factory):
    folder = tmp_path_factory.mktemp("lazy")
    (folder / "lazy_converter.py").write_text(LAZY, encoding="utf-8")
    return certify(folder, "--bind", f"{SINGLE}=lazy_converter:convert")


def rule(report: dict, operation: str, name: str) -> dict:
    return next(entry for entry in report["rules"] if (entry["operation"], entry["id"]) == (operation, name))


@pytest.mark.expensive("certifies on the tools of a server")
def test_the_reference_conforms_on_the_servers_tools(reference_run):
    done, report = reference_run
    assert (done.status, done.err) == (0, ""), done.out
    assert report["summary"]["conforms"] is True


def test_every_tool_of_the_server_was_an_input(reference_run):
    """No example is generated in this run: what is counted as one came from the server."""
    _done, report = reference_run
    assert rule(report, SINGLE, "MCP-1")["examples_run"] == TOOLS
    assert rule(report, SINGLE, "MCP-2")["examples_run"] == TOOLS
    assert rule(report, SINGLE, "MCP-9")["examples_run"] == 1
    assert rule(report, SINGLE, "REF-1")["examples_run"] >= 4


def test_the_list_form_was_asked_for_all_of_them_at_once(reference_run):
    _done, report = reference_run
    assert rule(report, LIST, "MCP-5")["examples_run"] == 1


def test_other_operations_got_nothing_of_it(reference_run):
    _done, report = reference_run
    assert {entry["examples_run"] for entry in report["rules"] if entry["operation"] == FLAT} == {0}


@pytest.mark.expensive("certifies on the tools of a server")
def test_a_converter_that_leaves_defaults_is_convicted_on_a_tool_of_the_server(lazy_run):
    done, report = lazy_run
    assert (done.status, done.err) == (1, ""), done.out
    convicted = rule(report, SINGLE, "MCP-2")
    assert convicted["verdict"] == "fail"
    assert [entry for entry in convicted["evidence"] if entry["kind"] == "example"]


def test_and_of_nothing_else(lazy_run):
    _done, report = lazy_run
    failed = {entry["id"] for entry in report["rules"] if entry["verdict"] == "fail" and entry["level"] == "MUST"}
    assert failed == {"MCP-2", "MCP-2a"}
