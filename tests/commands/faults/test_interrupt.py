"""Ctrl-C and its kin: what is known is written and marked incomplete, the children are gone, status 130."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

import pytest

SINGLE = "mcp-tool-to-chat-tool"
LIMIT = 30
# Converts well until a marked case, where it says who it is and hangs.
HANGS = """
import os
from conformance.reference import mcp_tool_to_chat_tool

calls = 0

def convert(tool):
    global calls
    calls += 1
    if calls > 40:
        with open("child.pid.part", "w") as file:
            file.write(str(os.getpid()))
        os.rename("child.pid.part", "child.pid")
        while True:
            pass
    return mcp_tool_to_chat_tool(tool)
"""


def wait_for(path: Path) -> str:
    limit = time.monotonic() + LIMIT
    while not path.exists():
        assert time.monotonic() < limit, f"{path.name} never came"
        time.sleep(0.01)
    return path.read_text("utf-8")


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")


@pytest.mark.parametrize(
    "signals",
    [[signal.SIGINT], [signal.SIGTERM], [signal.SIGHUP], [signal.SIGINT, signal.SIGINT, signal.SIGTERM]],
    ids=["ctrl-c", "terminate", "hang-up", "thrice"],
)
def test_an_interrupted_run_writes_what_it_knows(start, here, signals):
    (here / "hangs.py").write_text(HANGS, "utf-8")
    process = start("certify", "--bind", f"{SINGLE}=hangs:convert", "--max-examples", "0", "--timeout", "60")
    child = int(wait_for(here / "child.pid"))
    for number in signals:
        process.send_signal(number)
    out, err = process.communicate(timeout=LIMIT)
    assert err == ""
    assert process.returncode == 130
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    assert report["run"]["complete"] is False
    assert report["summary"]["conforms"] is False
    verdicts = {rule["verdict"] for rule in report["rules"]}
    assert "fail" not in verdicts
    assert "not-run" in verdicts
    assert "not-applicable" not in verdicts
    assert (here / "reports" / "junit.xml").is_file()
    assert (here / "reports" / "report.html").is_file()
    assert "hangs:convert incomplete: " in out
    assert "the run was interrupted before anything reached it" in out
    assert not is_alive(child)


def test_an_interrupt_before_anything_is_known_writes_nothing(start, here):
    (here / "slow.py").write_text("import pathlib, time\npathlib.Path('started').touch()\ntime.sleep(60)\n", "utf-8")
    process = start("certify", "slow:convert")
    wait_for(here / "started")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=LIMIT)
    assert (process.returncode, out) == (130, "")
    assert err == "conformance: interrupted; no report was written\n"
    assert not (here / "reports").exists()


def test_a_subject_in_this_process_is_interrupted_too(start, here):
    (here / "hangs.py").write_text(HANGS, "utf-8")
    process = start("certify", "--bind", f"{SINGLE}=hangs:convert", "--in-process", "--max-examples", "0")
    wait_for(here / "child.pid")
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=LIMIT)
    assert process.returncode == 130
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    assert report["run"]["complete"] is False


def test_a_user_who_insists_gets_out_of_a_subject_that_swallows_interrupts(start, here):
    swallowing = HANGS.replace("        while True:\n            pass\n", SWALLOWS)
    (here / "swallows.py").write_text(swallowing, "utf-8")
    process = start("certify", "--bind", f"{SINGLE}=swallows:convert", "--in-process", "--max-examples", "0")
    wait_for(here / "child.pid")
    limit = time.monotonic() + LIMIT
    while process.poll() is None and time.monotonic() < limit:
        process.send_signal(signal.SIGINT)
        time.sleep(0.02)
    process.communicate(timeout=LIMIT)
    # The last signal may meet an interpreter that is ending already.
    assert process.returncode in (130, -signal.SIGINT)


SWALLOWS = """
        for _attempt in range(2):
            try:
                while True:
                    pass
            except KeyboardInterrupt:
                pass
        while True:
            pass
"""


# Raises in the import of one module, as Ctrl-C does there.
INTERRUPTS = """
import os
import sys


class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ.get("INTERRUPTED_IMPORT"):
            raise KeyboardInterrupt


sys.meta_path.insert(0, Interrupts())
"""
MODULES = (
    "conformance.commands.main", "conformance.commands.parser", "argparse",
    "conformance.commands.arguments.converter", "conformance.commands.interrupt", "conformance.base.errors",
    "conformance.commands.certify", "conformance.running.engine", "conformance.results.plain",
)  # fmt: skip


@pytest.mark.parametrize("module", MODULES)
def test_an_interrupt_in_an_import_is_one_line(run, here, module):
    (here / "early").mkdir()
    (here / "early" / "sitecustomize.py").write_text(INTERRUPTS, "utf-8")
    path = os.pathsep.join(filter(None, [str(here / "early"), os.environ.get("PYTHONPATH")]))
    done = run("certify", "reference", "--max-examples", "0", PYTHONPATH=path, INTERRUPTED_IMPORT=module)
    assert (done.status, done.out) == (130, "")
    assert done.err == "conformance: interrupted; no report was written\n"
