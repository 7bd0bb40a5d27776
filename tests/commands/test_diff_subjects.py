"""conformance diff-subjects: two subjects, the same inputs, and what sets them apart."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("few_cases")

SINGLE = "mcp-tool-to-chat-tool"
QUICK = ("--max-examples", "5", "--seed", "1")
OF_ACME = ("--b-bind", f"{SINGLE}=acme:convert")

OMITS = """
from conformance.reference import mcp_tool_to_chat_tool

def convert(tool):
    return mcp_tool_to_chat_tool(tool, description_when_absent="omit")
"""


@pytest.fixture
def omits(here: Path) -> tuple[str, ...]:
    """The arguments that name a subject B which answers a choice as the reference does not."""
    (here / "acme.py").write_text(OMITS, "utf-8")
    return OF_ACME


def test_a_line_repeats_the_run(run, omits):
    import shlex

    first = run("diff-subjects", "reference", *omits, *QUICK)
    repeat = shlex.split(first.out.splitlines()[-1].removeprefix("Repeat: conformance "))
    again = run(*repeat)
    differing = [line for line in first.out.splitlines() if line.startswith("    ")]
    assert differing == [line for line in again.out.splitlines() if line.startswith("    ")]


@pytest.mark.expensive("compares whole runs")
def test_either_side_may_be_a_process(run):
    command = f"{sys.executable} -m conformance serve --stdio"
    done = run("diff-subjects", "--a-command", command, "reference", "--operation", SINGLE, *QUICK)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("A: reference (")
    assert "reached as process" in done.out.splitlines()[0]
