"""pytest-xdist, and what the plugin costs where nobody uses it."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests.commands.pytest_plugin.conftest import SINGLE

LIST = "mcp-tools-to-chat-tools"
DEFECT = (f"--conformance-bind={SINGLE}=noting:convert", "--conformance-max-examples=2", "--conformance-by=rule")
# Notes what it is asked. It fails one case, so that no example needs to be made small.
NOTING = """
import json, os
from conformance.reference import mcp_tool_to_chat_tool as right

def convert(tool):
    with open(f"asked-{os.getpid()}", "a") as file:
        file.write(json.dumps(tool) + "\\n")
    reported = right(tool)
    if tool["name"] == "search_notes":
        reported["function"]["name"] = "another"
    return reported
"""
SOUND = (
    f"--conformance-bind={SINGLE}=sound:convert",
    f"--conformance-bind={LIST}=conformance.reference:mcp_tools_to_chat_tools",
    "--conformance-max-examples=0",
    "--conformance-by=rule",
)
NOTED = """
def pytest_runtest_logreport(report):
    if report.when == "call" and hasattr(report, "node"):
        with open("noted", "a") as file:
            print(report.node.gateway.id, report.nodeid.split("::")[1], file=file)
"""
UNUSED = """
import sys

def test_nothing_is_imported():
    loaded = {name for name in sys.modules if name.partition(".")[0] == "conformance"}
    assert loaded == {
        "conformance",
        "conformance.commands",
        "conformance.commands.pytest_plugin",
        "conformance.commands.pytest_plugin.names",
    }
"""


def take_asked(folder: Path) -> set[str]:
    """Return what all processes were asked since the last look."""
    asked = set()
    for path in folder.glob("asked-*"):
        asked.update(path.read_text("utf-8").splitlines())
        path.unlink()
    return asked


@pytest.mark.expensive("a run of pytest-xdist is three processes that load the suite")
def test_workers_come_to_the_same_verdicts_from_the_same_random_seed(run, project):
    project.makeconftest(NOTED)
    project.makepyfile(noting=NOTING)
    shared = run(*DEFECT, "--conformance-seed=random", "-n2", "--dist=load", alone=True)
    lines = (project.path / "noted").read_text("utf-8").splitlines()
    assert len(set(lines)) == 2  # both workers had items of the operation, and so both ran it
    (seed,) = re.findall(r"^conformance: .*, seed (\d+),", shared.out, re.M)
    asked = take_asked(project.path)
    alone = run(*DEFECT, f"--conformance-seed={seed}")
    assert asked == take_asked(project.path)
    assert shared.status == alone.status == 1
    assert (len(lines), shared.items) == (len(alone.items), alone.items)


def test_by_scope_a_worker_gets_whole_operations(run):
    """pytest-xdist takes the names of items apart, and gives a worker those of one scope."""
    listed = run(*SOUND, "--collect-only", "-qq").out.splitlines()
    scope_of = partial(LoadScopeScheduling._split_scope, None)
    scopes = {scope_of(line) for line in listed if "::" in line}
    assert sorted(scope.rpartition("::")[2] for scope in scopes) == [SINGLE, LIST]


@pytest.mark.expensive("runs pytest")
def test_the_plugin_imports_nothing_where_it_is_not_used(run, project):
    project.makepyfile(test_unused=UNUSED)
    assert run(alone=True).verdicts == {"test_nothing_is_imported": "PASSED"}
