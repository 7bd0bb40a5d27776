"""certify --requirements: which rules decide."""

from __future__ import annotations

import json
import shutil
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

    def certify_under(*arguments: str, **variables: str):
        return run("certify", "--bind", f"{FLAT}=omits:convert", "--max-examples", "0", *arguments, **variables)

    return certify_under


def rules(here: Path) -> dict[str, dict[str, str]]:
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    return {rule["id"]: rule for rule in report["rules"]}


def test_without_a_set_every_set_decides_by_its_own_rules(certify, here):
    """The rule of `documents` that requires the opposite is none of `safe`."""
    done = certify()
    assert done.status == 1
    assert "safe: 1 of 19 rules fails, 1 defect" in done.out.splitlines()
    reported = rules(here)["API-3"]
    assert (reported["level"], reported["verdict"]) == ("MUST", "fail")
    assert not any("yields_to" in shown for shown in reported["evidence"])
    assert "    breaks    safe: " in done.out


def test_under_safe_no_document_excuses(certify, here):
    done = certify("--requirements", "safe")
    assert done.status == 1
    reported = rules(here)["API-3"]
    assert (reported["level"], reported["verdict"]) == ("MUST", "fail")
    assert not any("yields_to" in shown for shown in reported["evidence"])
    assert rules(here)["TR-2"]["level"] == "SHOULD"
    assert rules(here)["TR-2"]["reason"] == "not demanded by safe (draft)"
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    assert report["run"]["requirements"] == "safe (draft)"


NULLS = """
import conformance.reference

def convert(tools):
    made = conformance.reference.FUNCTION(tools)
    return [tool | {"strict": None} if tool.get("strict") is False else tool for tool in made]
"""


@pytest.mark.parametrize(("operation", "rule"), [(FLAT, "TR-4"), ("mcp-tools-to-responses-tools", "M2R-1c")])
@pytest.mark.expensive("certifies a converter")
def test_a_strict_that_becomes_null_is_a_matter_of_the_documents(run, here, operation, rule):
    """No recording shows how the API reads null."""
    (here / "nulls.py").write_text(NULLS.replace("FUNCTION", operation.replace("-", "_")), "utf-8")
    arguments = ("--bind", f"{operation}=nulls:convert", "--max-examples", "0", "--requirements")
    assert run("certify", *arguments, "safe").status == 0
    assert rules(here)["API-3"]["verdict"] == "pass"
    assert run("certify", *arguments, "documents").status == 1
    assert rules(here)[rule]["verdict"] == "fail"


@pytest.mark.parametrize(("names", "status"), [("documents", 0), ("robust", 0), ("all", 1), ("safe,robust", 1)])
def test_each_set_decides_by_its_own_rules(certify, names, status):
    assert certify("--requirements", names).status == status


def test_evidence_is_repeated_under_the_same_set(certify, here, run):
    certify("--requirements", "safe")
    line = rules(here)["API-3"]["evidence"][0]["reproduce"]
    assert " --requirements safe " in line
    assert run(*line.split()[1:]).status == 1


@pytest.mark.expensive("certifies a converter")
def test_a_set_that_demands_nothing_decides_nothing(run, here, frozen_specs):
    calls = ("--operation", "chat-response-to-tool-calls", "--max-examples", "0", "--requirements", "own-2026-11")
    own = {"CONFORMANCE_SPECS": str(frozen_specs)}
    done = run("certify", "reference", *calls, **own)
    assert (done.status, done.out) == (2, "")
    assert "The requirements own-2026-11 demand nothing of chat-response-to-tool-calls." in done.err
    assert not (here / "reports").exists()
    assert run("certify", "reference", *calls, "--operation", FLAT, **own).status == 0


def test_one_rule_can_be_looked_at_whatever_is_demanded(run):
    one = ("--operation", "tool-loop", "--rule", "LOOP-1")
    assert run("certify", "reference", "--requirements", "robust", *one, "--max-examples", "0").status == 0


@pytest.mark.expensive("certifies a converter")
def test_a_description_key_is_demanded_by_the_documents_alone(run, here):
    (here / "bare.py").write_text(
        "from conformance.reference import mcp_tool_to_chat_tool\n\n"
        "def convert(tool):\n    return mcp_tool_to_chat_tool(tool, description_when_absent='omit')\n",
        "utf-8",
    )
    bound = ("certify", "--bind", "mcp-tool-to-chat-tool=bare:convert", "--max-examples", "0")
    assert run(*bound, "--requirements", "safe").status == 0
    assert run(*bound, "--requirements", "documents").status == 1
    assert rules(here)["MCP-1a"]["level"] == "MUST"


def test_a_frozen_set_decides_by_the_levels_of_its_date(certify, here, frozen_specs):
    done = certify("--requirements", "own-2026-11", CONFORMANCE_SPECS=str(frozen_specs))
    reported = rules(here)
    assert done.status == 1
    assert (reported["API-3"]["level"], reported["API-3"]["verdict"]) == ("MUST", "fail")
    assert (reported["TR-1"]["level"], reported["TR-1"]["reason"]) == ("SHOULD", "SHOULD in own-2026-11")
    assert (reported["ALL-5"]["level"], reported["ALL-5"]["reason"]) == ("MUST", "MUST in own-2026-11")
    assert (reported["TR-2"]["level"], reported["TR-2"]["reason"]) == ("SHOULD", "not demanded by own-2026-11")


@pytest.fixture(scope="module")
def frozen_specs(tmp_path_factory):
    """The specifications with a frozen set that gives other levels than the contracts do now."""
    specs = tmp_path_factory.mktemp("specs") / "specs"
    shutil.copytree(Path(__file__).parents[2] / "specs", specs)
    (specs / "requirements" / "own-2026-11.yaml").write_text(
        "set: own-2026-11\ntitle: A set\ntext: Its text.\nstatus: frozen\ndate: '2026-11-22'\n"
        f"rules: {{{FLAT}: {{MUST: [API-3, ALL-5], SHOULD: [TR-1]}}}}\n",
        "utf-8",
    )
    return specs
