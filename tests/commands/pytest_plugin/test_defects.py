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
MARKED = """
import pytest
from two_defects import convert

@pytest.mark.conformance("mcp-tool-to-chat-tool", max_examples=0)
def test_convert(conformance):
    assert conformance.operation == "mcp-tool-to-chat-tool"
    conformance.check(convert)
"""
BIND = f"--conformance-bind={SINGLE}=two_defects:convert"
SOUND = f"--conformance-bind={SINGLE}=sound:convert"
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


def test_each_defect_is_a_failed_test_whose_last_line_says_what_and_where(run):
    done = run(BIND, CASES, "-vv")
    assert done.status == 1
    item = f"conformance two_defects:convert::{SINGLE}"
    assert named_last(done.out) == [f"{item} - {OF_PROPERTIES}", f"{item} - {OF_DEFAULTS}"]
    assert "2 failed in" in done.out
    assert "conformance.pytest" not in done.out


def test_each_defect_is_shown_as_the_command_shows_it(run):
    done = run(BIND, CASES)
    assert f"_ {SINGLE} D1 API-5 _" in done.out
    shown = done.out[done.out.index(f"_ {SINGLE} D2 MCP-2 _") :].splitlines()
    said = 'the property "value" still has its default, 1; wanted it absent'
    assert shown[1] == f"D2 breaks documents: MCP-2 at output.function.parameters.properties.value.default: {said}"
    assert shown[2].split()[:2] == ["and", "MCP-2a"]
    assert shown[3].split()[:4] == ["breaks", "MCP-2", "of", SINGLE]
    assert "Traceback" not in done.out
    assert "Captured" not in done.out


def test_a_sound_converter_is_one_passed_test(run):
    done = run(SOUND, CASES)
    assert (done.status, done.counted()) == (0, {"PASSED": 1})
    assert "conformance: sound:convert, every MUST, by defect, seed 1, 0 examples an operation" in done.out


def test_a_marked_test_fails_for_each_defect_and_is_what_repeats_it(run, project):
    project.makepyfile(test_two=MARKED)
    done = run("-vv", "--conformance-seed=5")
    item = f"test_two.py::test_convert[{SINGLE}]"
    assert named_last(done.out) == [f"{item} - {OF_PROPERTIES}", f"{item} - {OF_DEFAULTS}"]
    assert done.out.count(f"repeat    pytest '{item}' --conformance-seed 5") == 2
    assert "2 failed in" in done.out
    by_rule = run("--conformance-by=rule")
    assert {name for name, word in by_rule.verdicts.items() if word == "FAILED"} == {
        "test_convert[MCP-2]", "test_convert[MCP-2a]", "test_convert[API-5]"
    }  # fmt: skip


def test_what_items_fail_by_is_set_for_a_project_or_in_a_mark(run, project):
    project.makepyfile(test_two=MARKED.replace("max_examples=0", "max_examples=0, by='rule'"))
    assert "test_convert[MCP-2]" in run("--collect-only", "-q").out
    assert "test_convert[MCP-2]" not in run("--collect-only", "-q", "--conformance-by=defect").out
    project.makepyfile(test_two=MARKED)
    project.makeini("[pytest]\nconformance_by = rule\n")
    assert "test_convert[MCP-2]" in run("--collect-only", "-q").out


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


def test_the_file_of_junit_has_each_defect(run, project):
    run(BIND, CASES, "--junit-xml=junit.xml")
    text = (project.path / "junit.xml").read_text("utf-8")
    assert (text.count("<failure message="), 'failures="2"' in text) == (2, True)
    assert 'message="D2 MCP-2: the property' in text


def test_expected_failures_are_excused_while_they_fail(run, project):
    entries = [(rule, f"[[failure]]\noperation = '{SINGLE}'\nrule = '{rule}'\nreason = 'known to us'\n")
               for rule in ("MCP-2", "MCP-2a", "MCP-3")]  # fmt: skip
    (project.path / "known.toml").write_text("".join(text for _rule, text in entries), "utf-8")
    done = run(BIND, CASES, "--conformance-expected-failures=known.toml", "-vv")
    failed = [line.partition(" - ")[2] for line in named_last(done.out)]
    passes = "nothing fails now; delete the entry (known to us)"
    assert failed == [OF_PROPERTIES, f"MCP-3 of {SINGLE} is expected to fail: {passes}"]
    excused = [line.partition(" - ")[2] for line in named_last(done.out, "XFAIL")]
    assert excused == [f"{rule} fails as expected: known to us" for rule in ("MCP-2", "MCP-2a")]


def test_under_an_entry_for_several_operations_a_rule_may_pass(run, project):
    text = "[[failure]]\noperation = 'mcp-*'\nrule = ['MCP-2', 'MCP-2a', 'MCP-3', 'LAW-7']\nreason = 'known to us'\n"
    (project.path / "known.toml").write_text(text, "utf-8")
    done = run(BIND, CASES, "--conformance-expected-failures=known.toml", "-vv")
    assert [line.partition(" - ")[2] for line in named_last(done.out)] == [OF_PROPERTIES]
    excused = [line.partition(" - ")[2] for line in named_last(done.out, "XFAIL")]
    assert excused == [f"{rule} fails as expected: known to us" for rule in ("MCP-2", "MCP-2a")]


def test_advice_does_not_fail(run, project):
    (project.path / "sorts.py").write_text(
        "import json\nfrom sound import convert as right\n\n"
        "def convert(tool):\n    return json.loads(json.dumps(right(tool), sort_keys=True))\n",
        "utf-8",
    )
    done = run(f"--conformance-bind={SINGLE}=sorts:convert", CASES, "-vv")
    assert done.status == 0
    assert "1 passed, 1 xfailed" in done.out
    (advice,) = named_last(done.out, "XFAIL")
    assert advice.partition(" - ")[2].startswith("D1 ALL-5 (advice): ")


def test_what_was_not_judged_because_of_a_defect_is_shown_with_it(run, project):
    project.makepyfile(refuses="def convert(tool):\n    raise ValueError('not today')\n")
    done = run(f"--conformance-bind={SINGLE}=refuses:convert", CASES, "-vv")
    (said,) = [line.partition(" - ")[2] for line in named_last(done.out)]
    assert said == "D1 CONV-1: the call fails: not today (ValueError) at /input"
    assert re.search(r"^    MCP-1, MCP-2, .* were not run: no conversion that should have reached it", done.out, re.M)


def test_what_was_not_judged_fails_once_for_each_reason(run, project):
    (project.path / "slow.py").write_text(
        "import time\n\nimport sound\n\ndef convert(tool):\n    time.sleep(0.3)\n    return sound.convert(tool)\n"
    )
    done = run(f"--conformance-bind={SINGLE}=slow:convert", CASES, "--conformance-time-limit=0.2", "-vv")
    (said,) = [line.partition(" - ")[2] for line in named_last(done.out)]
    assert re.search("^MCP-1, .* were not run: .*the time limit of 0.2 s was reached", said)
