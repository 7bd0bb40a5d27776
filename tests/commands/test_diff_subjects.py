"""conformance diff-subjects: two subjects, the same inputs, and what sets them apart."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

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


@pytest.mark.expensive("compares whole runs")
def test_a_subject_agrees_with_itself(run):
    done = run("diff-subjects", "reference", "reference", "--operation", SINGLE, "--operation", "tool-loop", *QUICK)
    assert (done.status, done.err) == (0, "")
    assert "DIFFER" not in done.out
    assert "reference and reference agree on " in done.out.splitlines()[-1]


def test_a_defect_is_shown_with_its_input_both_answers_and_the_rule(run, keeps_defaults):
    done = run("diff-subjects", "reference", *OF_ACME, *QUICK)
    assert (done.status, done.err) == (1, "")
    lines = done.out.splitlines()
    start = lines.index(f"DIFFER {SINGLE}: MCP-2 decides against B")
    reported = "\n".join(lines[start : lines.index("", start)])
    assert "only B has /output/function/parameters/properties/city/default" in reported
    assert (
        '{"name": "get_weather", "inputSchema": {"type": "object", "properties": {"city": {"default": 1}}}}' in reported
    )
    assert "    added     /output/function/parameters/properties/city/default: B has 1" in reported
    assert "    against B MCP-2 (MUST): " in reported
    assert "    A         {" in reported
    assert "    B         {" in reported


def test_another_answer_to_a_choice_is_allowed_and_reported(run, omits):
    done = run("diff-subjects", "reference", *omits, *QUICK)
    assert done.status == 1
    (headline,) = (line for line in done.out.splitlines() if line.startswith("DIFFER"))
    assert headline == f"DIFFER {SINGLE}: description-when-absent: both answers are allowed"
    assert 'choice    description-when-absent (MCP-9): A answers "empty", B "omit"' in done.out
    assert "choices they answer differently (A, B): description-when-absent (empty, omit)" in done.out
    assert "0 decided by a rule, 1 allowed" in done.out


def test_a_line_repeats_the_run(run, omits):
    import shlex

    first = run("diff-subjects", "reference", *omits, *QUICK)
    repeat = shlex.split(first.out.splitlines()[-1].removeprefix("Repeat: conformance "))
    again = run(*repeat)
    differing = [line for line in first.out.splitlines() if line.startswith("    ")]
    assert differing == [line for line in again.out.splitlines() if line.startswith("    ")]


def test_the_data_hold_what_the_lines_tell(run, here, keeps_defaults):
    done = run("diff-subjects", "reference", *OF_ACME, *QUICK, "--json", "out/differ.json")
    assert done.status == 1
    reported = json.loads((here / "out" / "differ.json").read_text("utf-8"))
    assert (reported["agree"], reported["complete"]) == (False, True)
    assert (reported["a"]["name"], reported["b"]["name"]) == ("reference", "acme:convert")
    assert reported["operations"][0]["inputs"] > reported["operations"][0]["differing"] > 0
    disagreement = next(
        disagreement
        for disagreement in reported["disagreements"]
        if [c["rule"] for c in disagreement["against"]["b"]] == ["MCP-2"]
    )
    assert disagreement["decided"] is True
    assert disagreement["against"]["a"] == []
    assert disagreement["b"]["came"] == "answers"
    place = "/output/function/parameters/properties/city/default"
    assert disagreement["differences"] == [{"kind": "added", "free": False, "at_b": place, "b": 1}]


def test_one_input_can_be_compared(run, here, keeps_defaults):
    tool = {"name": "n", "description": "d", "inputSchema": {"type": "object", "properties": {"p": {"default": 1}}}}
    (here / "tool.json").write_text(json.dumps(tool), "utf-8")
    done = run("diff-subjects", "reference", *OF_ACME, "--operation", SINGLE, "--input", "tool.json")
    assert done.status == 1
    assert f"{SINGLE}: 1 input, the subjects disagree on 1" in done.out


@pytest.mark.expensive("compares whole runs")
def test_either_side_may_be_a_process(run):
    command = f"{sys.executable} -m conformance serve --stdio"
    done = run("diff-subjects", "--a-command", command, "reference", "--operation", SINGLE, *QUICK)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("A: reference (")
    assert "reached as process" in done.out.splitlines()[0]


def test_a_table_names_a_subject(run, here, omits):
    (here / "conformance.toml").write_text(f'[subjects.acme]\nbind = {{"{SINGLE}" = "acme:convert"}}\n', "utf-8")
    done = run("diff-subjects", "acme", "reference", *QUICK)
    assert done.status == 1
    assert 'A answers "omit", B "empty"' in done.out


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        ([], ["The subject A is missing", "reference is one"]),
        (["reference"], ["The subject B is missing", "--b-command"]),
        (["--a-command", "cat"], ["The subject B is missing"]),
        (["reference", "reference", "x"], ["One subject too many: 'x'"]),
        (["reference", "referense"], ["Unknown subject 'referense'", "Did you mean reference?"]),
        (["reference", "--b-bind", "x=a:b"], ["Subject B: Unknown operation 'x'"]),
        (["reference", "--b-bind", SINGLE], ["Subject B: ", "is not of the form"]),
        (["reference", "reference", "--operation", "x"], ["Unknown operation 'x'"]),
        (["reference", "reference", "--input", "x.json"], ["--input needs --operation"]),
        (["reference", "reference", "--operation", SINGLE, "--input", "x.json"], ["--input x.json cannot be read"]),
        (["reference", "--b-command", "false"], ["exited with status 1 before it answered describe"]),
        (
            ["reference", *OF_ACME, "--operation", "chat-tools-to-responses-tools"],
            ["no operation of this run that both subjects offer"],
        ),
        (["reference", "reference", "--json", "."], ["--json", "it is a folder"]),
    ],
)
def test_a_run_that_cannot_be_made_is_one_line(run, keeps_defaults, arguments, reported):
    done = run("diff-subjects", *arguments)
    assert done.status == 2
    assert len(done.err.splitlines()) == 1
    for words in reported:
        assert words in done.err
