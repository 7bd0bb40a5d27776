"""One failed test for each defect, which is what pytest's last lines name."""

from __future__ import annotations

import re

import pytest

from tests.commands.pytest_plugin.conftest import SINGLE

pytestmark = pytest.mark.usefixtures("few_cases")

CASES = "--conformance-max-examples=0"
TWO_DEFECTS = """
import copy

def convert(tool):
    if not isinstance(tool.get("name"), str) or not isinstance(tool.get("inputSchema"), dict):
        raise ValueError("no tool: name and inputSchema are needed")
    function = {"name": tool["name"], "description": tool.get("description") or ""}
    function["parameters"] = copy.deepcopy(tool["inputSchema"])
    return {"type": "function", "function": function}
"""
BIND = f"--conformance-bind={SINGLE}=two_defects:convert"
PLACE = "/output/function/parameters"
OF_PROPERTIES = f"D1 API-5: the API wants `properties` at the root, if only an empty one at {PLACE}"
OF_DEFAULTS = (
    f'D2 MCP-2: the property "value" still has its default, 1; wanted it absent at {PLACE}/properties/value/default'
)


@pytest.fixture(autouse=True)
def two_defects(project):
    """A converter that keeps defaults, and adds no properties to an object schema that has none."""
    project.makepyfile(two_defects=TWO_DEFECTS)


def named_last(out: str, word: str = "FAILED") -> list[str]:
    """Return the items and messages of pytest's last lines."""
    return re.findall(rf"^{word} (.*)$", out.partition("short test summary info")[2], re.M)


def test_the_run_stops_at_the_first_failure_where_that_is_asked(run):
    done = run(BIND, CASES, "-x", "-vv")
    assert len(named_last(done.out)) == 1
    assert "stopping after 1 failures" in done.out


@pytest.mark.expensive("a run of pytest that certifies")
def test_failed_operations_are_run_again_by_last_failed(run):
    other = "mcp-result-to-tool-message"
    both = (BIND, f"--conformance-bind={other}=conformance.reference:mcp_result_to_tool_message", CASES)
    assert run(*both).verdicts == {SINGLE: "FAILED", other: "PASSED"}
    again = run(*both, "--lf", "-vv")
    assert again.verdicts == {SINGLE: "FAILED"}
    assert len(named_last(again.out)) == 2


@pytest.mark.expensive("a run of pytest that certifies")
def test_an_operation_is_selected_by_its_name(run):
    assert run(BIND, CASES, "-k", "chat-tool").verdicts == {SINGLE: "FAILED"}
    assert run(BIND, CASES, "-k", "responses").verdicts == {}


@pytest.mark.expensive("a run of pytest-xdist is three processes that load the suite")
def test_workers_report_each_defect(run):
    done = run(BIND, CASES, "-n2", "-vv", alone=True)
    assert [line.partition(" - ")[2] for line in named_last(done.out)] == [OF_PROPERTIES, OF_DEFAULTS]
    assert "2 failed in" in done.out


def test_what_was_not_judged_fails_once_for_each_reason(run, project):
    (project.path / "slow.py").write_text(
        "import time\n\nimport sound\n\ndef convert(tool):\n    time.sleep(0.3)\n    return sound.convert(tool)\n"
    )
    done = run(f"--conformance-bind={SINGLE}=slow:convert", CASES, "--conformance-time-limit=0.2", "-vv")
    (said,) = [line.partition(" - ")[2] for line in named_last(done.out)]
    assert re.search("^MCP-1, .* were not run: .*the time limit of 0.2 s was reached", said)
