"""After the suite is killed, and so cannot clean up, no process of a subject remains."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commands.faults.test_interrupt import is_alive

SINGLE = "mcp-tool-to-chat-tool"
LIMIT = 60  # seconds: a bound for a machine that is busy with other things

# Says who it is, in a file for each process, and hangs with a process in a session of its own.
HANG = """
import json, os, subprocess, sys, time

def hang():
    sleeper = [sys.executable, "-S", "-c", "import time; time.sleep(600)"]
    far = subprocess.Popen(sleeper, start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
    for pid in (os.getpid(), far.pid):
        open(f"{pid}.pid", "w").close()
    time.sleep(600)
"""
FUNCTIONS = (
    HANG
    + """
def mcp_tool_to_chat_tool(tool):
    hang()

def mcp_tools_to_chat_tools(tools):
    hang()
"""
)
PROCESS = (
    HANG
    + """
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] != "describe":
        hang()
    result = {"protocol": 1, "name": "hangs", "operations": ["mcp-tool-to-chat-tool"]}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""
)
AT_ONCE = HANG + "hang()"


def files(here: Path, count: int) -> list[int]:
    """Wait for the files of so many processes; return their numbers."""
    limit = time.monotonic() + LIMIT
    while len(found := list(here.glob("*.pid"))) < count:
        assert time.monotonic() < limit, "the subject never started"
        time.sleep(0.01)
    return [int(path.stem) for path in found]


def gone(pid: int) -> bool:
    limit = time.monotonic() + LIMIT
    while is_alive(pid):
        if time.monotonic() > limit:
            return False
        time.sleep(0.01)
    return True


COMMAND = shlex.join([sys.executable, "-S", "subject.py"])


@pytest.mark.parametrize(
    ("text", "arguments", "count"),
    [
        (FUNCTIONS, ("--bind", f"{SINGLE}=subject:mcp_tool_to_chat_tool"), 2),
        (FUNCTIONS, ("subject.py", "--jobs", "2"), 4),
        (PROCESS, ("--command", COMMAND), 2),
        (PROCESS, ("--command", f"env -i {COMMAND}"), 2),
        (AT_ONCE, ("--wire", COMMAND), 2),
        (AT_ONCE, ("reference", "--mcp-server", COMMAND), 2),
    ],
    ids=["function", "jobs", "command", "without-environment", "wire", "mcp-server"],
)
def test_no_process_of_a_subject_outlives_a_suite_that_is_killed(
    start: Callable[..., subprocess.Popen[str]], here: Path, text: str, arguments: tuple[str, ...], count: int
) -> None:
    (here / "subject.py").write_text(text, "utf-8")
    suite = start("certify", *arguments, "--timeout", "600", "--start-timeout", "600")
    pids = files(here, count)
    try:
        suite.send_signal(signal.SIGKILL)
        suite.wait(LIMIT)
        assert [pid for pid in pids if not gone(pid)] == []
    finally:
        suite.stdout.close()
        suite.stderr.close()


def test_the_suite_leaves_no_process_of_its_own_behind(start, here) -> None:
    """Neither the processes of --jobs nor what watches over the subject keep the output of a killed suite open."""
    (here / "subject.py").write_text(FUNCTIONS, "utf-8")
    suite = start("certify", "subject.py", "--jobs", "2", "--timeout", "600")
    files(here, 4)
    suite.send_signal(signal.SIGKILL)
    suite.communicate(timeout=LIMIT)  # ends when nothing holds its standard output any more
