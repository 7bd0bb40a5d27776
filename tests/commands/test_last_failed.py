"""certify --last-failed: what failed in the last report, with its inputs; everything, if nothing did."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.conftest import KEEPS_DEFAULTS

pytestmark = pytest.mark.usefixtures("few_cases")

SINGLE, OTHER = "mcp-tool-to-chat-tool", "chat-response-to-tool-calls"
SOUND = "from conformance.reference import mcp_tool_to_chat_tool as convert\n"
SECOND = "\nfrom conformance.reference import chat_response_to_tool_calls as calls\n"
TOOL = {"name": "a", "inputSchema": {"type": "object", "properties": {"b": {"default": 0}}}}


@pytest.fixture
def certify(run, here, keeps_defaults):
    """Certifies two operations, of which one has a defect."""
    (here / "acme.py").write_text(KEEPS_DEFAULTS + SECOND, "utf-8")
    return lambda *arguments: run("certify", *keeps_defaults, "--bind", f"{OTHER}=acme:calls", *arguments)


def part(here: Path) -> dict:
    return json.loads((here / "part" / "report.json").read_text("utf-8"))


@pytest.mark.expensive("certifies a converter")
def test_only_what_failed_is_run_and_the_verdict_is_in_part(certify, here):
    assert certify("--max-examples", "0").status == 1
    before = (here / "reports" / "report.json").read_bytes()
    again = certify("--last-failed")
    assert again.status == 1
    assert "Only what failed in reports/report.json: 3 rules of 1 operation." in again.out
    assert "(rule MCP-2, MCP-2a, MCP-10 alone, no generated examples, seed 1" in again.out.splitlines()[-1]
    assert (here / "reports" / "report.json").read_bytes() == before
    (here / "acme.py").write_text(SOUND + SECOND, "utf-8")
    mended = certify("--last-failed")
    assert mended.status == 0
    assert "acme conforms in part: 3 MUST rules pass, 0 fail" in mended.out


def test_the_seed_and_the_number_of_examples_are_those_of_the_report(run, here, keeps_defaults):
    run("certify", *keeps_defaults, "--seed", "7", "--max-examples", "3")
    again = run("certify", *keeps_defaults, "--last-failed", no_seed=True)
    assert "alone, seed 7, " in again.out
    other = run("certify", *keeps_defaults, "--last-failed", "--seed", "8", "--max-examples", "0")
    assert "no generated examples, seed 8, " in other.out


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


@pytest.mark.parametrize(
    ("first", "said"),
    [
        (None, "There is no report in reports/report.json: everything is run."),
        (("--bind", f"{SINGLE}=acme:convert"), "Nothing failed in reports/report.json: everything is run."),
        (("reference", "--operation", SINGLE), "reports/report.json is about reference, not acme:convert: everything"),
    ],
)
def test_where_nothing_is_known_to_have_failed_everything_is_run_and_reported(run, here, first, said):
    (here / "acme.py").write_text(SOUND, "utf-8")
    if first:
        assert run("certify", *first, "--max-examples", "0").status == 0
    done = run("certify", "--bind", f"{SINGLE}=acme:convert", "--last-failed", "--max-examples", "0")
    assert (done.status, said in done.out) == (0, True)
    assert "alone" not in done.out.splitlines()[-2]
    assert json.loads((here / "reports" / "report.json").read_text("utf-8"))["subject"]["name"] == "acme:convert"


@pytest.mark.expensive("certifies a converter")
def test_quiet_prints_the_verdict_alone(certify):
    certify("--max-examples", "0")
    assert len(certify("--last-failed", "--quiet").out.splitlines()) == 1
