"""certify --jobs: several processes, the same report."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import pytest

SOUND = """
from conformance import reference

name = "acme"
version = "1.0"

def mcp_tool_to_chat_tool(tool):
    out = reference.mcp_tool_to_chat_tool(tool)
    return out

def mcp_tools_to_chat_tools(tools):
    return reference.mcp_tools_to_chat_tools(tools)

def responses_output_to_tool_calls(response):
    return reference.responses_output_to_tool_calls(response)
"""
# Fails rules in cases and in examples, refuses, dies, and gives what is not JSON.
BROKEN = SOUND.replace(
    "    return out",
    """    out["function"]["parameters"] = dict(tool["inputSchema"])
    return out""",
).replace(
    "    return reference.responses_output_to_tool_calls(response)",
    """    if response.get("status") == "incomplete":
        raise ValueError("no")
    if response.get("error"):
        import os
        os._exit(3)
    out = reference.responses_output_to_tool_calls(response)
    if len(out["tool_calls"]) > 2:
        return {1, 2}
    return out""",
)
LIMIT = 60


def whole(path: Path) -> dict:
    """A report but for its times, and how often a subject died: with others in flight it is asked again."""
    report = json.loads(path.read_text("utf-8"))
    for name in ("started", "seconds", "check_seconds"):
        del report["run"][name]
    report["run"]["faults"] = report["run"]["faults"] > 0
    return report


@pytest.fixture
def certified(run, here):
    """Certifies with some number of jobs; returns status and report."""

    def certify(jobs: int, *arguments: str) -> tuple[int, dict]:
        given = ("--seed", "3", "--json", f"{jobs}.json", "--quiet")
        done = run("certify", *arguments, "--jobs", str(jobs), *given)
        assert done.err == ""
        return done.status, whole(here / f"{jobs}.json")

    return certify


@pytest.mark.expensive("two whole runs")
def test_the_reference_has_the_same_report(certified):
    """Chains that break, which examples show, are judged where the operation is in which they do."""
    given = ("reference", "--max-examples", "20")
    assert certified(1, *given) == certified(3, *given)


@pytest.mark.parametrize(
    "how",
    [("--max-examples", "0"), ("--max-examples", "2", "--in-process")],
    ids=["a process", "in this process, with examples"],
)
def test_a_broken_subject_has_the_same_report(certified, here, how):
    text = BROKEN.replace("import os\n        os._exit(3)", "raise SystemExit(3)") if len(how) > 2 else BROKEN
    (here / "acme.py").write_text(text, "utf-8")
    given = ("acme.py", *how)
    status, report = certified(1, *given)
    kinds = {shown["error"]["kind"] for rule in report["rules"] for shown in rule["evidence"] if shown["error"]}
    assert {"exit", "error", "not-json"} <= kinds
    assert {rule["operation"] for rule in report["rules"] if rule["verdict"] == "fail"} > {"mcp-tool-to-chat-tool"}
    assert (status, report["run"]["faults"]) == (1, True)
    assert certified(3, *given) == (status, report)


HANGS = SOUND.replace(
    "    out = reference.mcp_tool_to_chat_tool(tool)",
    """    import os
    os.close(os.open("hangs", os.O_CREAT))
    while True:
        pass""",
)


def test_ctrl_c_leaves_what_every_process_knows(start, here):
    (here / "acme.py").write_text(HANGS, "utf-8")
    process = start("certify", "acme.py", "--jobs", "3", "--max-examples", "0", "--timeout", "60")
    limit = time.monotonic() + LIMIT
    while not (here / "hangs").exists():
        assert time.monotonic() < limit, "nothing was asked"
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=LIMIT)
    assert (process.returncode, err) == (130, "")
    assert "acme incomplete: " in out
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    assert report["run"]["complete"] is False
    verdicts = {rule["verdict"] for rule in report["rules"] if rule["operation"] == "mcp-tool-to-chat-tool"}
    assert "not-run" in verdicts


def test_a_process_that_dies_is_said(run, here):
    (here / "acme.py").write_text(HANGS.replace("while True:\n        pass", "os._exit(9)"), "utf-8")
    done = run("certify", "acme.py", "--in-process", "--jobs", "2", "--max-examples", "0")
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert "A process of this run was killed." in done.err
    assert not (here / "reports").exists()


def test_a_subject_that_starts_only_once_is_said(run, here):
    once = "import os\nos.close(os.open('started', os.O_CREAT | os.O_EXCL))\n"
    (here / "acme.py").write_text(once + SOUND, "utf-8")
    done = run("certify", "acme.py", "--jobs", "2", "--max-examples", "0")
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert "importing acme.py failed: FileExistsError" in done.err


def test_an_interrupt_while_a_subject_is_imported_is_no_failed_import(run, here):
    (here / "acme.py").write_text("raise KeyboardInterrupt\n", "utf-8")
    done = run("certify", "acme.py", "--in-process", "--max-examples", "0")
    assert (done.status, done.err) == (130, "conformance: interrupted; no report was written\n")
