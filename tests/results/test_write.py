from __future__ import annotations

import json
import os
from dataclasses import replace

import pytest

from conformance.base.errors import UsageError
from conformance.base.observation import Description, Outcome
from conformance.base.values import ABSENT
from conformance.results import write
from conformance.results.html import RuleWording
from conformance.results.write import Reports, write_reports
from conformance.rules.contracts import Rule
from conformance.running.engine import Evidence, RuleResult, RunResult
from tests.running.engine.certifying import finish


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make_run() -> RunResult:
    subject = Description(name="acme", version="1", language=None, adapter="process", operations=(), choices={})
    digest = "sha256:" + "0" * 64
    run = RunResult(subject, seed=7, max_examples=5, requirements="every MUST", specs_digest=digest, started="now")
    entry = RuleResult(
        "one-to-one",
        Rule(
            id="A-1", level="MUST", origin="field", title="Title", text="Text.", why="Why.", sources=(), check="a-check"
        ),
    )
    wrong = Evidence(
        kind="wrong",
        case=None,
        input={"a": "\ud800é"},
        outcome=Outcome(output=1),
        expected=ABSENT,
        at="/output",
        message="wrong",
        reproduce="conformance certify",
        input_file="one-to-one.A-1.json",
    )
    entry.evidence = [wrong, replace(wrong, case="a-case", input={"a": 2}, input_file=None)]
    entry.verdict = "fail"
    finish(run)
    run.rules = [entry]
    return run


def files(folder) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("given", "narrowed", "expected"),
    [
        (
            (None, None, None),
            False,
            ("reports/report.json", "reports/junit.xml", "reports/report.html", "reports/evidence"),
        ),
        (("d", None, None), False, ("d/report.json", "d/junit.xml", "d/report.html", "d/evidence")),
        (("d", "x.json", "y.xml"), False, ("x.json", "y.xml", "d/report.html", "d/evidence")),
        ((None, None, None), True, (None, None, None, None)),
        ((None, "x.json", None), True, ("x.json", None, None, None)),
        (("d", None, None), True, ("d/report.json", "d/junit.xml", "d/report.html", "d/evidence")),
    ],
)
def test_where_reports_go(here, given, narrowed, expected):
    reports = Reports.prepare(*given, narrowed=narrowed)
    assert reports[:-1] == expected
    assert reports.named == tuple(name for name in given[1:] if name is not None)
    assert files(here) == []
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(
    ("given", "reported"),
    [
        (
            ("file", None, None),
            "file/report.json cannot be written: file is not a folder. Choose another place with --report-dir.",
        ),
        (("file/in/it", None, None), "file is not a folder"),
        ((None, "folder", None), "folder cannot be written: it is a folder. Choose another place with --json."),
        (
            (None, None, "file/x.xml"),
            "file/x.xml cannot be written: file is not a folder. Choose another place with --junit.",
        ),
        ((None, "gone/../file/x.json", None), "file is not a folder"),
    ],
)
def test_a_place_that_cannot_be_written_is_refused_before_the_run(here, given, reported):
    (here / "file").write_text("", "utf-8")
    (here / "folder").mkdir()
    with pytest.raises(UsageError) as refused:
        Reports.prepare(*given, narrowed=False)
    assert reported in str(refused.value)
    assert files(here) == ["file"]


def test_an_evidence_folder_that_is_a_file_is_refused(here):
    (here / "reports").mkdir()
    (here / "reports" / "evidence").write_text("", "utf-8")
    with pytest.raises(UsageError, match="evidence is not a folder"):
        Reports.prepare(None, None, None, narrowed=False)


def test_every_report_and_the_evidence_is_written(here):
    written = write_reports(make_run(), Reports.prepare("a/b", None, None, narrowed=False), RuleWording())
    assert written == {"json": "a/b/report.json", "junit": "a/b/junit.xml", "html": "a/b/report.html"}
    assert files(here / "a/b") == ["evidence/one-to-one.A-1.json", "junit.xml", "report.html", "report.json"]
    assert json.loads((here / "a/b/evidence/one-to-one.A-1.json").read_text("ascii")) == {"a": "\ud800é"}
    assert json.loads((here / "a/b/report.json").read_text("utf-8"))["format"] == 2


def test_what_is_not_wanted_is_not_written(here):
    assert write_reports(make_run(), Reports("x.json", None, None, None), RuleWording()) == {"json": "x.json"}
    assert files(here) == ["x.json"]


def test_a_disk_that_takes_nothing_leaves_what_was_there(here, monkeypatch):
    (here / "x.json").write_text("old", "utf-8")

    def full(path: str, data: bytes) -> None:
        raise OSError(28, "No space left on device", path)

    monkeypatch.setattr(write, "write_whole", full)
    with pytest.raises(UsageError, match=r"x\.json cannot be written: No space left on device\."):
        write_reports(make_run(), Reports("x.json", None, None, None), RuleWording())
    assert (here / "x.json").read_text("utf-8") == "old"


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs a folder that takes no file")
def test_a_folder_that_takes_no_file_is_found_before_the_run():
    with pytest.raises(UsageError, match=r"/proc/reports/report\.json cannot be written: /proc takes no file"):
        Reports.prepare("/proc/reports", None, None, narrowed=False)


def test_a_place_is_tried_without_leaving_anything(here):
    Reports.prepare("d", None, None, narrowed=False)
    assert list(here.iterdir()) == []


def test_what_an_earlier_run_left_goes_where_no_result_comes(here) -> None:
    reports = Reports.prepare(None, None, "junit.xml", narrowed=False)
    write_reports(make_run(), reports, RuleWording())
    before = files(here)
    with reports.replacing():
        pass
    assert files(here) == before
    with pytest.raises(UsageError), reports.replacing(keep="./reports/report.json"):
        raise UsageError("The subject does not start.", "")
    assert [name for name in before if name not in files(here)] == ["reports/report.html"]
    with pytest.raises(UsageError), reports.replacing():
        raise UsageError("The subject does not start.", "")
    assert [name for name in before if name not in files(here)] == ["reports/report.html", "reports/report.json"]


def test_a_part_of_a_run_leaves_the_reports_of_the_whole_one(here) -> None:
    write_reports(make_run(), Reports.prepare(None, None, None, narrowed=False), RuleWording())
    before = files(here)
    with pytest.raises(KeyboardInterrupt), Reports.prepare(None, None, None, narrowed=True).replacing():
        raise KeyboardInterrupt
    assert files(here) == before


def test_what_a_subject_left_in_the_folder_is_replaced(here):
    (here / "reports").mkdir()
    (here / "victim").write_text("old", "utf-8")
    (here / "folder").mkdir()
    for name in ("report.json", "junit.xml"):
        os.mkfifo(here / "reports" / name)
    (here / "reports" / "report.html").symlink_to(here / "victim")
    (here / "reports" / "evidence").symlink_to(here / "folder")
    write_reports(make_run(), Reports.prepare(None, None, None, narrowed=False), RuleWording())
    assert files(here / "reports") == [
        ".gitignore", "evidence/one-to-one.A-1.json", "junit.xml", "report.html", "report.json"
    ]  # fmt: skip
    assert not (here / "reports" / "report.html").is_symlink() and (here / "reports" / "junit.xml").is_file()
    assert (here / "victim").read_text("utf-8") == "old"
    assert files(here / "folder") == []


def test_evidence_that_is_a_pipe_is_not_waited_for(here):
    places = Reports.prepare(None, None, None, narrowed=False)
    write_reports(make_run(), places, RuleWording())
    evidence = here / "reports" / "evidence" / "one-to-one.A-1.json"
    evidence.unlink()
    os.mkfifo(evidence)
    write_reports(make_run(), places, RuleWording())
    assert evidence.is_file()
