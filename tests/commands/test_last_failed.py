"""certify --last-failed: what failed in the last report, with its inputs; everything, if nothing did."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.conftest import KEEPS_DEFAULTS

pytestmark = pytest.mark.usefixtures("few_cases")

SINGLE, OTHER = "mcp-tool-to-chat-tool", "chat-response-to-tool-calls"
SECOND = "\nfrom conformance.reference import chat_response_to_tool_calls as calls\n"
TOOL = {"name": "a", "inputSchema": {"type": "object", "properties": {"b": {"default": 0}}}}


@pytest.fixture
def certify(run, here, keeps_defaults):
    """Certifies two operations, of which one has a defect."""
    (here / "acme.py").write_text(KEEPS_DEFAULTS + SECOND, "utf-8")
    return lambda *arguments: run("certify", *keeps_defaults, "--bind", f"{OTHER}=acme:calls", *arguments)


def part(here: Path) -> dict:
    return json.loads((here / "part" / "report.json").read_text("utf-8"))


def test_inputs_that_were_given_and_failed_are_asked_again(run, here, keeps_defaults):
    (here / "tool.json").write_text(json.dumps(TOOL), "utf-8")
    given = ("--operation", SINGLE, "--input", "tool.json", "--report-dir", "reports")
    assert run("certify", *keeps_defaults, *given).status == 1
    (here / "tool.json").unlink()
    again = run("certify", *keeps_defaults, "--last-failed", "--max-examples", "0")
    assert again.status == 1
    assert "Given inputs: 1 fails" in again.out
    assert "tool.json: D1" in again.out


def test_within_the_operations_that_are_chosen(certify):
    certify("--max-examples", "0")
    done = certify("--last-failed", "--operation", OTHER, "--max-examples", "0")
    assert done.status == 0
    assert "Nothing failed in reports/report.json: everything is run." in done.out
