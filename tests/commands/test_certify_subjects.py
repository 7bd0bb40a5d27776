"""certify on subjects that misbehave, and on subjects in other processes: the whole command."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.few_cases import few_specifications

pytestmark = pytest.mark.usefixtures("few_cases")

SINGLE = "mcp-tool-to-chat-tool"
SCRIPTS = Path(__file__).parents[1] / "running" / "subjects" / "scripts"
NODE = shutil.which("node")

# Converts well, but for the tools of one name.
MOODY = """
import os, sys, time
from conformance.reference import mcp_tool_to_chat_tool

def convert(tool):
    if isinstance(tool, dict) and tool.get("name") == NAME:
        DEED
    return mcp_tool_to_chat_tool(tool)
"""


def load_cases() -> dict[str, list[str]]:
    """Which cases hold a tool of which name."""
    cases: dict[str, list[str]] = {}
    for case in few_specifications().contracts[SINGLE].cases:
        if isinstance(case.input, dict) and isinstance(case.input.get("name"), str):
            cases.setdefault(case.input["name"], []).append(case.id)
    return cases


@pytest.fixture(scope="module")
def lone() -> tuple[str, str]:
    """A tool's name that only one case has, and that case: it must not be among the probes."""
    for name, cases in load_cases().items():
        if len(cases) == 1 and name.isidentifier() and not name.startswith(("list_", "no_", "null_")):
            return name, cases[0]
    raise AssertionError("no case has a tool of its own")


@pytest.fixture
def certify(run, here) -> Callable[..., tuple[Any, dict[str, Any]]]:
    """Runs `certify` without examples; gives what it came to, and the report."""

    def certified(*arguments: str) -> tuple[Any, dict[str, Any]]:
        ran = run("certify", *arguments, "--max-examples", "0")
        report = here / "reports" / "report.json"
        return ran, json.loads(report.read_text("utf-8")) if report.is_file() else {}

    return certified


def write_moody(here: Path, name: str, deed: str) -> tuple[str, str]:
    (here / "moody.py").write_text(MOODY.replace("NAME", repr(name)).replace("DEED", deed), "utf-8")
    return "--bind", f"{SINGLE}=moody:convert"


def verdicts(report: dict[str, Any], verdict: str) -> list[str]:
    """The rules of a verdict; a rule with nothing but advice against it is not among those that fail."""
    return [rule["id"] for rule in report["rules"] if rule["verdict"] == verdict and not advises(rule)]


def advises(rule: dict[str, Any]) -> bool:
    return bool(rule["evidence"]) and all("yields_to" in shown for shown in rule["evidence"])


@pytest.mark.parametrize(
    ("deed", "kind", "message"),
    [
        ("os._exit(3)", "exit", "the subject exited with status 3 while it was asked"),
        ("sys.exit('licence')", "exit", "the subject exited with status 1 while it was asked"),
        ("print('bye', flush=True); os.kill(os.getpid(), 9)", "exit", "the subject was killed by signal SIGKILL"),
        ("time.sleep(600)", "hang", "the subject was silent for 1 s"),
    ],
    ids=["os._exit", "sys.exit", "killed", "sleeps"],
)
def test_a_death_fails_its_own_case_and_the_other_rules_are_judged(certify, here, lone, deed, kind, message) -> None:
    name, case = lone
    ran, report = certify(*write_moody(here, name, deed), "--timeout", "1")
    assert (ran.status, ran.err) == (1, "")
    (failed,) = verdicts(report, "fail")
    evidence = next(rule["evidence"] for rule in report["rules"] if rule["id"] == failed)
    assert [shown["case"] for shown in evidence] == [case]
    assert evidence[0]["error"]["kind"] == kind
    assert evidence[0]["error"]["message"].startswith(message)
    assert report["run"]["complete"] is True
    assert report["run"]["faults"] >= 1
    assert verdicts(report, "not-run") == []
    assert len(verdicts(report, "pass")) > 15
    if "bye" in deed:
        assert evidence[0]["error"]["log"] == ["bye"]


@pytest.mark.expensive("certifies a subject")
def test_the_reproduce_line_repeats_a_death(certify, run, here, lone) -> None:
    _ran, report = certify(*write_moody(here, lone[0], "os._exit(3)"))
    (evidence,) = (shown for rule in report["rules"] for shown in rule["evidence"] if not advises(rule))
    words = shlex.split(evidence["reproduce"])
    assert words[0] == "conformance"
    again = run(*words[1:])
    assert again.status == 1
    assert "exited with status 3" in again.out


@pytest.mark.parametrize("deed", ["print('converting', tool)", "os.write(1, b'{}\\n' * 3000)", "sys.stdin.read()"])
def test_printing_and_reading_do_no_harm(certify, here, lone, deed) -> None:
    ran, report = certify(*write_moody(here, lone[0], deed))
    assert (ran.status, ran.err) == (0, "")
    assert report["run"]["faults"] == 0


# ---- subjects in other processes ----


@pytest.mark.skipif(NODE is None, reason="node is not here")
def test_a_subject_in_javascript_conforms(certify) -> None:
    ran, report = certify("--command", f"{NODE} {SCRIPTS / 'node_subject.mjs'}")
    assert (ran.status, ran.err) == (0, "")
    assert report["subject"] == {
        "name": "node-subject", "version": None, "language": "javascript", "adapter": "process",
    }  # fmt: skip
    unseen = {(rule["operation"], rule["id"]) for rule in report["rules"] if rule["verdict"] == "not-observable"}
    assert unseen >= {("chat-tools-to-responses-tools", "PURE-1"), (SINGLE, "MCP-4"), (SINGLE, "ALL-3")}
    assert report["run"]["faults"] == 0


@pytest.mark.skipif(NODE is None, reason="node is not here")
@pytest.mark.expensive("certifies a subject")
def test_a_subject_that_shows_its_argument_is_judged_by_it(certify) -> None:
    _ran, report = certify("--command", f"{NODE} {SCRIPTS / 'node_subject.mjs'} --input-after")
    assert "PURE-1" in verdicts(report, "pass")


def test_a_loop_over_standard_input_is_a_subject(certify) -> None:
    ran, report = certify("--command", f"{sys.executable} -I -S {SCRIPTS / 'stdlib_process.py'}")
    # -I keeps the script's folder off the path: the child tells why it cannot start.
    assert ran.status == 2
    assert report == {}
    assert ran.err.count("\n") == 1
    assert "No module named 'stdlib_tools'" in ran.err
    ran, report = certify("--command", f"{sys.executable} -S {SCRIPTS / 'stdlib_process.py'}")
    assert (ran.status, ran.err) == (0, "")
    assert report["subject"]["name"] == "stdlib-process"
    assert verdicts(report, "not-observable") == ["MCP-4", "ALL-8"]
    assert verdicts(report, "fail") == []


def interpreter_without_the_suite() -> str | None:
    for path in (shutil.which("python3", path="/usr/bin:/usr/local/bin"), "/usr/bin/python3"):
        if path is None or not Path(path).exists():
            continue
        code = (
            "import sys, importlib.util as u; sys.exit(sys.version_info < (3, 8) or bool(u.find_spec('conformance')))"
        )
        if subprocess.run([path, "-c", code], cwd="/", capture_output=True, check=False).returncode == 0:
            return path
    return None


def test_another_interpreter_serves_without_the_suite(certify, here) -> None:
    interpreter = interpreter_without_the_suite()
    if interpreter is None:
        pytest.skip("no other Python is here")
    shutil.copy(SCRIPTS / "stdlib_tools.py", here / "our_tools.py")
    ran, report = certify("our_tools:", "--python", interpreter)
    assert (ran.status, ran.err) == (0, "")
    assert report["subject"]["adapter"] == "python"
    assert verdicts(report, "not-observable") == []
    assert "MCP-4" in verdicts(report, "pass")


# ---- what cannot be reached ----


ADDS_A_MEMBER = """
from conformance.reference import mcp_tool_to_chat_tool

def convert(tool):
    return mcp_tool_to_chat_tool(tool) | {"cache_control": {"type": "ephemeral"}}
"""


@pytest.mark.expensive("certifies a subject")
def test_the_api_rules_judge_by_the_profile_of_the_host(run, here):
    (here / "acme.py").write_text(ADDS_A_MEMBER, "utf-8")
    common = (
        "--bind",
        "mcp-tool-to-chat-tool=acme:convert",
        "--max-examples",
        "0",
        "--rule",
        "API-1",
        "--report-dir",
        "reports",
    )
    refused = run("certify", *common)
    assert (refused.status, "Unknown parameter: 'tools[0].cache_control'." in refused.out) == (1, True)
    assert "host" not in report_of(here)["run"]
    assert run("certify", *common, "--host", "compatible").status == 0
    assert report_of(here)["run"]["host"] == "compatible"
    assert "hosts that are compatible with OpenAI" in (here / "reports" / "report.html").read_text("utf-8")


def report_of(here):
    return json.loads((here / "reports" / "report.json").read_text("utf-8"))
