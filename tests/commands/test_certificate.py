"""certify --certificate: what a certificate says, and when there is none."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.requirements import load_requirements

SINGLE, LIST = "mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools"
SOUND = ("--bind", f"{SINGLE}=sound:convert")
CASES = ("--max-examples", "0")
CERTIFICATE = ("--certificate", "certificate.json")
ADAPTER = """
from conformance.reference import mcp_tool_to_chat_tool, mcp_tools_to_chat_tools

name, version = "acme", "1.2.3"
"""
# Speaks the protocol, and tells nothing of its argument.
TELLS_LITTLE = """
import json, sys
from conformance.reference import mcp_tool_to_chat_tool

for line in sys.stdin:
    asked = json.loads(line)
    answer = {"jsonrpc": "2.0", "id": asked["id"]}
    try:
        if asked["method"] == "describe":
            answer["result"] = {"protocol": 1, "name": "little", "operations": ["mcp-tool-to-chat-tool"]}
        else:
            answer["result"] = {"output": mcp_tool_to_chat_tool(asked["params"]["input"])}
    except Exception as error:
        answer["error"] = {"code": -32000, "message": str(error)}
    print(json.dumps(answer), flush=True)
"""
# Starts once.
DIES = """
import os, sys

if os.path.exists("started"):
    sys.exit(1)
open("started", "w").close()
sys.stdin.readline()
described = '{"protocol": 1, "name": "dies", "operations": ["mcp-tool-to-chat-tool"]}'
print('{"jsonrpc": "2.0", "id": 0, "result": ' + described + '}', flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def sound(here: Path) -> Path:
    """A converter without a fault."""
    path = here / "sound.py"
    path.write_text(
        "from conformance.reference import mcp_tool_to_chat_tool as convert\n__version__ = '1.2'\n", "utf-8"
    )
    return path


def reported(here: Path, name: str = "certificate.json") -> dict[str, Any]:
    return json.loads((here / name).read_text("utf-8"))


def configured(statement: dict[str, Any], name: str) -> dict[str, Any]:
    (found,) = [entry for entry in statement["predicate"]["configuration"] if entry["name"] == name]
    return found


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_certificate_says_what_was_judged_by_what(run, here, sound):
    done = run("certify", *SOUND, *CASES, *CERTIFICATE, "--seed", "5", "--requirements", "all-2026-11")
    assert done.status == 0
    assert done.out.endswith("Certificate: certificate.json (WARNED)\n")  # without generated inputs, it is one in part
    statement = reported(here)
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    (subject,) = statement["subject"]
    assert (subject["name"], subject["annotations"]["version"]) == ("sound:convert", "1.2")
    assert {module_code["name"] for module_code in subject["annotations"]["code"]} >= {"sound", "conformance"}
    specifications = load_specifications()
    assert configured(statement, "specifications")["digest"]["sha256"] == specifications.digest.partition(":")[2]
    wanted = load_requirements("all-2026-11", specifications).digest.partition(":")[2]
    assert configured(statement, "requirements") == {
        "name": "requirements",
        "digest": {"sha256": wanted},
        "annotations": {"set": "all-2026-11"},
    }
    assert configured(statement, "report.json")["digest"]["sha256"] == sha256(here / "reports" / "report.json")
    details = configured(statement, "run")["annotations"]
    assert (details["seed"], details["maxExamples"], details["operations"]) == ("5", 0, [SINGLE])
    assert details["sets"].keys() == {"safe", "documents", "robust", "all"}
    assert details["started"] == report["run"]["started"]
    passed = [
        f"{SINGLE} {rule['id']}" for rule in report["rules"] if (rule["level"], rule["verdict"]) == ("MUST", "pass")
    ]
    assert statement["predicate"]["passedTests"] == passed
    assert (statement["predicate"]["warnedTests"], statement["predicate"]["failedTests"]) == ([], [])


def test_it_is_a_statement_that_in_toto_reads(run, here, sound):
    from google.protobuf.json_format import ParseDict
    from in_toto_attestation.predicates.test_result.v0.test_result_pb2 import TestResult
    from in_toto_attestation.v1.resource_descriptor import ResourceDescriptor
    from in_toto_attestation.v1.statement import Statement
    from in_toto_attestation.v1.statement_pb2 import Statement as Message

    run("certify", *SOUND, *CASES, *CERTIFICATE)
    statement = reported(here)
    assert statement["predicateType"] == "https://in-toto.io/attestation/test-result/v0.1"
    Statement.copy_from_pb(ParseDict({**statement, "type": statement.pop("_type")}, Message())).validate()
    result = ParseDict(statement["predicate"], TestResult())
    assert result.result == "WARNED"
    assert len(result.passed_tests) > 15
    for entry in result.configuration:
        ResourceDescriptor.copy_from_pb(entry).validate()


@pytest.mark.expensive("certifies a converter")
def test_what_fails_is_certified_as_failed(run, here, keeps_defaults, failing):
    done = run("certify", *keeps_defaults, *CASES, *CERTIFICATE)
    assert done.status == 1
    assert "Certificate: certificate.json (FAILED)" in done.out
    predicate = reported(here)["predicate"]
    assert predicate["result"] == "FAILED"
    assert f"{SINGLE} MCP-2" in predicate["failedTests"]
    assert {name.split()[1] for name in predicate["failedTests"]} <= set(failing)


def test_what_nobody_can_observe_is_a_warning(run, here):
    (here / "tells_little.py").write_text(TELLS_LITTLE, "utf-8")
    done = run("certify", "--command", f"{sys.executable} tells_little.py", *CASES, *CERTIFICATE)
    assert done.status == 0
    statement = reported(here)
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    unseen = {rule["id"] for rule in report["rules"] if (rule["level"], rule["verdict"]) == ("MUST", "not-observable")}
    assert unseen
    assert statement["predicate"]["result"] == "WARNED"
    assert set(statement["predicate"]["warnedTests"]) == {f"{SINGLE} {rule}" for rule in unseen}
    names = {module_code["name"] for module_code in statement["subject"][0]["annotations"]["code"]}
    assert names == {"tells_little.py", Path(sys.executable).name}


def test_its_scope_is_what_was_judged(run, here):
    (here / "adapter.py").write_text(ADAPTER, "utf-8")
    run("certify", "adapter.py", "--operation", SINGLE, *CASES, *CERTIFICATE)
    statement = reported(here)
    assert statement["subject"][0]["annotations"]["operations"] == [SINGLE, LIST]
    assert configured(statement, "run")["annotations"]["operations"] == [SINGLE]
    assert "1 of the 2 operations it offers: " + SINGLE in run("verify", "certificate.json").out


def test_a_run_that_was_cut_short_is_not_certified(run, here):
    (here / "dies.py").write_text(DIES, "utf-8")
    done = run("certify", "--command", f"{sys.executable} dies.py", *CASES, *CERTIFICATE)
    assert done.status == 1
    assert "conformance: no certificate in certificate.json: the run is incomplete." in done.err
    assert not (here / "certificate.json").exists()


@pytest.mark.expensive("certifies a converter")
def test_a_run_with_a_certificate_tries_no_earlier_examples(run, here, environment):
    (here / "defect.py").write_text(
        "from conformance.reference import mcp_tool_to_chat_tool\n\ndef convert(tool):\n"
        "    out = mcp_tool_to_chat_tool(tool)\n"
        "    if len(out['function']['name']) == 1:\n        out['function']['name'] = 'b'\n    return out\n",
        "utf-8",
    )
    bind = ("certify", "--bind", f"{SINGLE}=defect:convert", "--max-examples", "30")
    assert run(*bind).status == 1  # its failing examples are kept now
    run(*bind, *CERTIFICATE, "--max-examples", "0")
    reached = {rule["id"]: rule["examples_run"] for rule in reported(here, "reports/report.json")["rules"]}
    assert set(reached.values()) == {0}
