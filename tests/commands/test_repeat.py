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


def headline(*sets: str, command: str) -> Headline:
    return Headline(sets, (SINGLE, "A-1"), make_evidence(reproduce=f"conformance certify acme {command}"))


def test_a_defect_is_repeated_by_what_headlines_it_in_every_set() -> None:
    first = headline("safe", command="--rule LAW-4 --case a")
    others = headline("documents", command="--rule MCP-3 --case a"), headline("robust", command="--seed 1 --rule R-1")
    (defect,) = defects_of(make_report(make_rule(evidence=[first.evidence]), defects=[make_defect()]))
    words = words_of_all(defect._replace(headlines=others))
    assert words == ["conformance", "certify", "acme", "--rule", "LAW-4", "--case", "a", "--rule", "MCP-3"]


def test_a_defect_is_repeated_from_any_folder(run_in, here, report):
    (here / ".git").mkdir()
    inner = here / "src" / "inner"
    inner.mkdir(parents=True)
    for folder, words in (
        (inner, ("repeat", "D1")),
        (here / "src", ("repeat", "D1", "--report", "../reports/report.json")),
    ):
        done = run_in(folder, *words)
        above = "../.." if folder == inner else ".."
        assert (done.status, done.err) == (1, "")
        assert done.out.startswith(f"$ cd {above} && conformance certify ")
        assert "\nD1 " in done.out
        assert not (folder / "reports").exists()


def test_a_defect_of_a_report_elsewhere_is_repeated_there(run_in, run, report, tmp_path_factory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    assert json.loads(report.read_text("utf-8"))["run"]["folder"] == ".."
    done = run_in(elsewhere, "repeat", "D1", "--report", str(report))
    assert done.out.startswith("$ cd ")
    assert (done.status, "D1 MCP-2" in done.out or "D1 MCP-4" in done.out) == (1, True)
