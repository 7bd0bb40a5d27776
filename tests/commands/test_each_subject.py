"""Whom a certify command judges in a project, and what comes of several subjects."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from conformance.base.errors import SpecificationError, SubjectError, UsageError
from conformance.commands.each_subject import run_each
from conformance.commands.parser import parse
from tests.commands.conftest import KEEPS_DEFAULTS

SINGLE = "mcp-tool-to-chat-tool"
TWO = f"""
[subjects.good]
bind = {{{SINGLE} = "conformance.reference:mcp_tool_to_chat_tool"}}
[subjects.bad]
bind = {{{SINGLE} = "acme:convert"}}
"""
BOTH = f'certify = ["good", "bad"]\nmax-examples = 0\nrequirements = "documents"\n{TWO}'


@pytest.fixture
def judged(here: Path, monkeypatch: pytest.MonkeyPatch):
    """Gives the arguments of each run that a command would make in a project with this file."""
    monkeypatch.chdir(here)

    def read(text: str, *words: str) -> list[argparse.Namespace]:
        (here / "conformance.toml").write_text(text)
        runs: list[argparse.Namespace] = []
        run_each(parse(["certify", *words])[1], lambda parsed: runs.append(parsed) or 0)
        return runs

    return read


def test_the_only_subject_is_judged_where_none_is_named(judged) -> None:
    only = TWO.partition("[subjects.bad]")[0]
    assert [finding.subject for finding in judged(only)] == ["good"]
    assert [(finding.subject, finding.seed) for finding in judged(only, "--seed", "4")] == [("good", 4)]
    assert [finding.subject for finding in judged(only, "reference")] == ["reference"]
    (bound,) = judged(only, "--bind", f"{SINGLE}=a:b")
    assert (bound.subject, bound.bind) == (None, [f"{SINGLE}=a:b"])


def test_without_subjects_nothing_is_judged_that_nobody_names(judged) -> None:
    with pytest.raises(UsageError, match=r"conformance\.toml has no subject"):
        judged("seed = 3\n")
    (finding,) = judged("seed = 3\n", "reference")
    assert (finding.subject, finding.seed) == ("reference", 3)


def test_of_several_the_file_must_say_which(judged) -> None:
    with pytest.raises(UsageError) as caught:
        judged(TWO)
    assert str(caught.value) == (
        "conformance.toml has 2 subjects, and no key certify says which are judged. "
        'Name one, or write certify = ["good", "bad"].'
    )
    assert [finding.subject for finding in judged(TWO, "bad")] == ["bad"]


def test_each_of_several_has_a_folder_of_reports(judged) -> None:
    found = [(finding.subject, finding.report_dir) for finding in judged(BOTH)]
    assert found == [("good", "reports/good"), ("bad", "reports/bad")]
    assert [finding.report_dir for finding in judged(f'report-dir = "out"\n{BOTH}')] == ["out/good", "out/bad"]
    assert [finding.report_dir for finding in judged(BOTH, "--report-dir", "x")] == ["x/good", "x/bad"]
    # The same folder where only one of them is judged; a flag means what it says.
    assert [finding.report_dir for finding in judged(BOTH, "bad")] == ["reports/bad"]
    assert [finding.report_dir for finding in judged(BOTH, "bad", "--report-dir", "x")] == ["x"]
    assert [finding.report_dir for finding in judged(BOTH, "reference")] == ["reports"]


@pytest.mark.parametrize("flag", ["json", "junit", "markdown", "sarif", "certificate", "baseline"])
def test_a_flag_that_names_one_file_is_for_one_subject(judged, flag: str) -> None:
    with pytest.raises(UsageError, match=f"--{flag} is for one subject, and 2 are judged. Name good alone."):
        judged(BOTH, f"--{flag}", "x")


def test_a_subject_that_no_folder_can_be_named_after_is_a_mistake(judged) -> None:
    text = 'certify = ["a/b", "c"]\n[subjects."a/b"]\npython = "x"\n[subjects.c]\npython = "x"\n'
    with pytest.raises(UsageError, match="no folder of reports can be named 'a/b'"):
        judged(text)
    assert [finding.subject for finding in judged(text, "a/b")] == ["a/b"]


@pytest.mark.parametrize(
    ("outcomes", "status"),
    [((0, 0), 0), ((1, 0), 1), ((SubjectError("It does not start."), 1), 2), ((1, SpecificationError("Broken.")), 3)],
)
def test_the_worst_status_is_that_of_the_command(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], outcomes, status: int
) -> None:
    monkeypatch.chdir(here)
    (here / "conformance.toml").write_text(BOTH)
    left = list(outcomes)

    def judge(_parsed: argparse.Namespace) -> int:
        outcome = left.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return int(outcome)

    assert run_each(parse(["certify"])[1], judge) == status
    assert not left
    assert capsys.readouterr().err.count("\n") == (status > 1)


def test_an_interrupt_ends_all(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(here)
    (here / "conformance.toml").write_text(BOTH)
    assert run_each(parse(["certify"])[1], lambda parsed: 130 if parsed.subject == "good" else 1 // 0) == 130


@pytest.fixture
def project(here: Path) -> Path:
    """A project with a sound converter and one that has a defect."""
    (here / "acme.py").write_text(KEEPS_DEFAULTS)
    (here / "conformance.toml").write_text(BOTH)
    (here / "in").mkdir()
    return here


@pytest.mark.expensive("certifies from several folders")
def test_the_subjects_of_a_project_are_judged_from_any_folder_of_it(project: Path, run_in) -> None:
    done = run_in(project / "in", "certify", no_seed=True)
    assert (done.status, done.err) == (1, "")
    lines = [line for line in done.out.splitlines() if line.startswith("Settings: ")]
    taken = "requirements, max-examples, report-dir"
    assert lines == [f"Settings: ../conformance.toml (subjects.{name}, {taken})" for name in ("good", "bad")]
    reports = {name: json.loads((project / "reports" / name / "report.json").read_text()) for name in ("good", "bad")}
    assert [reports[name]["subject"]["name"] for name in reports] == ["good", "bad"]
    assert not (project / "in" / "reports").exists()

    quiet = run_in(project / "in", "certify", "--quiet", no_seed=True)
    assert "Settings" not in quiet.out
    assert [line.partition(" ")[0] for line in quiet.out.splitlines()] == ["good", "bad"]

    whole = (project / "reports" / "bad" / "report.json").read_bytes()
    part = run_in(project / "in", "certify", "bad", "--rule", "MCP-2")
    assert (part.status, (project / "reports" / "bad" / "report.json").read_bytes()) == (1, whole)

    repeated = run_in(project / "in", "repeat", "D1", "--report", "../reports/bad/report.json")
    assert repeated.status == 1
    assert "Settings" not in repeated.out  # its command says all
    issue = run_in(project / "in", "issue", "D1", "--report", "../reports/bad/report.json")
    assert (issue.status, issue.err) == (0, "")
    assert "from acme import convert" in issue.out


@pytest.mark.expensive("certifies a converter")
def test_a_certificate_of_a_subject_is_made_from_any_folder(project: Path, run_in) -> None:
    made = run_in(project / "in", "certify", "good", "--certificate", "c.json", "--quiet")
    assert (made.status, made.err) == (0, "")
    verified = run_in(project, "verify", "in/c.json", "good")
    assert (verified.status, verified.out.splitlines()[-1]) == (0, "Accepted.")
