"""conformance repeat: runs what the report says repeats a defect."""

from __future__ import annotations

import json

import pytest

from conformance.commands.repeat import words_of_all
from conformance.results.defects import Headline, defects_of
from tests.results.building import make_defect, make_evidence, make_report, make_rule

SINGLE = "mcp-tool-to-chat-tool"


@pytest.fixture
def report(run, here, keeps_defaults):
    run("certify", *keeps_defaults, "--max-examples", "0", "--seed", "1")
    return here / "reports" / "report.json"


@pytest.mark.expensive("certifies a converter")
def test_a_defect_is_repeated_until_it_is_repaired(run, here, report):
    before = report.read_bytes()
    done = run("repeat", "D1")
    assert done.status == 1
    assert done.out.startswith(f"$ conformance certify --bind {SINGLE}=acme:convert --operation {SINGLE} --rule MCP-2 ")
    assert "D1 MCP-2 at output.function.parameters.properties." in done.out
    assert "not judged" not in done.out
    assert report.read_bytes() == before
    (here / "acme.py").write_text("from conformance.reference import mcp_tool_to_chat_tool as convert\n", "utf-8")
    assert run("repeat", "d1").status == 0


@pytest.mark.expensive("certifies a converter")
def test_a_defect_keeps_the_number_and_the_title_that_it_has_in_the_report(run, report):
    bind = ("--bind", f"{SINGLE}=acme:convert", "--max-examples", "0")
    title = next(line for line in run("certify", *bind).out.splitlines() if line.startswith("D2 "))
    lines = run("repeat", "D2").out.splitlines()
    assert title in lines
    assert "    repeat    conformance repeat D2" in run("repeat", "D2", "-v").out.splitlines()
    assert not [line for line in lines if line.startswith(("D1", "Ledger", "  excused", "robust:", f"{SINGLE}:"))]
    assert not [line for line in lines if line.startswith("    like ")]


@pytest.mark.expensive("certifies a converter")
def test_a_defect_that_is_repaired_says_so(run, here, report):
    (here / "acme.py").write_text("from conformance.reference import mcp_tool_to_chat_tool as convert\n", "utf-8")
    done = run("repeat", "D2")
    assert (done.status, done.err) == (0, "")
    assert "D2 does not show any more: MCP-10: the call must fail on " in done.out


def test_what_shows_besides_and_is_none_of_the_report_is_new(run, here, report):
    text = (here / "acme.py").read_text("utf-8")
    (here / "acme.py").write_text(text.replace('tool["name"]', '"renamed"'), "utf-8")
    changed = json.loads(report.read_text("utf-8"))
    for rule in changed["rules"]:
        for evidence in rule["evidence"]:
            evidence["reproduce"] += " --rule MCP-1"
    report.write_text(json.dumps(changed), "utf-8")
    done = run("repeat", "D1")
    assert done.status == 1
    assert [line.split()[0] for line in done.out.splitlines() if line.startswith(("D", "new "))] == ["D1", "new"]


def test_the_command_can_be_shown_alone(run, here, report):
    report.rename(here / "other.json")
    done = run("repeat", "D1", "--report", "other.json", "--show")
    assert (done.status, done.out.count("\n")) == (0, 1)
    assert done.out.startswith("$ conformance certify ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("D7",), "reports/report.json has no defect 'D7'. "),
        (("D1", "--report", "nothing.json"), "nothing.json"),
    ],
)
def test_what_is_not_there_is_a_mistake_of_one_line(run, report, arguments, said):
    done = run("repeat", *arguments)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_no_other_command_is_run(run, report):
    changed = json.loads(report.read_text("utf-8"))
    for rule in changed["rules"]:
        for evidence in rule["evidence"]:
            evidence["reproduce"] = "touch broken"
    report.write_text(json.dumps(changed), "utf-8")
    done = run("repeat", "D1")
    assert (done.status, done.out) == (2, "")
    assert "No run of this suite repeats it: touch broken." in done.err
    assert not (report.parent.parent / "broken").exists()


def test_a_defect_that_does_not_decide_says_what_the_status_means(run, here):
    (here / "omits.py").write_text(
        "from conformance.reference import chat_tools_to_responses_tools as right\n"
        "def convert(tools):\n    return right(tools, strict_when_absent='omit')\n",
        "utf-8",
    )
    bound = ("--bind", "chat-tools-to-responses-tools=omits:convert", "--max-examples", "0")
    assert run("certify", *bound, "--requirements", "documents").status == 0
    done = run("repeat", "D1")
    assert done.status == 0
    assert "D1 advisory: API-3 " in done.out
    assert "    breaks    safe (not what decides this run): " in done.out
    assert done.out.splitlines()[-1] == (
        "API-3 is advice in this run and does not decide the exit status; --requirements safe makes it decide. "
        "D1 is repaired when nothing above shows it."
    )
    assert "advice in this run" not in run("repeat", "D1", "--show").out


def headline(*sets: str, command: str) -> Headline:
    return Headline(sets, (SINGLE, "A-1"), make_evidence(reproduce=f"conformance certify acme {command}"))


def test_a_defect_is_repeated_by_what_headlines_it_in_every_set() -> None:
    first = headline("safe", command="--rule LAW-4 --case a")
    others = headline("documents", command="--rule MCP-3 --case a"), headline("robust", command="--seed 1 --rule R-1")
    (defect,) = defects_of(make_report(make_rule(evidence=[first.evidence]), defects=[make_defect()]))
    words = words_of_all(defect._replace(headlines=others))
    assert words == ["conformance", "certify", "acme", "--rule", "LAW-4", "--case", "a", "--rule", "MCP-3"]
