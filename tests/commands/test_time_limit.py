"""A run ends in time and says so: at --time-limit, and at once where a subject fails at everything in the same way."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.running.subjects.faulty_service import FaultyService

SINGLE = "mcp-tool-to-chat-tool"
SLOW = """
import time
from conformance.reference import mcp_tool_to_chat_tool as converted, tool_loop as looped

def mcp_tool_to_chat_tool(tool):
    time.sleep(0.2)
    return converted(tool)

def mcp_tools_to_chat_tools(tools):
    return [mcp_tool_to_chat_tool(tool) for tool in tools]

def tool_loop(loop):
    time.sleep(0.2)
    return looped(loop)
"""


def incomplete(done, here: Path, limit: str) -> None:
    assert (done.status, done.err) == (1, "")
    assert re.search(rf"Not judged: [\d,]+ inputs: not asked: the time limit of {limit} s was reached\.", done.out)
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    assert report["run"]["complete"] is False
    assert report["summary"]["conforms"] is False
    assert "not-run" in {rule["verdict"] for rule in report["rules"]}


@pytest.mark.parametrize(
    "arguments",
    [
        ("--bind", f"{SINGLE}=slow:mcp_tool_to_chat_tool"),
        ("--bind", f"{SINGLE}=slow:mcp_tool_to_chat_tool", "--in-process"),
        ("--bind", "tool-loop=slow:tool_loop"),
        ("slow.py", "--operation", SINGLE, "--operation", "tool-loop", "--jobs", "2"),
    ],
    ids=["process", "in-process", "tool-loop", "jobs"],
)
def test_a_run_of_slow_answers_ends_at_the_time_limit(run, here, arguments):
    (here / "slow.py").write_text(SLOW, "utf-8")
    incomplete(run("certify", *arguments, "--time-limit", "0.5", alone=False), here, "0.5")


def test_a_run_of_a_slow_service_ends_at_the_time_limit(run, here):
    from conformance.reference import mcp_tool_to_chat_tool

    service = FaultyService(
        (SINGLE,), lambda _operation, tool: service.closing.wait(0.2) or mcp_tool_to_chat_tool(tool)
    )
    try:
        incomplete(run("certify", "--url", service.url, "--time-limit", "0.5"), here, "0.5")
    finally:
        service.close()


def test_a_silent_subject_is_not_awaited_for_longer_than_the_time_limit(run, here):
    (here / "silent.py").write_text("import time\n\ndef convert(tool):\n    time.sleep(600)\n", "utf-8")
    arguments = ("--bind", f"{SINGLE}=silent:convert", "--timeout", "600", "--time-limit", "0.5")
    incomplete(run("certify", *arguments), here, "0.5")


def test_a_comparison_with_a_slow_subject_ends_at_the_time_limit(run, here):
    (here / "slow.py").write_text(SLOW, "utf-8")
    slow = ("--b-bind", f"{SINGLE}=slow:mcp_tool_to_chat_tool")
    done = run("diff-subjects", "reference", *slow, "--max-examples", "0", "--time-limit", "4")
    assert (done.status, done.err) == (1, "")
    assert "not asked: the time limit of 4 s was reached" in done.out


@pytest.mark.expensive("certifies a subject that answers late or never")
def test_a_rerun_of_a_certificate_ends_at_the_time_limit(run, here):
    (here / "slow.py").write_text(SLOW.replace("0.2", "SECONDS").replace("import time", QUICK), "utf-8")
    slow = ("--bind", f"{SINGLE}=slow:mcp_tool_to_chat_tool", "--env", "SECONDS")
    given = ("--operation", SINGLE, "--max-examples", "0", "--certificate", "c.json")
    assert run("certify", *slow, *given, SECONDS="0").status == 0
    done = run("verify", "c.json", *slow, "--rerun", "--time-limit", "1", SECONDS="0.2")
    assert (done.status, done.err) == (1, "")
    assert "refused  rerun: another run was not completed: " in done.out


# The same code, slow or not.
QUICK = """import os, time
SECONDS = float(os.environ["SECONDS"])"""


# ---- what fails at everything ----


EXITS = """
import json, os, sys

for line in sys.stdin:
    request = json.loads(line)
    if request["method"] != "describe":
        print("cannot find my licence", file=sys.stderr, flush=True)
        os._exit(4)
    result = {"protocol": 1, "name": "exits", "operations": ["mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools"]}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""


@pytest.mark.expensive("certifies a subject that answers late or never")
def test_the_line_that_names_the_error_is_what_a_log_ends_with(run, here):
    said = "SyntaxError: no such export\\n    at load (loader:3)\\n\\nNode.js v24.0.0"
    (here / "exits.py").write_text(EXITS.replace("cannot find my licence", said), "utf-8")
    done = run("certify", "--command", shlex.join([sys.executable, "-S", "exits.py"]))
    assert done.err.endswith(" Its log ends: SyntaxError: no such export\n")


@pytest.mark.expensive("certifies a subject that answers late or never")
def test_a_subject_that_exits_at_every_request_is_refused_with_its_log(run, here):
    (here / "exits.py").write_text(EXITS, "utf-8")
    done = run("certify", "--command", shlex.join([sys.executable, "-S", "exits.py"]))
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "the subject exited with status 4 while it was asked." in done.err
    assert done.err.endswith(" Its log ends: cannot find my licence\n")


CLOSES = EXITS.replace("os._exit(4)", "os.close(1)\n        import time\n        time.sleep(600)")


@pytest.mark.expensive("certifies a subject that answers late or never")
def test_a_subject_that_closes_its_output_at_every_request_is_refused(run, here):
    (here / "closes.py").write_text(CLOSES, "utf-8")
    done = run("certify", "--command", shlex.join([sys.executable, "-S", "closes.py"]))
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "closed its standard output and went on" in done.err


MANY = """
from conformance.reference import mcp_tool_to_chat_tool as converted

calls = 0

def mcp_tools_to_chat_tools(tools):
    raise TypeError("not supported")

def mcp_tool_to_chat_tool(tool):
    global calls
    calls += 1
    FAILS
    return converted(tool)
"""


@pytest.mark.parametrize(
    "fails",
    [
        "raise TypeError(f'call {calls}') if calls != 5 else None",  # one of them is answered
        "raise (TypeError if calls % 2 else NameError)('failed')",
        "raise TypeError('failed' if calls % 2 else 'not found')",
    ],
    ids=["answers one", "two classes", "two messages"],
)
def test_a_subject_that_does_not_fail_at_everything_alike_is_judged(run, here, fails):
    (here / "many.py").write_text(MANY.replace("FAILS", fails), "utf-8")
    done = run("certify", "--bind", f"{SINGLE}=many:mcp_tool_to_chat_tool", "--max-examples", "0")
    assert (done.status, done.err) == (1, "")
    assert (here / "reports" / "report.json").is_file()


def test_a_converters_own_error_at_every_input_is_judged(run, here):
    (here / "refuses.py").write_text("def convert(tool):\n    raise ValueError('not today')\n", "utf-8")
    done = run("certify", "--bind", f"{SINGLE}=refuses:convert", "--max-examples", "0")
    assert (done.status, done.err) == (1, "")
    assert (here / "reports" / "report.json").is_file()


@pytest.mark.expensive("certifies a subject that answers late or never")
def test_a_subject_one_of_whose_operations_works_is_judged(run, here):
    (here / "many.py").write_text(MANY.replace("FAILS", ""), "utf-8")
    done = run("certify", "many.py", "--max-examples", "0")
    assert (done.status, done.err) == (1, "")
