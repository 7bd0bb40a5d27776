"""certify --requirements: which rules decide."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

FLAT = "chat-tools-to-responses-tools"
OMITS = """
from conformance.reference import chat_tools_to_responses_tools

def convert(tools):
    return chat_tools_to_responses_tools(tools, strict_when_absent="omit")
"""


@pytest.fixture
def certify(run, here):
    """Certifies a converter that leaves strict out where the source has none."""
    (here / "omits.py").write_text(OMITS, "utf-8")

    def certify_under(*arguments: str):
        return run("certify", "--bind", f"{FLAT}=omits:convert", "--max-examples", "0", *arguments)

    return certify_under


def rules(here: Path) -> dict[str, dict[str, str]]:
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    return {rule["id"]: rule for rule in report["rules"]}


def test_without_a_set_a_document_stands_before_an_api(certify, here):
    done = certify()
    assert done.status == 0
    told = rules(here)["API-3"]
    assert (told["level"], told["verdict"]) == ("SHOULD", "fail")
    assert told["reason"].startswith("advice: TR-4 stands before this rule")
    assert {one["yields_to"] for one in told["evidence"]} == {"TR-4"}
    assert "it counts under --requirements api" in done.out


def test_under_api_no_document_excuses(certify, here):
    done = certify("--requirements", "api")
    assert done.status == 1
    told = rules(here)["API-3"]
    assert (told["level"], told["verdict"]) == ("MUST", "fail")
    assert not any("yields_to" in one for one in told["evidence"])
    assert rules(here)["TR-1"]["level"] == "SHOULD"
    assert rules(here)["TR-1"]["reason"] == "not demanded by api (draft)"
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    assert report["run"]["requirements"] == "api (draft)"


@pytest.mark.parametrize(("names", "status"), [("documents", 0), ("field", 0), ("all", 0), ("api,field", 1)])
def test_each_set_decides_by_its_own_rules(certify, names, status):
    assert certify("--requirements", names).status == status


def test_evidence_is_repeated_under_the_same_set(certify, here, run):
    certify("--requirements", "api")
    line = rules(here)["API-3"]["evidence"][0]["reproduce"]
    assert " --requirements api " in line
    assert run(*line.split()[1:]).status == 1


def test_an_unknown_set_is_a_mistake(certify):
    done = certify("--requirements", "apis")
    assert (done.status, done.out) == (2, "")
    assert "Unknown requirement set 'apis'." in done.err
    assert "api" in done.err


def test_a_description_key_is_demanded_by_the_documents_alone(run, here):
    (here / "bare.py").write_text(
        "from conformance.reference import mcp_tool_to_chat_tool\n\n"
        "def convert(tool):\n    return mcp_tool_to_chat_tool(tool, description_when_absent='omit')\n",
        "utf-8",
    )
    bound = ("certify", "--bind", "mcp-tool-to-chat-tool=bare:convert", "--max-examples", "0")
    assert run(*bound).status == 0
    assert run(*bound, "--requirements", "documents").status == 1
    assert rules(here)["MCP-1a"]["level"] == "MUST"
